import type { LeaveReason, LiveTicket, TransferNotice } from '@balcao/contract/live'
import { factsOf } from '@balcao/contract/ticket-list-reducer'
import { getTicketByUuid, type TicketView } from '@balcao/contract/tickets'
import { mayReadTicket } from '@balcao/domain/tickets'
import {
  type InfiniteData,
  type QueryClient,
  replaceEqualDeep,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../../lib/call'
import { useViewer } from '../../../lib/session'
import type { TicketPage } from '../ticket-pages'
import { useShownChanges, useTicketEvents } from './live-tickets'

const keyOf = (uuid: string) => ['tickets', 'one', uuid]

/** Whether a query asks for this ticket, or for what stands beside it. */
export function isOfTicket(queryKey: readonly unknown[], { id, uuid }: TicketView): boolean {
  const [, kind, which] = queryKey
  return (kind === 'one' && which === uuid) || (kind === 'others' && which === id)
}

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

/** The ticket at an address, kept true by live events. `onGone` hears that it was deleted or left this person's sight,
 *  and how when a colleague transferred it. */
export function useTicket(
  uuid: string,
  onGone: (reason: Exclude<LeaveReason, 'status'> | 'own-act', transfer: TransferNotice | undefined) => void,
) {
  const client = useQueryClient()
  const viewer = useViewer()
  const listed = useMemo(() => inLists(client, uuid), [client, uuid])
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(uuid),
    queryFn: ({ signal }) => call(getTicketByUuid, { params: { uuid } }, { signal }),
    initialData: listed,
    initialDataUpdatedAt: 0,
    refetchOnMount: 'always',
    // An answer that was under way may be older than what was heard meanwhile.
    structuralSharing: (known, told) => newerOf(known as TicketView | undefined, told as TicketView),
  })
  // Nobody reduced events into what is kept of an earlier visit; the lists know better until the answer is there.
  const ticket = isNewer(listed, data) ? listed : data

  useTicketEvents((event) => {
    // Also while the first answer is on its way, which may be older.
    if (event.action === 'update' && event.ticket.uuid === uuid) {
      // This person's own act took it out of their sight, here or on another page of theirs.
      if (!mayReadTicket(viewer, factsOf(event.ticket))) return onGone('own-act', undefined)
      return showTicket(client, event.ticket)
    }
    if (event.ticketId !== ticket?.id) return
    if (event.action !== 'delete') return showTicket(client, changed(ticket, event))
    if (event.version < ticket.version && event.reason !== 'deleted') return
    // It only left a list, or went into another ticket, which is what its address answers from now on.
    if (event.reason === 'status' || event.mergedInto !== undefined) void refetch()
    else onGone(event.reason, event.transfer)
  })
  useShownChanges((renew) => client.setQueryData<TicketView>(keyOf(uuid), (known) => known && renew(known)))
  return { ticket, error, refetch }
}

/** What is told, unless it is an older state of the ticket that is known. */
function newerOf(known: TicketView | undefined, told: TicketView): TicketView {
  return isNewer(known, told) ? known : replaceEqualDeep(known, told)
}

function isNewer(one: TicketView | undefined, other: TicketView | undefined): one is TicketView {
  return one !== undefined && one.uuid === other?.uuid && one.version > other.version
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
