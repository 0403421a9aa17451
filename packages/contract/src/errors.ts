/**
 * Every code that an answer may carry, its HTTP status, and the names of the data beside it. The texts live in the
 * translations. 403 always means "refresh once, then show"; 401 only a dead session (docs/wire-traps.md, 5).
 */
export const errorCodes = {
  ERR_SESSION_EXPIRED: { status: 401, data: [] },
  ERR_INVALID_CREDENTIALS: { status: 401, data: [] },
  ERR_TOO_MANY_ATTEMPTS: { status: 429, data: ['retryAfterSeconds'] },
  ERR_ACCESS_TOKEN: { status: 403, data: [] },
  ERR_NO_PERMISSION: { status: 403, data: [] },
  ERR_SUBSCRIPTION_EXPIRED: { status: 403, data: ['dueDate'] },
  ERR_COMPANY_DISABLED: { status: 401, data: [] },
  ERR_ORIGIN_REFUSED: { status: 403, data: [] },

  ERR_VALIDATION: { status: 400, data: ['field'] },
  ERR_BODY_TOO_LARGE: { status: 413, data: ['limitBytes'] },
  ERR_UPLOAD_TOO_LARGE: { status: 413, data: ['kind', 'limitMegabytes'] },
  ERR_UPLOAD_EMPTY: { status: 400, data: [] },
  ERR_STORAGE_FULL: { status: 507, data: [] },
  ERR_NOT_FOUND: { status: 404, data: [] },

  ERR_NO_OTHER_WHATSAPP: { status: 400, data: [] },
  ERR_NO_DEF_WAPP_FOUND: { status: 400, data: [] },
  ERR_WAPP_NOT_INITIALIZED: { status: 400, data: [] },
  ERR_WAPP_CHECK_CONTACT: { status: 400, data: [] },
  ERR_WAPP_INVALID_CONTACT: { status: 400, data: [] },
  ERR_WAPP_DOWNLOAD_MEDIA: { status: 400, data: [] },
  ERR_WAPP_GREETING_REQUIRED: { status: 400, data: [] },
  ERR_NO_WAPP_FOUND: { status: 404, data: [] },
  ERR_WAPP_NAME_ALREADY_EXISTS: { status: 400, data: [] },
  ERR_SENDING_WAPP_MSG: { status: 400, data: [] },
  /** WhatsApp's 463: it holds back what this number writes to people who have not written to it. */
  ERR_WAPP_MSG_RESTRICTED: { status: 400, data: [] },
  /** WhatsApp's 429: this number writes faster than it allows. */
  ERR_WAPP_MSG_TOO_MANY: { status: 400, data: [] },
  ERR_DELETE_WAPP_MSG: { status: 400, data: [] },
  ERR_EDIT_WAPP_MSG: { status: 400, data: [] },
  ERR_REACT_WAPP_MSG: { status: 400, data: [] },
  ERR_FETCH_WAPP_MSG: { status: 400, data: [] },
  ERR_CREATING_MESSAGE: { status: 400, data: [] },

  ERR_OTHER_OPEN_TICKET: { status: 409, data: ['userName', 'queueName'] },
  ERR_TICKET_ALREADY_ACCEPTED: { status: 409, data: ['userName'] },
  ERR_TICKET_STATE: { status: 409, data: [] },
  ERR_QUEUE_REQUIRED: { status: 400, data: [] },
  ERR_NO_TICKET_FOUND: { status: 404, data: [] },
  ERR_NO_MESSAGE_FOUND: { status: 404, data: [] },
  ERR_CREATING_TICKET: { status: 400, data: [] },
  ERR_NO_NOTE_FOUND: { status: 404, data: [] },
  ERR_NO_PLAN_FOUND: { status: 404, data: [] },
  ERR_PLAN_NAME_ALREADY_EXISTS: { status: 400, data: [] },
  ERR_PLAN_IN_USE: { status: 400, data: ['companies'] },
  ERR_NO_HELP_FOUND: { status: 404, data: [] },
  ERR_NO_TAG_FOUND: { status: 404, data: [] },
  ERR_TAG_NAME_ALREADY_EXISTS: { status: 400, data: [] },
  ERR_NO_QUICKMESSAGE_FOUND: { status: 404, data: [] },
  ERR_NO_SCHEDULE_FOUND: { status: 404, data: [] },
  ERR_SCHEDULE_SENT: { status: 409, data: [] },
  ERR_SCHEDULE_IN_PAST: { status: 400, data: [] },
  ERR_SCHEDULE_ATTACHMENT: { status: 400, data: [] },

  ERR_NO_CONTACT_FOUND: { status: 404, data: [] },
  ERR_CONTACT_WITHOUT_NUMBER: { status: 400, data: ['contactName'] },
  ERR_DUPLICATED_CONTACT: { status: 400, data: [] },
  ERR_CONTACT_HAS_LIVE_TICKET: { status: 400, data: [] },

  ERR_NO_USER_FOUND: { status: 404, data: [] },
  ERR_EMAIL_ALREADY_EXISTS: { status: 400, data: [] },
  ERR_OWN_ACCOUNT: { status: 400, data: [] },
  ERR_USER_NOT_IN_QUEUE: { status: 400, data: [] },
  ERR_USER_CREATION_DISABLED: { status: 403, data: [] },
  ERR_PLAN_LIMIT: { status: 400, data: ['what', 'limit'] },

  ERR_QUEUE_NOT_FOUND: { status: 404, data: [] },
  ERR_QUEUE_COLOR_ALREADY_EXISTS: { status: 400, data: [] },
  ERR_QUEUE_NAME_ALREADY_EXISTS: { status: 400, data: [] },
  ERR_QUEUE_HAS_LIVE_TICKETS: { status: 400, data: ['tickets'] },

  ERR_NO_SETTING_FOUND: { status: 404, data: [] },
  ERR_NO_COMPANY_FOUND: { status: 404, data: [] },
} as const satisfies Record<string, { status: number; data: readonly string[] }>

export type ErrorCode = keyof typeof errorCodes
export type ErrorData<Code extends ErrorCode> = {
  readonly [name in (typeof errorCodes)[Code]['data'][number]]: string | number
}

/** The body of a failed call (ERR-06). `error` is a code, a text of the forms, or (POST /tickets) a JSON text. */
export interface ErrorBody {
  readonly error: string
  readonly data?: Readonly<Record<string, unknown>>
}
