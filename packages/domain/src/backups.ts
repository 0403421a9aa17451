const dayMs = 86_400_000
/** A daily backup may fail once, and be noticed before the second. */
export const overdueAfterMs = 2 * dayMs

interface BackupFacts {
  /** The content of the last backup; null: there is none. */
  readonly lastAt: Date | null
  /** When the installation got its first company; null: it has none. */
  readonly installedAt: Date | null
  readonly now: Date
}

/** Whether the last backup is more than two days old, or a missing one has been missing for so long. */
export function isBackupOverdue({ lastAt, installedAt, now }: BackupFacts): boolean {
  const since = lastAt ?? installedAt
  return since !== null && now.getTime() - since.getTime() > overdueAfterMs
}

/** After a failure the next attempt waits this long. */
const retryMs = 3_600_000

/**
 * Whether a scheduled backup is due. `dueAt`: the latest time of the schedule that has come. `triedAt`, `failed`: the last
 * scheduled attempt; null: there was none.
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

export interface Retention {
  readonly keepDays: number
  readonly keepWeeks: number
}

/**
 * Which of these backups no longer need to be kept, by their instants. Kept are the newest of each of the last days that
 * have one, and of each of the last weeks, from Monday, in UTC.
 */
export function backupsToRemove(all: readonly Date[], { keepDays, keepWeeks }: Retention): readonly Date[] {
  const newestFirst = [...all].sort((one, other) => other.getTime() - one.getTime())
  const kept = new Set([
    ...newestPer(newestFirst, (at) => Math.floor(at.getTime() / dayMs), keepDays),
    // 1970 began on a Thursday.
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
