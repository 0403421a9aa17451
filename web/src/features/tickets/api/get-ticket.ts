import type { LeaveReason, LiveTicket } from '@balcao/contract/live'
import { getTicketByUuid, type TicketView } from '@balcao/contract/tickets'
import { type InfiniteData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import type { TicketPage } from '../ticket-pages'
import { useShownChanges, useTicketEvents } from './live-tickets'

const keyOf = (uuid: string) => ['tickets', 'one', uuid]

/** As the lists on screen know it, which events keep true: shown until the answer is there. A waiting one is not: it is
 *  opened by accepting it, and would stand there for a moment as it was before. */
function inLists(client: QueryClient, uuid: string): TicketView | undefined {
  return client
    .getQueriesData<InfiniteData<TicketPage>>({ queryKey: ['tickets', 'list'], type: 'active' })
    .flatMap(([, list]) => list?.pages ?? [])
    .flatMap(({ tickets }) => tickets.filter((ticket) => ticket.uuid === uuid && ticket.status !== 'pending'))
    .reduce<TicketView | undefined>(
      (newest, ticket) => (newest === undefined || ticket.version > newest.version ? ticket : newest),
      undefined,
    )
}

/** The ticket at an address, kept true by live events. `onGone` hears that it was deleted or left this person's sight. */
export function useTicket(uuid: string, onGone: (reason: Exclude<LeaveReason, 'status'>) => void) {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: keyOf(uuid),
    queryFn: ({ signal }) => call(getTicketByUuid, { params: { uuid } }, { signal }),
    initialData: () => inLists(client, uuid),
    initialDataUpdatedAt: 0,
    refetchOnMount: 'always',
  })
  const { data: ticket, refetch } = query

  useTicketEvents((event) => {
    if (event.ticketId !== ticket?.id) return
    if (event.action !== 'delete') return showTicket(client, changed(ticket, event))
    if (event.version < ticket.version && event.reason !== 'deleted') return
    // It only left a list, or went into another ticket, which is what its address answers from now on.
    if (event.reason === 'status' || event.mergedInto !== undefined) void refetch()
    else onGone(event.reason)
  })
  useShownChanges((renew) => ticket !== undefined && client.setQueryData(keyOf(uuid), renew(ticket)))
  return query
}

function changed(ticket: TicketView, event: Exclude<LiveTicket, { action: 'delete' }>): TicketView {
  if (event.action === 'update') return event.ticket
  return event.version < ticket.version ? ticket : { ...ticket, unreadMessages: 0, version: event.version }
}

/** Puts a ticket that an answer or event brought into its place, unless something newer stands there. */
export function showTicket(client: QueryClient, ticket: TicketView): void {
  client.setQueryData<TicketView>(keyOf(ticket.uuid), (known) =>
    known === undefined || known.version <= ticket.version ? ticket : known,
  )
}
