import type { SourceRow } from '../step'
import { textOf, timeOrNull } from '../values'

/** The part of a source ticket from one opening to its closing. It becomes a ticket of its own here. */
export interface Attendance {
  /** Ids of the source's tracking rows that belong to this part. Empty: the ticket has no such rows. */
  readonly trackingIds: readonly string[]
  /** Messages from this time on belong to the part. Null: the part begins with the ticket's first message. */
  readonly from: Date | null
}

/**
 * Whaticket and its forks reopen a contact's last ticket, so one ticket may contain the attendances of years.
 * It is split at each tracking row if each ended before the next began; otherwise it stays whole.
 */
export function splitIntoAttendances(tracking: readonly SourceRow[]): readonly Attendance[] {
  const rows = tracking
    .map((row) => ({
      id: textOf(row, 'id'),
      began: startTimeOfTracking(row),
      ended: timeOrNull(row, 'finishedAt'),
    }))
    .sort((a, b) => (a.began?.getTime() ?? 0) - (b.began?.getTime() ?? 0) || Number(a.id) - Number(b.id))
  const isApart = rows.every(({ ended }, at) => {
    const next = rows[at + 1]
    return next === undefined || (ended !== null && next.began !== null && ended <= next.began)
  })
  if (rows.length < 2 || !isApart) return [{ trackingIds: rows.map(({ id }) => id), from: null }]
  return rows.map(({ id, began }, at) => ({ trackingIds: [id], from: at === 0 ? null : began }))
}

export function attendanceAt(attendances: readonly Attendance[], at: Date): Attendance | undefined {
  return attendances.findLast(({ from }) => from === null || from <= at)
}

export function startTimeOfTracking(tracking: SourceRow): Date | null {
  return (
    timeOrNull(tracking, 'createdAt') ?? timeOrNull(tracking, 'queuedAt') ?? timeOrNull(tracking, 'startedAt')
  )
}
