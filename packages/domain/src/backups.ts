const dayMs = 86_400_000
/** Two days: one daily backup may fail before admins are warned. */
const backupOverdueAfterMs = 2 * dayMs

interface BackupFacts {
  readonly lastAt: Date | null
  readonly installedAt: Date | null
  readonly now: Date
}

/** True when the latest backup, or without one the installation, is more than two days old. */
export function isBackupOverdue({ lastAt, installedAt, now }: BackupFacts): boolean {
  const since = lastAt ?? installedAt
  return since !== null && now.getTime() - since.getTime() > backupOverdueAfterMs
}

const retryMs = 3_600_000

/**
 * True when a scheduled backup must start: since `dueAt`, the schedule's latest past time, none was tried, or
 * the last try (`triedAt`) failed at least an hour ago.
 */
export function isBackupDue({
  dueAt,
  triedAt,
  failed,
  now,
}: {
  readonly dueAt: Date
  readonly triedAt: Date | null
  readonly failed: boolean
  readonly now: Date
}): boolean {
  if (triedAt === null || triedAt < dueAt) return true
  return failed && now.getTime() - triedAt.getTime() >= retryMs
}

/** Half a day less than a week, so that a weekly check that starts a little early is still due. */
const checkEveryMs = 6.5 * dayMs

/**
 * True when a backup must be checked by restoring it: the first one, then one a week. `triedAt` is the last
 * check, even a failed one: a check loads the whole database, so it is not repeated sooner.
 */
export function isBackupCheckDue(triedAt: Date | null, now: Date): boolean {
  return triedAt === null || now.getTime() - triedAt.getTime() >= checkEveryMs
}

export interface BackupRetention {
  readonly keepDays: number
  readonly keepWeeks: number
}

/**
 * The times of the backups to delete: all but the newest one, and the newest of each of the last `keepDays`
 * days and `keepWeeks` weeks that have a backup. Days are in UTC, weeks begin on Monday.
 */
export function backupsToRemove(
  all: readonly Date[],
  { keepDays, keepWeeks }: BackupRetention,
): readonly Date[] {
  const newestFirst = [...all].sort((one, other) => other.getTime() - one.getTime())
  const kept = new Set([
    ...newestPer(newestFirst, (at) => Math.floor(at.getTime() / dayMs), keepDays),
    // Adding 3 days makes weeks begin on Monday, because 1 January 1970, day 0, was a Thursday.
    ...newestPer(newestFirst, (at) => Math.floor((at.getTime() / dayMs + 3) / 7), keepWeeks),
    ...newestFirst.slice(0, 1),
  ])
  return newestFirst.filter((at) => !kept.has(at))
}

function newestPer(
  newestFirst: readonly Date[],
  periodOf: (at: Date) => number,
  most: number,
): readonly Date[] {
  const newest = new Map<number, Date>()
  for (const at of newestFirst) if (!newest.has(periodOf(at))) newest.set(periodOf(at), at)
  return [...newest.values()].slice(0, most)
}
