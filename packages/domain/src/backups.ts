const dayMs = 86_400_000
/** Two days: one daily backup may fail before admins are warned. */
export const backupOverdueAfterMs = 2 * dayMs

interface BackupFacts {
  /** The time of the data in the latest backup; null before the first backup. */
  readonly lastAt: Date | null
  /** When the installation got its first company; null before that. */
  readonly installedAt: Date | null
  readonly now: Date
}

/** True when the latest backup, or without one the installation, is more than two days old. */
export function isBackupOverdue({ lastAt, installedAt, now }: BackupFacts): boolean {
  const since = lastAt ?? installedAt
  return since !== null && now.getTime() - since.getTime() > backupOverdueAfterMs
}

/** The wait before retrying a failed backup: one hour. */
const retryMs = 3_600_000

/**
 * True when a scheduled backup is due. `dueAt` is the schedule's latest past time. `triedAt` and `failed`
 * describe the last scheduled attempt; `triedAt` is null before the first.
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

/** Six and a half days, so that a check at the same time of each week is due. */
const checkEveryMs = 6.5 * dayMs

/**
 * True when the next scheduled backup must be checked by restoring it: the first one, then one a week.
 * `triedAt` is the time of the last check, even if it failed or was skipped; null before the first. A failed
 * check is not repeated sooner, because each check loads the whole database.
 */
export function isBackupCheckDue(triedAt: Date | null, now: Date): boolean {
  return triedAt === null || now.getTime() - triedAt.getTime() >= checkEveryMs
}

export interface BackupRetention {
  readonly keepDays: number
  readonly keepWeeks: number
}

/**
 * Returns the times of the backups that may be deleted. Retained are the latest backup, and the latest one of
 * each of the last `keepDays` days and `keepWeeks` weeks that have one. Days are in UTC, and weeks begin on
 * Monday.
 */
export function backupsToRemove(
  all: readonly Date[],
  { keepDays, keepWeeks }: BackupRetention,
): readonly Date[] {
  const newestFirst = [...all].sort((one, other) => other.getTime() - one.getTime())
  const kept = new Set([
    ...newestPer(newestFirst, (at) => Math.floor(at.getTime() / dayMs), keepDays),
    // Adding 3 days makes weeks begin on Monday, because 1970 began on a Thursday.
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
