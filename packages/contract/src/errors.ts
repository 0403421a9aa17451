/**
 * Every code that an answer may carry, its HTTP status, and the names of the data beside it. The texts are in
 * `error-texts-pt.ts`, `-en.ts` and `-es.ts`. 403 always means "refresh once, then show"; 401 only a dead session
 * (docs/wire-traps.md, 5).
 */
export const errorCodes = {
  ERR_SESSION_EXPIRED: { status: 401, data: [] },
  ERR_INVALID_CREDENTIALS: { status: 401, data: [] },
  /** The password was right: the call comes again with a `code`. */
  ERR_TWO_STEP_CODE_REQUIRED: { status: 401, data: [] },
  ERR_TWO_STEP_CODE_WRONG: { status: 400, data: [] },
  ERR_TWO_STEP_STATE: { status: 409, data: [] },
  /** The own password beside an act; 401 would end the session. */
  ERR_PASSWORD_WRONG: { status: 400, data: [] },
  ERR_TOO_MANY_ATTEMPTS: { status: 429, data: ['retryAfterSeconds'] },
  ERR_ACCESS_TOKEN: { status: 403, data: [] },
  ERR_NO_PERMISSION: { status: 403, data: [] },
  /** `mayPay` is 1 where the person may come in to pay, else 0 (AUTH-09). `support`: whom to ask, as the platform's owner
   *  wrote it; empty until then. */
  ERR_SUBSCRIPTION_EXPIRED: { status: 403, data: ['dueDate', 'mayPay', 'support'] },
  ERR_COMPANY_DISABLED: { status: 401, data: [] },
  ERR_ORIGIN_REFUSED: { status: 403, data: [] },

  ERR_VALIDATION: { status: 400, data: ['field'] },
  ERR_BODY_TOO_LARGE: { status: 413, data: ['limitBytes'] },
  ERR_UPLOAD_TOO_LARGE: { status: 413, data: ['kind', 'limitMegabytes'] },
  ERR_UPLOAD_EMPTY: { status: 400, data: [] },
  /** Of the person, or of the company for its share of the disk, too many are on their way. */
  ERR_TOO_MANY_UPLOADS: { status: 429, data: [] },
  /** Of a file or, from any call, of a row: the disk is full. */
  ERR_STORAGE_FULL: { status: 507, data: [] },
  /** The company has stored as much as its plan allows. */
  ERR_COMPANY_STORAGE_FULL: { status: 507, data: [] },
  /** From any call: the database cannot be reached at the moment. */
  ERR_DATABASE_UNAVAILABLE: { status: 503, data: [] },
  /** From any call: one statement took longer than it may, and nothing of the call was kept. */
  ERR_DATABASE_TIMEOUT: { status: 503, data: [] },
  ERR_NOT_FOUND: { status: 404, data: [] },

  ERR_NO_OTHER_WHATSAPP: { status: 400, data: [] },
  ERR_NO_DEF_WAPP_FOUND: { status: 400, data: [] },
  ERR_WAPP_NOT_INITIALIZED: { status: 400, data: [] },
  /** WhatsApp refused the request for pairing letters; `code` is its own number. */
  ERR_PAIRING_REFUSED: { status: 400, data: ['code'] },
  /** WhatsApp's 429: letters were asked for too often. */
  ERR_PAIRING_TOO_OFTEN: { status: 400, data: [] },
  /** WhatsApp did not answer the request for pairing letters in time. */
  ERR_PAIRING_NO_ANSWER: { status: 400, data: [] },
  ERR_WAPP_CHECK_CONTACT: { status: 400, data: [] },
  ERR_WAPP_INVALID_CONTACT: { status: 400, data: [] },
  ERR_WAPP_DOWNLOAD_MEDIA: { status: 400, data: [] },
  ERR_WAPP_GREETING_REQUIRED: { status: 400, data: [] },
  ERR_NO_WAPP_FOUND: { status: 404, data: [] },
  ERR_WAPP_NAME_ALREADY_EXISTS: { status: 400, data: [] },
  /** The token of the external API is made by the product, and cannot be chosen. */
  ERR_WAPP_TOKEN_TYPED: { status: 400, data: [] },
  ERR_SENDING_WAPP_MSG: { status: 400, data: [] },
  /** WhatsApp's 463: it holds back what this number writes to people who have not written to it. */
  ERR_WAPP_MSG_RESTRICTED: { status: 400, data: [] },
  /** WhatsApp's 429: this number writes faster than it allows. */
  ERR_WAPP_MSG_TOO_MANY: { status: 400, data: [] },
  /** The number is disconnected: its messages wait for a person who connects it. */
  ERR_WAPP_DISCONNECTED: { status: 409, data: [] },
  /** The number had no contact to WhatsApp for too long. */
  ERR_WAPP_OFFLINE: { status: 409, data: [] },
  ERR_DELETE_WAPP_MSG: { status: 400, data: [] },
  ERR_EDIT_WAPP_MSG: { status: 400, data: [] },
  ERR_REACT_WAPP_MSG: { status: 400, data: [] },
  ERR_FETCH_WAPP_MSG: { status: 400, data: [] },
  ERR_CREATING_MESSAGE: { status: 400, data: [] },

  ERR_OTHER_OPEN_TICKET: { status: 409, data: ['userName', 'queueName'] },
  ERR_TICKET_ALREADY_ACCEPTED: { status: 409, data: ['userName'] },
  ERR_TICKET_STATE: { status: 409, data: [] },
  /** Somebody has acted on the ticket since, or the time to undo is over. */
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
  /** A chat of two people has no title or members to change, and nobody leaves it. */
  ERR_CHAT_DIRECT: { status: 409, data: [] },
  ERR_NO_HELP_FOUND: { status: 404, data: [] },
  ERR_NO_TAG_FOUND: { status: 404, data: [] },
  ERR_TAG_NAME_ALREADY_EXISTS: { status: 400, data: [] },
  ERR_NO_QUICKMESSAGE_FOUND: { status: 404, data: [] },
  ERR_NO_SCHEDULE_FOUND: { status: 404, data: [] },
  ERR_SCHEDULE_SENT: { status: 409, data: [] },
  /** The same person has another quick message of this shortcode. */
  ERR_SHORTCODE_OWN: { status: 409, data: [] },
  /** The company shares another quick message of this shortcode. */
  ERR_SHORTCODE_SHARED: { status: 409, data: [] },
  /** Its moment has come, and its message is on its way. */
  ERR_SCHEDULE_LEAVING: { status: 409, data: [] },
  /** The message was deleted in the conversation before it left. */
  ERR_SCHEDULE_WITHDRAWN: { status: 409, data: [] },
  ERR_SCHEDULE_IN_PAST: { status: 400, data: [] },
  ERR_SCHEDULE_ATTACHMENT: { status: 400, data: [] },
  ERR_NO_ANNOUNCEMENT_FOUND: { status: 404, data: [] },
  ERR_ANNOUNCEMENT_PICTURE: { status: 400, data: [] },

  ERR_NO_CONTACT_FOUND: { status: 404, data: [] },
  ERR_CONTACT_WITHOUT_NUMBER: { status: 400, data: ['contactName'] },
  ERR_DUPLICATED_CONTACT: { status: 400, data: [] },
  ERR_CONTACT_HAS_LIVE_TICKET: { status: 400, data: [] },
  ERR_CONTACTS_CANNOT_MERGE: { status: 400, data: [] },
  /** `what`: no spreadsheet, broken, locked with a password, too large, empty. */
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
  /** A company has so many already. */
  ERR_TOO_MANY_WEBHOOKS: { status: 400, data: ['limit'] },
  /** It is this machine's or a private network's, and can't be called. */
  ERR_PRIVATE_ADDRESS: { status: 400, data: [] },
  /** One that waits leaves by itself; one to an address that is off, not at all. */
  ERR_DELIVERY_STATE: { status: 409, data: [] },
  ERR_NO_FILE_LIST_FOUND: { status: 404, data: [] },
  /** A campaign that has not ended sends its files. */
  ERR_FILE_LIST_IN_USE: { status: 400, data: ['campaignName'] },
  ERR_NO_CONTACTLIST_FOUND: { status: 404, data: [] },
  ERR_NO_CONTACTLIST_ITEM_FOUND: { status: 404, data: [] },
  /** The list holds the number already, in one of its spellings. */
  ERR_CONTACTLIST_NUMBER_ALREADY_EXISTS: { status: 400, data: [] },
  /** A campaign that has not ended uses the list. */
  ERR_CONTACTLIST_IN_USE: { status: 400, data: ['campaignName'] },

  ERR_NO_CAMPAIGN_FOUND: { status: 404, data: [] },
  /** It is running, or finished, or about to run: it cannot be changed or deleted, or is not there to be cancelled. */
  ERR_CAMPAIGN_STATE: { status: 400, data: [] },
  ERR_CAMPAIGN_IN_PAST: { status: 400, data: [] },
  /** None of its slots holds a text. */
  ERR_CAMPAIGN_NO_MESSAGE: { status: 400, data: [] },
  ERR_CAMPAIGN_NO_CONFIRMATION: { status: 400, data: [] },
  /** It has no contact list, or nobody in it can be written to. */
  ERR_CAMPAIGN_NO_CONTACTS: { status: 400, data: [] },
  /** Campaigns are switched off in this company. */
  ERR_CAMPAIGNS_DISABLED: { status: 403, data: [] },
  ERR_NO_OPT_OUT_FOUND: { status: 404, data: [] },
  ERR_OPT_OUT_ALREADY_EXISTS: { status: 400, data: [] },

  /** Of file lists; existing clients know it by this name. */
  ERR_RATING_NAME_ALREADY_EXISTS: { status: 400, data: [] },
  /** An outside bot was tried and did not answer; `what` is one of the domain's failures. */
  ERR_BOT_FAILED: { status: 400, data: ['what'] },

  ERR_NO_QUEUE_OPTION_FOUND: { status: 404, data: [] },
  ERR_NO_HOLIDAY_FOUND: { status: 404, data: [] },
  /** More of something than there may be, whatever the plan. */
  ERR_TOO_MANY: { status: 400, data: ['what', 'limit'] },

  ERR_NO_SETTING_FOUND: { status: 404, data: [] },
  ERR_NO_COMPANY_FOUND: { status: 404, data: [] },
  ERR_COMPANY_NAME_ALREADY_EXISTS: { status: 400, data: [] },
  /** What was typed is not the name of the company that is to be deleted. */
  ERR_COMPANY_NAME_WRONG: { status: 400, data: [] },
  /** Nobody switches off or deletes the company they are in. */
  ERR_OWN_COMPANY: { status: 400, data: [] },
  ERR_COMPANY_TO_BE_DELETED: { status: 400, data: [] },
  ERR_DUE_DATE_CHANGED: { status: 409, data: [] },
  /** A stranger is not told whether it is the name or the e-mail. */
  ERR_SIGNUP_TAKEN: { status: 400, data: [] },
  ERR_SUPPORT_CLOSED_COMPANY: { status: 400, data: [] },
  /** Of a visit: what would let support in again unseen, take data away or pay. */
  ERR_SUPPORT_MAY_NOT: { status: 403, data: [] },

  ERR_NO_INVOICE_FOUND: { status: 404, data: [] },
  ERR_INVOICE_PAID: { status: 409, data: [] },
  ERR_INVOICE_CANCELLED: { status: 409, data: [] },
  /** More users, connections or queues stand than the plan holds. */
  ERR_PLAN_TOO_SMALL: { status: 400, data: ['what', 'present', 'limit'] },
  /** The company has its plan for longer than one payment buys; a dearer one can be chosen from that day on. */
  ERR_PLAN_PAID_AHEAD: { status: 409, data: ['from'] },
  /** The installation has no way to be paid. */
  ERR_NO_PAYMENT_PROVIDER: { status: 409, data: [] },
  /** The provider of payments did not answer, or said no. */
  ERR_PAYMENT_PROVIDER: { status: 502, data: [] },
  ERR_PAYMENT_SIGNATURE: { status: 403, data: [] },

  /** Of the external API: no token, one that was revoked or replaced, or something else. */
  ERR_API_TOKEN: { status: 401, data: [] },
  ERR_API_NOT_IN_PLAN: { status: 403, data: [] },
  ERR_API_TOO_MANY_CALLS: { status: 429, data: ['retryAfterSeconds'] },
  /** An idempotency key names one message: it came again with another one. */
  ERR_IDEMPOTENCY_KEY_REUSED: { status: 409, data: [] },
} as const satisfies Record<string, { status: number; data: readonly string[] }>

export type ErrorCode = keyof typeof errorCodes
export type ErrorData<Code extends ErrorCode> = {
  readonly [name in (typeof errorCodes)[Code]['data'][number]]: string | number
}

/** The text of every code in one language. A suffix is the value of the datum `what`: `ERR_PLAN_LIMIT_users`. */
export type ErrorTexts = Readonly<Record<ErrorCode, string>> & {
  readonly [variant: `${ErrorCode}_${string}`]: string
}

/**
 * The codes that the user's documents name. Clients of this family translate them, and some show `message` in place of
 * `error`, so the answers of these codes carry no `message` (docs/wire-traps.md, 21).
 */
export const documentedCodes: ReadonlySet<ErrorCode> = new Set([
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

/** The body of a failed call (ERR-06). `error` is a code, a text of the forms, or (POST /tickets) a JSON text. */
export interface ErrorBody {
  readonly error: string
  /** The text of a code that the documents do not name, for clients without our translations. */
  readonly message?: string
  readonly data?: Readonly<Record<string, unknown>>
}
