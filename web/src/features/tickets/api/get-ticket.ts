import type { LiveTicketPayload, TicketListRemovalReason, TicketTransferDetails } from '@balcao/contract/live'
import { ticketSnapshotOf } from '@balcao/contract/ticket-list-reducer'
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
import type { LoadedTicketPage } from '../ticket-pages'
import { ticketListsQueryKey } from './list-tickets'
import { useChangesOfRecordsInTickets, useLiveTicketEvents } from './live-tickets'

const keyOf = (uuid: string) => ['tickets', 'one', uuid]

export function isQueryOfTicket(queryKey: readonly unknown[], { id, uuid }: TicketView): boolean {
  const [, kind, which] = queryKey
  return (kind === 'one' && which === uuid) || (kind === 'others' && which === id)
}

/**
 * The newest version of the ticket in the mounted lists, to show until the server answers. Pending tickets are
 * left out: after an accept, the page would show the old status for a moment.
 */
function inLists(client: QueryClient, uuid: string): TicketView | undefined {
  return client
    .getQueriesData<InfiniteData<LoadedTicketPage>>({ queryKey: ticketListsQueryKey, type: 'active' })
    .flatMap(([, list]) => list?.pages ?? [])
    .flatMap(({ tickets }) => tickets.filter((ticket) => ticket.uuid === uuid && ticket.status !== 'pending'))
    .reduce<TicketView | undefined>(
      (newest, ticket) => (newest === undefined || ticket.version > newest.version ? ticket : newest),
      undefined,
    )
}

/** The ticket, live. Calls `onGone` when it was deleted or transferred, or the viewer may no longer read it. */
export function useTicket(
  uuid: string,
  onGone: (
    reason: Exclude<TicketListRemovalReason, 'status'> | 'own-act',
    transfer: TicketTransferDetails | undefined,
  ) => void,
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
    // A live event may have made the cached version newer than the answer: the newer one stays.
    structuralSharing: (cached, answer) => newerOf(cached as TicketView | undefined, answer as TicketView),
  })
  // The cached ticket of an earlier visit received no events since, so the lists may have a newer version.
  const ticket = isNewer(listed, data) ? listed : data

  useLiveTicketEvents((event) => {
    // Compares uuids, because the ticket's id is unknown before the first answer.
    if (event.action === 'update' && event.ticket.uuid === uuid) {
      // The viewer's own action, maybe in another tab, ended their access: otherwise the event would be a `delete`.
      if (!mayReadTicket(viewer, ticketSnapshotOf(event.ticket))) return onGone('own-act', undefined)
      return cacheTicket(client, event.ticket)
    }
    if (event.ticketId !== ticket?.id) return
    if (event.action !== 'delete') return cacheTicket(client, changed(ticket, event))
    if (event.version < ticket.version && event.reason !== 'deleted') return
    // Refetches a ticket that moved to another list, or was merged: a merged ticket's uuid returns the remaining one.
    if (event.reason === 'status' || event.mergedInto !== undefined) void refetch()
    else onGone(event.reason, event.transfer)
  })
  useChangesOfRecordsInTickets((renew) =>
    client.setQueryData<TicketView>(keyOf(uuid), (known) => known && renew(known)),
  )
  return { ticket, error, refetch }
}

function newerOf(cached: TicketView | undefined, answer: TicketView): TicketView {
  return isNewer(cached, answer) ? cached : replaceEqualDeep(cached, answer)
}

function isNewer(one: TicketView | undefined, other: TicketView | undefined): one is TicketView {
  return one !== undefined && one.uuid === other?.uuid && one.version > other.version
}

function changed(ticket: TicketView, event: Exclude<LiveTicketPayload, { action: 'delete' }>): TicketView {
  if (event.action === 'update') return event.ticket
  return event.version < ticket.version ? ticket : { ...ticket, unreadMessages: 0, version: event.version }
}

/** Caches a ticket from an answer or event, unless the cache has a newer version. */
export function cacheTicket(client: QueryClient, ticket: TicketView): void {
  client.setQueryData<TicketView>(keyOf(ticket.uuid), (known) =>
    known === undefined || known.version <= ticket.version ? ticket : known,
  )
}
