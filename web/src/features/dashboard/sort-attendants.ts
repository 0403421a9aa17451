import type { DashboardFigures } from '@balcao/contract/dashboard'

export type Attendant = DashboardFigures['attendants'][number]
export type AttendantSortKey = 'name' | 'rating' | 'tickets' | 'avgSupportTime' | 'online'
export interface AttendantSort {
  readonly by: AttendantSortKey
  readonly direction: 'ascending' | 'descending'
}

/**
 * The order after a click on a column title. Names begin ascending, figures descending; a second click
 * reverses the order.
 */
export function nextAttendantSort(order: AttendantSort, by: AttendantSortKey): AttendantSort {
  if (order.by === by) return { by, direction: order.direction === 'ascending' ? 'descending' : 'ascending' }
  return { by, direction: by === 'name' ? 'ascending' : 'descending' }
}

/** Sorts the attendants. Equal values are ordered by name, ascending in either direction. */
export function sortAttendants(
  attendants: readonly Attendant[],
  { by, direction }: AttendantSort,
  language: string,
): Attendant[] {
  const byName = (one: Attendant, other: Attendant) => one.name.localeCompare(other.name, language)
  const sign = direction === 'ascending' ? 1 : -1
  return [...attendants].sort((one, other) => {
    const difference = by === 'name' ? byName(one, other) : Number(one[by]) - Number(other[by])
    return sign * difference || byName(one, other)
  })
}
