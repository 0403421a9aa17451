import { countKanbanTickets, listKanbanTickets } from '@balcao/contract/kanban'
import { listKanbanTags } from '@balcao/contract/tags'
import { addTicketTag, removeKanbanTags } from '@balcao/contract/ticket-tags'
import type { TicketView } from '@balcao/contract/tickets'
import type { TagId, TicketId } from '@balcao/domain/ids'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import type { BoardFilter } from '../lanes'

export const boardQueryKey = 'kanban'

/** The tags that the board shows as lanes, in the board's order. */
export function useLaneTags() {
  return useQuery({
    queryKey: [boardQueryKey, 'tags'],
    queryFn: async ({ signal }) => (await call(listKanbanTags, {}, { signal })).lista,
    refetchOnMount: 'always',
  })
}

export const laneTicketsQueryKey = (filter: BoardFilter) => [boardQueryKey, 'lane', filter] as const

export function useLaneTickets(filter: BoardFilter, lane: number) {
  return useInfiniteQuery({
    queryKey: [...laneTicketsQueryKey(filter), lane],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...queryParams(filter), lane, ...(pageParam && { after: pageParam }) }
      return call(listKanbanTickets, { query }, { signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchOnMount: 'always',
  })
}

export function useTicketCountsOfLanes(filter: BoardFilter) {
  return useQuery({
    queryKey: [boardQueryKey, 'counts', filter],
    queryFn: async ({ signal }) => {
      const { lanes } = await call(countKanbanTickets, { query: queryParams(filter) }, { signal })
      return new Map(lanes.map(({ lane, count }) => [lane, count]))
    },
    refetchOnMount: 'always',
  })
}

function queryParams({ words, queueId, userId }: BoardFilter) {
  return {
    searchParam: words,
    ...(queueId !== null && { queueIds: JSON.stringify([queueId]) }),
    users: JSON.stringify(userId === null ? [] : [userId]),
  }
}

/** Makes this tag the ticket's only lane tag; null removes all of the ticket's lane tags. Other tags stay. */
export async function moveTicketToLane(ticketId: TicketId, tagId: TagId | null): Promise<TicketView> {
  if (tagId === null) return (await call(removeKanbanTags, { params: { ticketId } })).ticket
  return call(addTicketTag, { params: { ticketId, tagId }, body: { alone: true } })
}
