import { shouldShowAllTicketsByDefault } from '@balcao/contract/ticket-list-reducer'
import { countTickets } from '@balcao/contract/tickets'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../../../lib/call'
import { useViewer } from '../../../lib/session'
import { after } from '../../../lib/timers'
import type { TicketListUrlState } from '../list-view'
import { useLiveTicketEvents } from './live-tickets'

/** In milliseconds: events within this time cause one fetch of the counts. */
const gatherMilliseconds = 250
const countsKey = ['tickets', 'counts']

/** The counts of the sub-tabs; undefined until loaded (TICKET-05). */
export function useTicketCounts({ showAll, queueIds }: Pick<TicketListUrlState, 'showAll' | 'queueIds'>) {
  return useQuery({
    queryKey: [...countsKey, showAll, queueIds ?? null],
    queryFn: ({ signal }) => {
      const query = { showAll, ...(queueIds !== undefined && { queueIds: [...queueIds] }) }
      return call(countTickets, { query }, { signal })
    },
    placeholderData: (previous) => previous,
    refetchOnMount: 'always',
  }).data
}

/** The number of pending tickets in this user's queues. Shares the cached query of the unfiltered list's counts. */
export function usePendingTicketCount(): number {
  const showAll = shouldShowAllTicketsByDefault(useViewer())
  return useTicketCounts({ showAll, queueIds: undefined })?.pending ?? 0
}

/** Refetches the mounted counts after ticket events. Mount once per tab. */
export function useTicketCountSubscription(): void {
  const queries = useQueryClient()
  const cancel = useRef<(() => void) | undefined>(undefined)
  useLiveTicketEvents(() => {
    cancel.current ??= after(gatherMilliseconds, () => {
      cancel.current = undefined
      void queries.refetchQueries({ queryKey: countsKey, type: 'active' })
    })
  })
  useEffect(
    () => () => {
      cancel.current?.()
      cancel.current = undefined
    },
    [],
  )
}
