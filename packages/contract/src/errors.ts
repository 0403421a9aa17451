/**
 * Every error code with its HTTP status and the names of its data. On a 403 a client refreshes the session,
 * repeats the call once, and then shows the error. A 401 ends the session (docs/wire-traps.md, 5).
 */
export const errorCodes = {
  ERR_SESSION_EXPIRED: { status: 401, data: [] },
  ERR_INVALID_CREDENTIALS: { status: 401, data: [] },
  /** The password is right, but the account has a second step: repeat the call with a `code`. */
  ERR_TWO_STEP_CODE_REQUIRED: { status: 401, data: [] },
  ERR_TWO_STEP_CODE_WRONG: { status: 400, data: [] },
  ERR_TWO_STEP_STATE: { status: 409, data: [] },
  /** The caller's own password is wrong. Status 400, because a 401 would end the session. */
  ERR_PASSWORD_WRONG: { status: 400, data: [] },
  /** The link for a new password has expired, was used, or never existed. */
  ERR_PASSWORD_LINK: { status: 400, data: [] },
  ERR_MAIL_OFF: { status: 400, data: [] },
  ERR_TOO_MANY_ATTEMPTS: { status: 429, data: ['retryAfterSeconds'] },
  ERR_ACCESS_TOKEN: { status: 403, data: [] },
  ERR_NO_PERMISSION: { status: 403, data: [] },
  /** `mayPay`: 1 when the user may sign in to pay, else 0 (AUTH-09). `support`: whom to ask, or empty. */
  ERR_SUBSCRIPTION_EXPIRED: { status: 403, data: ['dueDate', 'mayPay', 'support'] },
  ERR_COMPANY_DISABLED: { status: 401, data: [] },
  ERR_ORIGIN_REFUSED: { status: 403, data: [] },

  ERR_VALIDATION: { status: 400, data: ['field'] },
  ERR_BODY_TOO_LARGE: { status: 413, data: ['limitBytes'] },
  ERR_UPLOAD_TOO_LARGE: { status: 413, data: ['kind', 'limitMegabytes'] },
  ERR_UPLOAD_EMPTY: { status: 400, data: [] },
  /** The user has too many uploads running, or the company's uploads exceed its share of the disk. */
  ERR_TOO_MANY_UPLOADS: { status: 429, data: [] },
  /** The disk is full: the server cannot store a file or a row. Any endpoint may return this error. */
  ERR_STORAGE_FULL: { status: 507, data: [] },
  ERR_COMPANY_STORAGE_FULL: { status: 507, data: [] },
  /** The server has no connection to its database. Any endpoint may return this error. */
  ERR_DATABASE_UNAVAILABLE: { status: 503, data: [] },
  /** Only `GET /ready` returns it: this process is shutting down and takes no new requests. */
  ERR_STOPPING: { status: 503, data: [] },
  /** The account is on another installation (cell). The answer's cookie routes the client there. */
  ERR_OTHER_CELL: { status: 421, data: [] },
  /** The company is being moved to another installation (a cell). Any endpoint may return this error. */
  ERR_COMPANY_MOVING: { status: 503, data: ['retryAfterSeconds'] },
  /** The company was moved to another installation (a cell). Any endpoint may return this error. */
  ERR_COMPANY_MOVED: { status: 421, data: [] },
  /** An SQL statement exceeded its time limit and was rolled back. Any endpoint may return this error. */
  ERR_DATABASE_TIMEOUT: { status: 503, data: [] },
  ERR_NOT_FOUND: { status: 404, data: [] },

  ERR_NO_OTHER_WHATSAPP: { status: 400, data: [] },
  ERR_NO_DEF_WAPP_FOUND: { status: 400, data: [] },
  ERR_WAPP_NOT_INITIALIZED: { status: 400, data: [] },
  /** WhatsApp refused to give a pairing code; `code` is WhatsApp's error number. */
  ERR_PAIRING_REFUSED: { status: 400, data: ['code'] },
  ERR_PAIRING_TOO_OFTEN: { status: 400, data: [] },
  ERR_PAIRING_NO_ANSWER: { status: 400, data: [] },
  ERR_WAPP_CHECK_CONTACT: { status: 400, data: [] },
  ERR_WAPP_INVALID_CONTACT: { status: 400, data: [] },
  ERR_WAPP_DOWNLOAD_MEDIA: { status: 400, data: [] },
  ERR_WAPP_GREETING_REQUIRED: { status: 400, data: [] },
  ERR_NO_WAPP_FOUND: { status: 404, data: [] },
  ERR_WAPP_NAME_ALREADY_EXISTS: { status: 400, data: [] },
  /** The server generates the token of the external API; a client cannot choose it. */
  ERR_WAPP_TOKEN_TYPED: { status: 400, data: [] },
  ERR_SENDING_WAPP_MSG: { status: 400, data: [] },
  /** WhatsApp's error 463: this number may not write to people who never wrote to it. */
  ERR_WAPP_MSG_RESTRICTED: { status: 400, data: [] },
  /** WhatsApp's error 429: this number sends too fast. */
  ERR_WAPP_MSG_TOO_MANY: { status: 400, data: [] },
  /** Meta's error 131056: this number sends too fast to this person, but may write to others. */
  ERR_WAPP_MSG_TOO_MANY_TO_PERSON: { status: 400, data: [] },
  /** The customer's last message is too old for a free message, so only a template may be sent. */
  ERR_WAPP_MSG_WINDOW_CLOSED: { status: 400, data: [] },
  /** The connection cannot send this content. `what` and `most`: a `ContentSendProblem` of the domain. */
  ERR_WAPP_MSG_CONTENT: { status: 400, data: ['what', 'most'] },
  /** WhatsApp did not confirm the message, so it is unknown whether the contact got it. */
  ERR_WAPP_MSG_UNCLEAR: { status: 400, data: [] },
  ERR_WAPP_MSG_UNREACHABLE: { status: 400, data: [] },
  ERR_WAPP_MSG_HELD_BACK: { status: 400, data: [] },
  ERR_WAPP_MSG_OPTED_OUT: { status: 400, data: [] },
  ERR_WAPP_MSG_NEEDS_PHONE: { status: 400, data: [] },
  ERR_WAPP_MSG_MARKETING: { status: 400, data: [] },
  ERR_WAPP_MSG_REFUSED: { status: 400, data: [] },
  ERR_WAPP_MSG_TEMPLATE: { status: 400, data: [] },
  ERR_WAPP_MSG_TEMPLATE_VALUE: { status: 400, data: [] },
  ERR_WAPP_MSG_TEMPLATE_ASLEEP: { status: 400, data: [] },
  ERR_WAPP_MSG_MEDIA: { status: 400, data: [] },
  ERR_WAPP_MSG_TOKEN: { status: 400, data: [] },
  ERR_WAPP_MSG_NOT_ALLOWED: { status: 400, data: [] },
  ERR_WAPP_MSG_PAYMENT: { status: 400, data: [] },
  ERR_WAPP_MSG_NUMBER: { status: 400, data: [] },
  /** Setting up an official number failed: `OfficialSetUpFailureReason` as `what`, Meta's text as `detail`. */
  ERR_OFFICIAL_API: { status: 400, data: ['what', 'detail'] },
  /** The connection has a reply window, so the campaign must send a template first. */
  ERR_CAMPAIGN_NO_TEMPLATE: { status: 400, data: [] },
  ERR_CAMPAIGN_TEMPLATE_GONE: { status: 400, data: [] },
  ERR_NOT_OFFERED: { status: 400, data: [] },
  ERR_NO_TEMPLATE_FOUND: { status: 404, data: [] },
  /** The new template breaks one of Meta's rules. `what` is a `TemplateDraftProblem` of the domain. */
  ERR_TEMPLATE_FORM: { status: 400, data: ['what'] },
  /**
   * Meta refused a call about a template. `what`: the domain's `TemplateCallFailure`; `detail`: Meta's text.
   */
  ERR_TEMPLATE_META: { status: 400, data: ['what', 'detail'] },
  /**
   * The template cannot be sent: it is not approved, belongs to another connection, or has no value for a
   * variable or no file.
   */
  ERR_TEMPLATE_SEND: { status: 400, data: ['what'] },
  ERR_NO_MOVE_IN_FOUND: { status: 404, data: [] },
  ERR_MOVE_IN_NAME_TAKEN: { status: 409, data: [] },
  /** The ordered action is impossible: the migration runs or is over, or an earlier step is missing. */
  ERR_MOVE_IN_NOT_READY: { status: 409, data: [] },
  ERR_NO_MESSAGE_PRICE_FOUND: { status: 404, data: [] },
  ERR_MESSAGE_PRICE_TAKEN: { status: 409, data: [] },
  /** An imported price list has a wrong line. `what`: a `PriceListLineProblem`; `line` counts from 1. */
  ERR_PRICE_LINE: { status: 400, data: ['line', 'what'] },
  /** Meta does not allow a change of this template now, but will later. */
  ERR_TEMPLATE_STATE: { status: 409, data: [] },
  ERR_WAPP_DISCONNECTED: { status: 409, data: [] },
  /** The message was not sent, because the number had no connection to WhatsApp for too long. */
  ERR_WAPP_OFFLINE: { status: 409, data: [] },
  ERR_DELETE_WAPP_MSG: { status: 400, data: [] },
  ERR_EDIT_WAPP_MSG: { status: 400, data: [] },
  ERR_REACT_WAPP_MSG: { status: 400, data: [] },
  ERR_FETCH_WAPP_MSG: { status: 400, data: [] },
  ERR_CREATING_MESSAGE: { status: 400, data: [] },

  ERR_OTHER_OPEN_TICKET: { status: 409, data: ['userName', 'queueName'] },
  ERR_TICKET_ALREADY_ACCEPTED: { status: 409, data: ['userName'] },
  ERR_TICKET_STATE: { status: 409, data: [] },
  /** The transfer cannot be undone: a later act changed the ticket, or the time for it has passed. */
  ERR_TRANSFER_FINAL: { status: 409, data: [] },
  ERR_QUEUE_REQUIRED: { status: 400, data: [] },
  ERR_NO_TICKET_FOUND: { status: 404, data: [] },
  ERR_NO_MESSAGE_FOUND: { status: 404, data: [] },
  ERR_CREATING_TICKET: { status: 400, data: [] },
  ERR_NO_NOTE_FOUND: { status: 404, data: [] },
  ERR_NO_PLAN_FOUND: { status: 404, data: [] },
  ERR_PLAN_NAME_ALREADY_EXISTS: { status: 400, data: [] },
  ERR_PLAN_IN_USE: { status: 400, data: ['companies'] },
  ERR_NO_CHAT_FOUND: { status: 404, data: [] },
  /** A direct chat has no title or members to change, and its members cannot leave. */
  ERR_CHAT_DIRECT: { status: 409, data: [] },
  ERR_NO_HELP_FOUND: { status: 404, data: [] },
  ERR_NO_TAG_FOUND: { status: 404, data: [] },
  ERR_TAG_NAME_ALREADY_EXISTS: { status: 400, data: [] },
  ERR_NO_QUICKMESSAGE_FOUND: { status: 404, data: [] },
  ERR_NO_SCHEDULE_FOUND: { status: 404, data: [] },
  ERR_SCHEDULE_SENT: { status: 409, data: [] },
  ERR_SHORTCODE_OWN: { status: 409, data: [] },
  ERR_SHORTCODE_SHARED: { status: 409, data: [] },
  /** The schedule is due and its message is being sent, so it cannot be changed. */
  ERR_SCHEDULE_LEAVING: { status: 409, data: [] },
  ERR_SCHEDULE_WITHDRAWN: { status: 409, data: [] },
  ERR_SCHEDULE_IN_PAST: { status: 400, data: [] },
  ERR_SCHEDULE_ATTACHMENT: { status: 400, data: [] },
  ERR_NO_ANNOUNCEMENT_FOUND: { status: 404, data: [] },
  ERR_ANNOUNCEMENT_PICTURE: { status: 400, data: [] },

  ERR_NO_CONTACT_FOUND: { status: 404, data: [] },
  /** The company already exported all its data within the last 24 hours. */
  ERR_MOVE_OUT_TODAY: { status: 409, data: [] },
  ERR_CONTACT_WITHOUT_NUMBER: { status: 400, data: ['contactName'] },
  ERR_DUPLICATED_CONTACT: { status: 400, data: [] },
  ERR_CONTACT_HAS_LIVE_TICKET: { status: 400, data: [] },
  ERR_CONTACTS_CANNOT_MERGE: { status: 400, data: [] },
  /**
   * The spreadsheet is unreadable. `what`: another file type, broken, password-protected, too large or empty.
   */
  ERR_IMPORT_FILE: { status: 400, data: ['what'] },
  ERR_IMPORT_NO_NUMBER: { status: 400, data: [] },
  ERR_IMPORT_STATE: { status: 409, data: [] },
  ERR_NO_IMPORT_FOUND: { status: 404, data: [] },

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

  ERR_NO_PROMPT_FOUND: { status: 404, data: [] },
  ERR_NO_INTEGRATION_FOUND: { status: 404, data: [] },
  ERR_NO_WEBHOOK_FOUND: { status: 404, data: [] },
  ERR_NO_DELIVERY_FOUND: { status: 404, data: [] },
  ERR_TOO_MANY_WEBHOOKS: { status: 400, data: ['limit'] },
  /** The address belongs to this machine or a private network, which webhooks must not call. */
  ERR_PRIVATE_ADDRESS: { status: 400, data: [] },
  /** The delivery cannot be sent again: an automatic attempt is due, or its webhook is switched off. */
  ERR_DELIVERY_STATE: { status: 409, data: [] },
  ERR_NO_FILE_LIST_FOUND: { status: 404, data: [] },
  /** The list cannot be deleted, because a campaign that has not ended uses it. */
  ERR_FILE_LIST_IN_USE: { status: 400, data: ['campaignName'] },
  ERR_NO_CONTACTLIST_FOUND: { status: 404, data: [] },
  ERR_NO_CONTACTLIST_ITEM_FOUND: { status: 404, data: [] },
  /** The contact list already contains this number, perhaps in another spelling. */
  ERR_CONTACTLIST_NUMBER_ALREADY_EXISTS: { status: 400, data: [] },
  /** The list cannot be deleted, because a campaign that has not ended uses it. */
  ERR_CONTACTLIST_IN_USE: { status: 400, data: ['campaignName'] },

  ERR_NO_CAMPAIGN_FOUND: { status: 404, data: [] },
  /** The campaign's status does not allow the change, deletion or cancellation. */
  ERR_CAMPAIGN_STATE: { status: 400, data: [] },
  ERR_CAMPAIGN_IN_PAST: { status: 400, data: [] },
  ERR_CAMPAIGN_NO_MESSAGE: { status: 400, data: [] },
  ERR_CAMPAIGN_NO_CONFIRMATION: { status: 400, data: [] },
  /** The campaign has no contact list, or the list has no contact that can get a message. */
  ERR_CAMPAIGN_NO_CONTACTS: { status: 400, data: [] },
  ERR_CAMPAIGNS_DISABLED: { status: 403, data: [] },
  ERR_NO_OPT_OUT_FOUND: { status: 404, data: [] },
  ERR_OPT_OUT_ALREADY_EXISTS: { status: 400, data: [] },

  /** The name of a file list is taken. The code keeps its odd name for clients of the earlier API. */
  ERR_RATING_NAME_ALREADY_EXISTS: { status: 400, data: [] },
  /** The test call to an outside bot failed; `what` is one of the domain's `botFailureReasons`. */
  ERR_BOT_FAILED: { status: 400, data: ['what'] },

  ERR_NO_QUEUE_OPTION_FOUND: { status: 404, data: [] },
  ERR_NO_HOLIDAY_FOUND: { status: 404, data: [] },
  /** The company has `limit` objects of the kind `what`, which is the maximum for every plan. */
  ERR_TOO_MANY: { status: 400, data: ['what', 'limit'] },

  ERR_NO_SETTING_FOUND: { status: 404, data: [] },
  ERR_NO_COMPANY_FOUND: { status: 404, data: [] },
  ERR_COMPANY_NAME_ALREADY_EXISTS: { status: 400, data: [] },
  ERR_COMPANY_NAME_WRONG: { status: 400, data: [] },
  /** A user cannot switch off or delete their own company. */
  ERR_OWN_COMPANY: { status: 400, data: [] },
  ERR_COMPANY_TO_BE_DELETED: { status: 400, data: [] },
  ERR_DUE_DATE_CHANGED: { status: 409, data: [] },
  /** The name or the e-mail is taken. One code covers both, so that strangers cannot find out which. */
  ERR_SIGNUP_TAKEN: { status: 400, data: [] },
  ERR_SUPPORT_CLOSED_COMPANY: { status: 400, data: [] },
  /** On a support visit, the platform's owner may not create access, export data, pay and the like. */
  ERR_SUPPORT_MAY_NOT: { status: 403, data: [] },

  ERR_NO_INVOICE_FOUND: { status: 404, data: [] },
  ERR_INVOICE_PAID: { status: 409, data: [] },
  ERR_INVOICE_CANCELLED: { status: 409, data: [] },
  ERR_PLAN_TOO_SMALL: { status: 400, data: ['what', 'present', 'limit'] },
  /** The company has paid too far ahead: it can change to a dearer plan only from day `from`. */
  ERR_PLAN_PAID_AHEAD: { status: 409, data: ['from'] },
  ERR_NO_PAYMENT_PROVIDER: { status: 409, data: [] },
  ERR_PAYMENT_PROVIDER: { status: 502, data: [] },
  ERR_PAYMENT_SIGNATURE: { status: 403, data: [] },

  ERR_API_TOKEN: { status: 401, data: [] },
  ERR_API_NOT_IN_PLAN: { status: 403, data: [] },
  ERR_API_TOO_MANY_CALLS: { status: 429, data: ['retryAfterSeconds'] },
  /** The idempotency key was already used for a different message. */
  ERR_IDEMPOTENCY_KEY_REUSED: { status: 409, data: [] },
} as const satisfies Record<string, { status: number; data: readonly string[] }>

