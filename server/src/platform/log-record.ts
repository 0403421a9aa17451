export type LogRecord = Readonly<Record<string, unknown>>

/** Only these fields are logged. Another field could contain a customer's text, number or secret. */
const LOGGABLE_FIELDS = new Set(
  `code connection event folder host job jobs level method msg name origin path reason role state status storage
   syscall table task type version`.split(/\s+/),
)
const ERRORS = new Set(['err', 'error', 'cause'])
// Fields with these names identify a person or grant access, so even their numbers are not logged.
const PERSONAL = /number|phone|jid|lid|pin$|token|secret|password|key$/i

const JID = /[\w.:+-]+@(?:s\.whatsapp\.net|c\.us|g\.us|lid|broadcast|newsletter)\b/g
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
const CREDENTIALS_OF_URL = /(\w+:\/\/)[^\s/@]+@/g
const QUERY_OF_URL = /(\w+:\/\/[^\s?]+|\/[\w/.:-]*)\?[^\s"')]+/g
const TOKEN = /\b(?:eyJ[\w-]+\.[\w-]+\.[\w-]*|[A-Za-z0-9_-]{40,})/g
const TELEPHONE = /(?<![\w.-])(?:\+\d[\d ().-]{7,}\d|\(?\d{2}\)? ?9?\d{4}-\d{4}|\d{8,15})(?![\w-])/g
// Messages of PostgreSQL and JSON.parse in which they quote the value that they could not parse.
const UNREADABLE_INPUT = /(invalid input [^:\n]*: )".*"|(Unexpected )[^\n]*( is not valid JSON)/g

/** Removes message texts, tokens and numbers (security list O1) from a log line, also from lines of libraries. */
export function redactLogRecord(record: LogRecord): LogRecord {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, allowed(name, value)]))
}

function allowed(name: string, value: unknown): unknown {
  if (value === null || value === undefined || typeof value === 'boolean') return value
  if (ERRORS.has(name)) return errorFacts(value)
  if (typeof value === 'number') return PERSONAL.test(name) ? '[withheld]' : value
  if (name === 'requestId') return value // our request ids contain only safe characters, so they need no redaction
  if (typeof value === 'string')
    return LOGGABLE_FIELDS.has(name) || isId(name) ? withoutPersonalData(value) : '[withheld]'
  if (Array.isArray(value)) return value.map((item) => allowed(name, item))
  return '[withheld]'
}

function isId(name: string): boolean {
  return name === 'id' || /(?:Id|Ids)$/.test(name)
}

/** Removes personal data from a serialised error. */
function errorFacts(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return '[withheld]'
  const facts = Object.entries(value).map(([name, fact]): [string, unknown] => {
    if (name === 'cause') return [name, errorFacts(fact)]
    const isText = typeof fact === 'string' && ['type', 'message', 'stack', 'code'].includes(name)
    return [name, isText ? withoutPersonalData(fact) : '[withheld]']
  })
  return Object.fromEntries(facts)
}

/** Replaces the parts of a text that look like a number, a person's address, a token, or a link's query. */
function withoutPersonalData(text: string): string {
  return text
    .replace(UNREADABLE_INPUT, '$1$2[withheld]$3')
    .replace(JID, '[number]')
    .replace(CREDENTIALS_OF_URL, '$1[withheld]@')
    .replace(EMAIL, '[e-mail]')
    .replace(QUERY_OF_URL, '$1?[withheld]')
    .replace(TOKEN, '[token]')
    .replace(TELEPHONE, '[number]')
}

export interface SerializedError {
  readonly type: string
  readonly message: string
  readonly stack: string | undefined
  readonly code: string | undefined
  readonly cause: SerializedError | undefined
}

const DEEPEST_CAUSE = 3

/**
 * Converts an error to a fixed list of fields for the log, because libraries attach requests, SQL parameters and
 * sockets to their errors.
 */
export function serializeError(error: unknown, depth = 0): SerializedError {
  const none = { stack: undefined, code: undefined, cause: undefined }
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', ...none }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const hasCause = error.cause !== undefined && depth < DEEPEST_CAUSE
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    code,
    cause: hasCause ? serializeError(error.cause, depth + 1) : undefined,
  }
}
