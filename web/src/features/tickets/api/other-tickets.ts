import { listOtherTickets, type TicketView } from '@balcao/contract/tickets'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { useTicketEvents } from './live-tickets'

/** The contact's other tickets, newest first; fetched again when one of them is created, changed or deleted. */
export function useOtherTickets({ id, contactId }: Pick<TicketView, 'id' | 'contactId'>) {
  const query = useInfiniteQuery({
    queryKey: ['tickets', 'others', id],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      call(listOtherTickets, { params: { ticketId: id }, query: { pageNumber: pageParam } }, { signal }),
    getNextPageParam: ({ hasMore }, _, page) => (hasMore ? page + 1 : undefined),
    refetchOnMount: 'always', // an unmounted list received no events
  })
  const tickets = query.data?.pages.flatMap((page) => page.tickets)
  useTicketEvents((event) => {
    if (event.ticketId === id) return
    const isKnown = tickets?.some((ticket) => ticket.id === event.ticketId) ?? false
    const isOfContact = event.action === 'update' && event.ticket.contactId === contactId
    if (isKnown || isOfContact) void query.refetch()
  })
  return { ...query, tickets }
}
