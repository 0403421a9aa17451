/** One line of the log, as pino wrote it. */
export type LogRecord = Readonly<Record<string, unknown>>

/**
 * Names whose texts say how the machine is doing. A text under any other name is taken for somebody's words, number or
 * secret, and is withheld: a new field is silent until somebody has thought about it.
 */
const TELLING = new Set(
  `code connection event folder host job jobs level method msg name origin path reason role state status storage
   syscall table task type version`.split(/\s+/),
)
const ERRORS = new Set(['err', 'error', 'cause'])
// Figures are harmless, but for those that name a person or open a door.
const PERSONAL = /number|phone|jid|lid|pin$|token|secret|password|key$/i

const JID = /[\w.:+-]+@(?:s\.whatsapp\.net|c\.us|g\.us|lid|broadcast|newsletter)\b/g
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
const CREDENTIALS_OF_URL = /(\w+:\/\/)[^\s/@]+@/g
const QUERY_OF_URL = /(\w+:\/\/[^\s?]+|\/[\w/.:-]*)\?[^\s"')]+/g
const TOKEN = /\b(?:eyJ[\w-]+\.[\w-]+\.[\w-]*|[A-Za-z0-9_-]{40,})/g
const TELEPHONE = /(?<![\w.-])(?:\+\d[\d ().-]{7,}\d|\(?\d{2}\)? ?9?\d{4}-\d{4}|\d{8,15})(?![\w-])/g
// PostgreSQL and JSON.parse repeat the value that they could not read.
const UNREADABLE_INPUT = /(invalid input [^:\n]*: )".*"|(Unexpected )[^\n]*( is not valid JSON)/g

/**
 * What may stand in a log: ids, counts, codes and the telling texts. Never a message's body, a token or a number, not
 * even inside the text of an error (security list O1). Takes whole lines, so that child loggers and libraries which
 * log through ours obey as well.
 */
export function withoutSecrets(record: LogRecord): LogRecord {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, allowed(name, value)]))
}

function allowed(name: string, value: unknown): unknown {
  if (value === null || value === undefined || typeof value === 'boolean') return value
  if (ERRORS.has(name)) return errorFacts(value)
  if (typeof value === 'number') return PERSONAL.test(name) ? '[withheld]' : value
  if (typeof value === 'string') return TELLING.has(name) || isId(name) ? scrubbed(value) : '[withheld]'
  if (Array.isArray(value)) return value.map((item) => allowed(name, item))
  return '[withheld]'
}

function isId(name: string): boolean {
  return name === 'id' || /(?:Id|Ids)$/.test(name)
}

/** Facts of an error as `serializeError` made them. */
function errorFacts(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return '[withheld]'
  const facts = Object.entries(value).map(([name, fact]): [string, unknown] => {
    if (name === 'cause') return [name, errorFacts(fact)]
    const isText = typeof fact === 'string' && ['type', 'message', 'stack', 'code'].includes(name)
    return [name, isText ? scrubbed(fact) : '[withheld]']
  })
  return Object.fromEntries(facts)
}

/** A text without what looks like a number, an address of a person, a token, or the query of a link. */
function scrubbed(text: string): string {
  return text
    .replace(UNREADABLE_INPUT, '$1$2[withheld]$3')
    .replace(JID, '[number]')
    .replace(CREDENTIALS_OF_URL, '$1[withheld]@')
    .replace(EMAIL, '[e-mail]')
    .replace(QUERY_OF_URL, '$1?[withheld]')
    .replace(TOKEN, '[token]')
    .replace(TELEPHONE, '[number]')
}

export interface ErrorFacts {
  readonly type: string
  readonly message: string
  readonly stack: string | undefined
  readonly code: string | undefined
  readonly cause: ErrorFacts | undefined
}

const DEEPEST_CAUSE = 3

/**
 * Type, message, code, stack and causes of an error and nothing else of it: libraries hang requests with their bodies,
 * SQL parameters and whole sockets on their errors.
 */
export function serializeError(error: unknown, depth = 0): ErrorFacts {
  if (!(error instanceof Error)) {
    return {
      type: typeof error,
      message: 'not an error',
      stack: undefined,
      code: undefined,
      cause: undefined,
    }
  }
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
