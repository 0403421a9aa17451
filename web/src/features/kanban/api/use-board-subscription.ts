import type { AnswerTo } from '@balcao/contract/client'
import type { kanbanTickets } from '@balcao/contract/kanban'
import { withContact } from '@balcao/contract/ticket-parts-reducer'
import type { TicketView } from '@balcao/contract/tickets'
import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { atMostEvery } from '../../../lib/at-most-every'
import { useJoin, useLive } from '../../../lib/live'
import { type BoardFilter, isOnBoard, type LoadedPartition, lanesOf, withCard, withoutCard } from '../lanes'
import { boardKey, laneKey } from './board'

type Pages = InfiniteData<AnswerTo<typeof kanbanTickets>, string>

const countsPace = 1_000

/** The loaded lanes of a filter, to be changed in place; what is still asked for meanwhile is asked again. */
export function changeLanes(
  queries: QueryClient,
  filter: BoardFilter,
  change: (lane: LoadedPartition, id: number) => LoadedPartition,
): void {
  for (const [key, data] of queries.getQueriesData<Pages>({ queryKey: laneKey(filter) })) {
    const last = data?.pages.at(-1)
    if (data === undefined || last === undefined) continue
    const cards = data.pages.flatMap(({ tickets }) => tickets)
    const changed = change({ cards, next: last.next }, Number(key.at(-1)))
    // All in the first page: the pages after it keep only where the next one goes on.
    const pages = data.pages.map((page, at) => ({ ...page, tickets: at === 0 ? [...changed.cards] : [] }))
    queries.setQueryData<Pages>(key, { ...data, pages })
  }
}

/** Puts the ticket where it stands now, in every lane that is loaded, unless something newer was heard of it. */
export function placeCard(
  queries: QueryClient,
  filter: BoardFilter,
  tagLanes: readonly number[],
  ticket: TicketView,
): void {
  if (knownVersion(queries, filter, ticket) > ticket.version) return
  const lanes = isOnBoard(ticket, filter) ? lanesOf(ticket, tagLanes) : []
  changeLanes(queries, filter, (lane, id) =>
    lanes.includes(id) ? withCard(lane, ticket) : withoutCard(lane, ticket.id),
  )
}

/** Of the ticket as some lane shows it; 0 where none does. */
function knownVersion(queries: QueryClient, filter: BoardFilter, { id }: TicketView): number {
  const shown = queries
    .getQueriesData<Pages>({ queryKey: laneKey(filter) })
    .flatMap(([, data]) => data?.pages.flatMap(({ tickets }) => tickets) ?? [])
  return Math.max(0, ...shown.filter((card) => card.id === id).map(({ version }) => version))
}

/** Keeps the board true by what happens to tickets, tags and contacts. */
export function useBoardSubscription(filter: BoardFilter, tagLanes: readonly number[]): void {
  const queries = useQueryClient()
  const counts = useMemo(
    () => atMostEvery(countsPace, () => void queries.invalidateQueries({ queryKey: [boardKey, 'counts'] })),
    [queries],
  )
  useEffect(() => counts.stop, [counts])
  // By its own view a page hears only of what stands in its person's lists; the board shows all that they may read.
  useJoin({ kind: 'notification' })

  // Of what left the board no lane knows the version: older news must not bring it back.
  const inbound = useRef(new Map<TicketView['id'], number>())
  function isNews(id: TicketView['id'], version: number): boolean {
    if (version < (inbound.current.get(id) ?? 0)) return false
    inbound.current.set(id, version)
    return true
  }
  function place(ticket: TicketView): void {
    if (!isNews(ticket.id, ticket.version)) return
    placeCard(queries, filter, tagLanes, ticket)
    counts.call()
  }
  useLive('ticket', (event) => {
    if (event.action === 'update') return place(event.ticket)
    if (!isNews(event.ticketId, event.version)) return
    if (event.action === 'delete') {
      changeLanes(queries, filter, (lane) => withoutCard(lane, event.ticketId))
      return counts.call()
    }
    changeLanes(queries, filter, (lane) => ({
      ...lane,
      cards: lane.cards.map((card) =>
        card.id === event.ticketId && event.version >= card.version
          ? { ...card, unreadMessages: 0, version: event.version }
          : card,
      ),
    }))
  })
  useLive('message', (event) => {
    if (event.action === 'create') place(event.ticket)
  })
  useLive('contact', (event) =>
    changeLanes(queries, filter, (lane) => ({
      ...lane,
      cards: lane.cards.map((card) => withContact(card, event)),
    })),
  )
  useLive('tag', () => void queries.invalidateQueries({ queryKey: [boardKey] }))
  useLive('queue', () => void queries.invalidateQueries({ queryKey: [boardKey, 'lane'] }))
}
