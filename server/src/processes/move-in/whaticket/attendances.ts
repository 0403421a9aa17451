import type { SourceRow } from '../step'
import { textOf, timeOrNull } from '../values'

/** A part of a ticket of the source, which becomes a ticket here. */
export interface Attendance {
  /** Ids of the tracking rows in this part. Empty: the ticket has none. */
  readonly trackingIds: readonly string[]
  /** Messages from this time on belong to the part. Null: also the first ones. */
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
