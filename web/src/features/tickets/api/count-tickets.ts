import { startsShowingAll } from '@balcao/contract/ticket-list-reducer'
import { countTickets } from '@balcao/contract/tickets'
import type { QueueId } from '@balcao/domain/ids'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../../../lib/call'
import { useViewer } from '../../../lib/session'
import { after } from '../../../lib/timers'
import { useTicketEvents } from './live-tickets'

/** A burst of messages asks for the counts once. */
const gatherMilliseconds = 250
const countsKey = ['tickets', 'counts']

interface Counted {
  readonly showAll: boolean
  readonly queueIds: readonly QueueId[] | undefined
}

/** How many tickets stand in the two sub-tabs; undefined until known (TICKET-05). */
export function useTicketCounts({ showAll, queueIds }: Counted) {
  const { data } = useQuery({
    queryKey: [...countsKey, showAll, queueIds ?? null],
    queryFn: ({ signal }) =>
      call(
        countTickets,
        { query: { showAll, ...(queueIds !== undefined && { queueIds: [...queueIds] }) } },
        { signal },
      ),
    placeholderData: (previous) => previous,
    refetchOnMount: 'always',
  })
  return data
}

/** How many tickets wait in all queues of this person; 0 until known. Asks as the list does at first: one call for both. */
export function useWaitingTickets(): number {
  const showAll = startsShowingAll(useViewer())
  return useTicketCounts({ showAll, queueIds: undefined })?.pending ?? 0
}

/** Asks for the counts that are shown after each event; once for all places that show the same ones. */
export function useCountsSubscription(): void {
  const queries = useQueryClient()
  const callOff = useRef<(() => void) | undefined>(undefined)
  useTicketEvents(() => {
    callOff.current ??= after(gatherMilliseconds, () => {
      callOff.current = undefined
      void queries.refetchQueries({ queryKey: countsKey, type: 'active' })
    })
  })
  useEffect(
    () => () => {
      callOff.current?.()
      callOff.current = undefined
    },
    [],
  )
}
