import { readDashboard, readTicketsByHour } from '@balcao/contract/dashboard'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import type { Range } from '../range'

/** The first part of every query key of the dashboard. */
export const dashboardKey = 'dashboard'

/** Counters and attendants of a range. */
export function useFigures(range: Range) {
  return useQuery({
    queryKey: [dashboardKey, 'figures', range],
    queryFn: ({ signal }) => call(readDashboard, { query: range }, { signal }),
  })
}

/** Today's tickets by hour. The server knows the day; `today` only makes a new day another query. */
export function useHours(today: string) {
  return useQuery({
    queryKey: [dashboardKey, 'hours', today],
    queryFn: ({ signal }) => call(readTicketsByHour, {}, { signal }),
  })
}
