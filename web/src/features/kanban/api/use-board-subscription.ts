import type { EndpointCallAnswer } from '@balcao/contract/client'
import type { listKanbanTickets } from '@balcao/contract/kanban'
import { applyContactEventToTicket } from '@balcao/contract/ticket-parts-reducer'
import type { TicketView } from '@balcao/contract/tickets'
import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { throttle } from '../../../lib/at-most-every'
import { useJoinView, useLiveEvent } from '../../../lib/live'
import {
  type BoardFilter,
  isTicketOnBoard,
  type LoadedLane,
  lanesOfTicket,
  laneWithCard,
  laneWithoutCard,
} from '../lanes'
import { boardQueryKey, laneTicketsQueryKey } from './board'

type Pages = InfiniteData<EndpointCallAnswer<typeof listKanbanTickets>, string>

const countsPace = 1_000

export function changeCachedLanes(
  queries: QueryClient,
  filter: BoardFilter,
  change: (lane: LoadedLane, id: number) => LoadedLane,
): void {
  for (const [key] of queries.getQueriesData<Pages>({ queryKey: laneTicketsQueryKey(filter) })) {
    queries.setQueryData<Pages>(key, (data) => {
      const last = data?.pages.at(-1)
      if (data === undefined || last === undefined) return data
      const cards = data.pages.flatMap(({ tickets }) => tickets)
      const changed = change({ cards, next: last.next }, Number(key.at(-1)))
      // Puts all cards into the first page, so that one sort covers them. Later pages only keep their cursors.
      const pages = data.pages.map((page, at) => ({ ...page, tickets: at === 0 ? [...changed.cards] : [] }))
      return { ...data, pages }
    })
  }
}

/** Puts the ticket into its place in every loaded lane, unless a lane already shows a newer version. */
export function putCardIntoCachedLanes(
  queries: QueryClient,
  filter: BoardFilter,
  tagLanes: readonly number[],
  ticket: TicketView,
): void {
  if (shownVersion(queries, filter, ticket) > ticket.version) return
  const lanes = isTicketOnBoard(ticket, filter) ? lanesOfTicket(ticket, tagLanes) : []
  changeCachedLanes(queries, filter, (lane, id) =>
    lanes.includes(id) ? laneWithCard(lane, ticket) : laneWithoutCard(lane, ticket.id),
  )
}

function shownVersion(queries: QueryClient, filter: BoardFilter, { id }: TicketView): number {
  const shown = queries
    .getQueriesData<Pages>({ queryKey: laneTicketsQueryKey(filter) })
    .flatMap(([, data]) => data?.pages.flatMap(({ tickets }) => tickets) ?? [])
  return Math.max(0, ...shown.filter((card) => card.id === id).map(({ version }) => version))
}

export function useBoardSubscription(filter: BoardFilter, tagLanes: readonly number[]): void {
  const queries = useQueryClient()
  const counts = useMemo(
    () => throttle(countsPace, () => void queries.invalidateQueries({ queryKey: [boardQueryKey, 'counts'] })),
    [queries],
  )
  useEffect(() => counts.stop, [counts])
  // Only the `notification` room carries the events of all tickets that this person may read.
  useJoinView({ kind: 'notification' })

  // The latest version of each ticket, so that an older event does not add a card that left the board.
  const latest = useRef(new Map<TicketView['id'], number>())
  function isNews(id: TicketView['id'], version: number): boolean {
    if (version < (latest.current.get(id) ?? 0)) return false
    latest.current.set(id, version)
    return true
  }
  function place(ticket: TicketView): void {
    if (!isNews(ticket.id, ticket.version)) return
    putCardIntoCachedLanes(queries, filter, tagLanes, ticket)
    counts.call()
  }
  useLiveEvent('ticket', (event) => {
    if (event.action === 'update') return place(event.ticket)
    if (!isNews(event.ticketId, event.version)) return
    if (event.action === 'delete') {
      changeCachedLanes(queries, filter, (lane) => laneWithoutCard(lane, event.ticketId))
      return counts.call()
    }
    changeCachedLanes(queries, filter, (lane) => ({
      ...lane,
      cards: lane.cards.map((card) =>
        card.id === event.ticketId && event.version >= card.version
          ? { ...card, unreadMessages: 0, version: event.version }
          : card,
      ),
    }))
  })
  useLiveEvent('message', (event) => {
    if (event.action === 'create') place(event.ticket)
  })
  useLiveEvent('contact', (event) =>
    changeCachedLanes(queries, filter, (lane) => ({
      ...lane,
      cards: lane.cards.map((card) => applyContactEventToTicket(card, event)),
    })),
  )
  useLiveEvent('tag', () => void queries.invalidateQueries({ queryKey: [boardQueryKey] }))
  useLiveEvent('queue', () => void queries.invalidateQueries({ queryKey: [boardQueryKey, 'lane'] }))
}
