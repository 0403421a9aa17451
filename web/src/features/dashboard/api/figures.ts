import { readDashboard, readHours } from '@balcao/contract/dashboard'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import type { Range } from '../range'

/** The first word of the keys of all that the dashboard shows. */
export const dashboardKey = 'dashboard'

/** Counters and attendants of a range. */
export function useFigures(range: Range) {
  return useQuery({
    queryKey: [dashboardKey, 'figures', range],
    queryFn: ({ signal }) => call(readDashboard, { query: range }, { signal }),
  })
}

/** Today's tickets by hour. The server knows what day it is; `today` only makes a new day a new question. */
export function useHours(today: string) {
  return useQuery({
    queryKey: [dashboardKey, 'hours', today],
    queryFn: ({ signal }) => call(readHours, {}, { signal }),
  })
}
