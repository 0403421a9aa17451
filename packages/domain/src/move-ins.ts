/** What an operator or the platform's owner calls a source. */
export const moveInName = /^[\w.-]{1,60}$/

/** `new`: its source was never read. `running` without an order: the command runs it, or was killed. */
export const moveInStates = ['new', 'looked', 'running', 'stopped', 'failed', 'done', 'switched'] as const
export type MoveInState = (typeof moveInStates)[number]

/** What the page orders. The worker carries it out. */
export const moveInOrders = ['look', 'run', 'switch'] as const
export type MoveInOrder = (typeof moveInOrders)[number]

/** Why an order ended without its result. */
export const moveInFailures = [
  'no-postgres',
  'unreachable',
  'access-refused',
  'no-database',
  'no-product',
  'another-source',
  'over',
  'no-folder',
  'nothing-to-move',
  'not-complete',
  'name-taken',
  'disk-full',
  'source-lost',
  'unexpected',
] as const
export type MoveInFailure = (typeof moveInFailures)[number]

/** Why a row of the source did not move, or not wholly. */
export const moveInSkips = [
  'renamed',
  'merged',
  'closed-beside-another',
  'activity',
  'same-message',
  'contact-missing',
  'ticket-missing',
  'message-missing',
  'file-missing',
  'no-number',
  'bot-unusable',
  'other-channel',
  'email-taken',
  'email-missing',
  'left-out',
  'password-not-readable',
  'super-not-given',
  'token-too-short',
  'greeting-media-lost',
  'forward-lost',
  'media-lost',
  'list-missing',
  'campaign-missing',
  'chat-missing',
  'members-missing',
  'parent-missing',
  'hours-lost',
  'pair-missing',
  'same-number',
  'no-counterpart',
  'no-rating',
  'no-time',
] as const
export type MoveInSkip = (typeof moveInSkips)[number]

/**
 * Whether the text is the address of a PostgreSQL by its host, with a database and at most the option `sslmode`. Other
 * options of such an address read files of the server, or lead to its sockets.
 */
export function isSourceAddress(text: string): boolean {
  const parts =
    /^postgres(?:ql)?:\/\/[^\s/@?#\\]+@([\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?\/[^\s/?#]+(?:\?([^\s#]*))?$/i.exec(
      text,
    )
  if (parts === null) return false
  const options = parts[2]
  return options === undefined || /^sslmode=(disable|prefer|require|no-verify)$/.test(options)
}

/** Whether the text names a folder below another one, such as `loja/public`. */
export function isFolderBelow(text: string): boolean {
  return /^[\w.-]+(\/[\w.-]+)*$/.test(text) && !text.split('/').some((part) => /^\.+$/.test(part))
}

/** The whole seconds that the rest of the rows takes at this pace; null: unknown yet. */
export function secondsLeft(rows: {
  readonly done: number
  readonly total: number
  /** Done in these milliseconds. */
  readonly doneNow: number
  readonly elapsedMs: number
}): number | null {
  const { done, total, doneNow, elapsedMs } = rows
  if (doneNow <= 0) return null
  return Math.ceil(((total - done) / doneNow) * (elapsedMs / 1_000))
}
