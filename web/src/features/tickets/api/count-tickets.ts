import { countTickets } from '@balcao/contract/tickets'
import type { QueueId } from '@balcao/domain/ids'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../../../lib/call'
import { after } from '../../../lib/timers'
import { useTicketEvents } from './live-tickets'

/** A burst of messages asks for the counts once. */
const gatherMilliseconds = 250

interface Counted {
  readonly showAll: boolean
  readonly queueIds: readonly QueueId[] | undefined
}

/** How many tickets stand in the two sub-tabs; undefined until known. Asked again after each event (TICKET-05). */
export function useTicketCounts({ showAll, queueIds }: Counted) {
  const { data, refetch } = useQuery({
    queryKey: ['tickets', 'counts', showAll, queueIds ?? null],
    queryFn: ({ signal }) =>
      call(
        countTickets,
        { query: { showAll, ...(queueIds !== undefined && { queueIds: [...queueIds] }) } },
        { signal },
      ),
    placeholderData: (previous) => previous,
    refetchOnMount: 'always',
  })

  const callOff = useRef<(() => void) | undefined>(undefined)
  useTicketEvents(() => {
    callOff.current ??= after(gatherMilliseconds, () => {
      callOff.current = undefined
      void refetch()
    })
  })
  useEffect(
    () => () => {
      callOff.current?.()
      callOff.current = undefined
    },
    [],
  )
  return data
}
