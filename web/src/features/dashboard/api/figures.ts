import { readDashboard, readTicketsByHour } from '@balcao/contract/dashboard'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import type { FiguresRange } from '../range'

export const dashboardQueryKey = 'dashboard'

export function useDashboardFigures(range: FiguresRange) {
  return useQuery({
    queryKey: [dashboardQueryKey, 'figures', range],
    queryFn: ({ signal }) => call(readDashboard, { query: range }, { signal }),
  })
}

/** The server knows the day; `today` only makes the query key differ after midnight. */
export function useTodaysTicketsByHour(today: string) {
  return useQuery({
    queryKey: [dashboardQueryKey, 'hours', today],
    queryFn: ({ signal }) => call(readTicketsByHour, {}, { signal }),
  })
}
