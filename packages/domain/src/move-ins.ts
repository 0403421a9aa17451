export const moveInNamePattern = /^[\w.-]{1,60}$/

/**
 * The states of a migration from another product. `looked`: scanned. `switched`: the companies are open here.
 * `running` without an order: a run from the command line is in progress, or was killed.
 */
export const moveInStates = ['new', 'looked', 'running', 'stopped', 'failed', 'done', 'switched'] as const
export type MoveInState = (typeof moveInStates)[number]

/** What the platform's owner can order: `look` only scans the source, `switch` opens the companies here. */
export const moveInActions = ['look', 'run', 'switch'] as const
export type MoveInAction = (typeof moveInActions)[number]

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
  'no-plan',
  'disk-full',
  'source-lost',
  'unexpected',
] as const
export type MoveInFailure = (typeof moveInFailures)[number]

/** Why a row of the source was not migrated, or only in part. */
export const moveInSkipReasons = [
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
  'access-data-lost',
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
  'recurrence-lost',
  'audience-lost',
  'act-lost',
  'menu-taken',
  'user-missing',
] as const
export type MoveInSkipReason = (typeof moveInSkipReasons)[number]

/** The kinds of data that a company loses in a migration. A scan of the source predicts them. */
export const moveInDataLosses = [
  'queue-media',
  'option-media',
  'option-forward',
  'other-channels',
  'other-contacts',
  'short-tokens',
  'super-rights',
  'no-email',
  'activity-lines',
  'blocked-contacts',
] as const
export type MoveInDataLoss = (typeof moveInDataLosses)[number]

export interface PlanResourceCounts {
  readonly users: number
  readonly connections: number
  readonly queues: number
}

/** The plan's limits that a migrated company exceeds. It keeps all that it has, but can add no more. */
export function exceededPlanLimits(
  has: PlanResourceCounts,
  limits: PlanResourceCounts,
): readonly (keyof PlanResourceCounts)[] {
  return (['users', 'connections', 'queues'] as const).filter((what) => has[what] > limits[what])
}

/** The free disk space that a migration must leave, so that the server can still store files: 512 MB. */
const spareBytes = 512 * 1024 ** 2

/** True when the disk lacks room for the migrated data. `freeBytes` is null while unknown. */
export function lacksDiskSpace(disk: {
  readonly neededBytes: number
  readonly freeBytes: number | null
}): boolean {
  return disk.freeBytes !== null && disk.neededBytes + spareBytes > disk.freeBytes
}

/** The products whose schema a scan recognizes, by tables and columns. */
export const moveInSourceProducts = ['ticketz', 'whaticket', 'whaticket-fork', 'chatwoot'] as const
export type MoveInSourceProduct = (typeof moveInSourceProducts)[number]

/**
 * True for a PostgreSQL address with host and database, and at most the option `sslmode`. Other options could
 * read files of this server or open its sockets.
 */
export function isSourceDatabaseUrl(text: string): boolean {
  const parts =
    /^postgres(?:ql)?:\/\/[^\s/@?#\\]+@([\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?\/[^\s/?#]+(?:\?([^\s#]*))?$/i.exec(
      text,
    )
  if (parts === null) return false
  const options = parts[2]
  return options === undefined || /^sslmode=(disable|prefer|require|no-verify)$/.test(options)
}

/** True for a relative folder path such as `loja/public`, which cannot leave its parent folder. */
export function isSubfolderPath(text: string): boolean {
  return /^[\w.-]+(\/[\w.-]+)*$/.test(text) && !text.split('/').some((part) => /^\.+$/.test(part))
}

/** The estimated seconds for the remaining rows at the current rate; null while unknown. */
export function estimatedMoveInSecondsLeft(rows: {
  readonly done: number
  readonly total: number
  readonly doneNow: number
  readonly elapsedMs: number
}): number | null {
  const { done, total, doneNow, elapsedMs } = rows
  if (doneNow <= 0) return null
  return Math.ceil(((total - done) / doneNow) * (elapsedMs / 1_000))
}