export type ErrorCode = keyof typeof errorCodes
export type ErrorData<Code extends ErrorCode> = {
  readonly [name in (typeof errorCodes)[Code]['data'][number]]: string | number
}

/** A text for each code. Longer keys such as `ERR_PLAN_LIMIT_users` are for one value of `data.what`. */
export type ErrorTexts = Readonly<Record<ErrorCode, string>> & {
  readonly [variant: `${ErrorCode}_${string}`]: string
}

/**
 * Error codes of the specification. Their answers carry no `message`, because some clients of the earlier API
 * would show it instead of `error` (docs/wire-traps.md, 21).
 */
export const specificationErrorCodes: ReadonlySet<ErrorCode> = new Set([
  'ERR_NO_OTHER_WHATSAPP',
  'ERR_NO_DEF_WAPP_FOUND',
  'ERR_WAPP_NOT_INITIALIZED',
  'ERR_WAPP_CHECK_CONTACT',
  'ERR_WAPP_INVALID_CONTACT',
  'ERR_WAPP_DOWNLOAD_MEDIA',
  'ERR_INVALID_CREDENTIALS',
  'ERR_SENDING_WAPP_MSG',
  'ERR_DELETE_WAPP_MSG',
  'ERR_OTHER_OPEN_TICKET',
  'ERR_SESSION_EXPIRED',
  'ERR_USER_CREATION_DISABLED',
  'ERR_NO_PERMISSION',
  'ERR_DUPLICATED_CONTACT',
  'ERR_NO_SETTING_FOUND',
  'ERR_NO_CONTACT_FOUND',
  'ERR_NO_TICKET_FOUND',
  'ERR_NO_USER_FOUND',
  'ERR_NO_WAPP_FOUND',
  'ERR_CREATING_MESSAGE',
  'ERR_CREATING_TICKET',
  'ERR_FETCH_WAPP_MSG',
  'ERR_QUEUE_COLOR_ALREADY_EXISTS',
  'ERR_WAPP_GREETING_REQUIRED',
])

/** The body of a failed call (ERR-06). `error` is a code, a validation text, or (POST /tickets) JSON. */
export interface ErrorResponseBody {
  readonly error: string
  /** The error's text, for clients without a translation; omitted for codes of the specification. */
  readonly message?: string
  readonly data?: Readonly<Record<string, unknown>>
}
