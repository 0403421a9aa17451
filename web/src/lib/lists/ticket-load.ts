import { readTicketWorkload, type TicketWorkload } from '@balcao/contract/dashboard'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { throttle } from '../at-most-every'
import { call } from '../call'
import { useLiveEvent } from '../live'

const minRefetchMs = 10_000

const loadQuery = queryOptions({
  queryKey: ['ticketLoad'],
  queryFn: ({ signal }): Promise<TicketWorkload> => call(readTicketWorkload, {}, { signal }),
  refetchOnMount: 'always', // an unmounted list received no events
})

/** The number of live tickets of each queue and user; refetched at most every ten seconds. */
export function useTicketWorkload() {
  const queries = useQueryClient()
  const reload = useRef<() => void>(() => undefined)
  useEffect(() => {
    const paced = throttle(minRefetchMs, () => void queries.invalidateQueries(loadQuery))
    reload.current = paced.call
    return paced.stop
  }, [queries])
  useLiveEvent('ticket', ({ action }) => {
    // `updateUnread` reports read messages, which do not change the number of tickets.
    if (action !== 'updateUnread') reload.current()
  })
  return useQuery(loadQuery)
}
