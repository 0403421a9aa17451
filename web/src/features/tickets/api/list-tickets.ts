import type { LiveTicketPayload } from '@balcao/contract/live'
import { listOtherTicketsOfContact, listTickets, type TicketView } from '@balcao/contract/tickets'
import type { Viewer } from '@balcao/domain/people'
import {
  type InfiniteData,
  type QueryClient,
  type QueryKey,
  skipToken,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { call } from '../../../lib/call'
import { useViewer } from '../../../lib/session'
import { waitUntil } from '../../../lib/timers'
import { liveEventFilterOf, type TicketListQuery } from '../list-view'
import {
  type LoadedTicketPage,
  messageSearchMatchesOf,
  nextPageNumber,
  reduceTicketEventIntoPages,
  reduceTicketEventIntoSearchPages,
  ticketsOfPages,
} from '../ticket-pages'
import { useChangesOfRecordsInTickets, useLiveTicketEvents } from './live-tickets'

/** The first part of the query key of every ticket list, followed by the list's `TicketListQuery`. */
export const ticketListsQueryKey = ['tickets', 'list']

export type TicketListResult = ReturnType<typeof useTicketList>

/**
 * A list of tickets, live while mounted. Without a query (`question`) it fetches nothing. The first request waits
 * until `restsUntil` (milliseconds since 1970), so that quick changes cause only one request (GEN-10).
 */
export function useTicketList(question: TicketListQuery | undefined, restsUntil = 0) {
  const waits = useRef(restsUntil > Date.now())
  const queryKey = [...ticketListsQueryKey, question ?? null]
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: 1,
    queryFn:
      question === undefined
        ? skipToken
        : async ({ pageParam, signal }): Promise<LoadedTicketPage> => {
            if (waits.current) await waitUntil(restsUntil, signal)
            waits.current = false
            return call(listTickets, { query: { ...askedOf(question), pageNumber: pageParam } }, { signal })
          },
    getNextPageParam: (_, pages) => nextPageNumber(pages),
    refetchOnMount: 'always', // an unmounted list reduced no events
  })
  useListEvents(queryKey)
  const loadMore = useNextPage(query)
  const refetch = query.refetch

  const pages = query.data?.pages
  const tickets = useMemo(() => ticketsOfPages(pages ?? []), [pages])
  const found = useMemo(() => messageSearchMatchesOf(pages ?? []), [pages])
  return {
    tickets,
    /** For a search: the matching message of each ticket that was found by a message, by ticket id. */
    found,
    isLoading: query.isLoading,
    error: pages === undefined ? query.error : null,
    hasMore: query.hasNextPage,
    isFetching: query.isFetching,
    isLoadingMore: query.isFetchingNextPage,
    moreFailed: query.isFetchNextPageError,
    loadMore,
    reload: () => void refetch(),
  }
}

type ListQuery = Pick<
  UseInfiniteQueryResult<InfiniteData<LoadedTicketPage>>,
  'data' | 'hasNextPage' | 'isFetching' | 'isFetchNextPageError' | 'fetchNextPage'
>

/**
 * Fetches the next page. The scroll handler calls only once, so the request waits for a running fetch, and is sent
 * again if another fetch cancelled it. A failed page is not fetched again.
 */
function useNextPage({ data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage }: ListQuery) {
  const loaded = data?.pages.length
  // The number of loaded pages when the next page was requested.
  const desiredAfter = useRef<number>(undefined)
  const ask = () => {
    if (hasNextPage && !isFetching) void fetchNextPage({ cancelRefetch: false })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of a fetch is a reason
  useEffect(() => {
    if (isFetching) return
    if (desiredAfter.current === loaded && !isFetchNextPageError) ask()
    else desiredAfter.current = undefined
  }, [isFetching])

  return () => {
    desiredAfter.current = loaded
    ask()
  }
}

function askedOf({ status, queueIds, tags, users, ...rest }: TicketListQuery) {
  return {
    ...(status !== undefined && { status }),
    ...(queueIds !== undefined && { queueIds: [...queueIds] }),
    ...(tags.length > 0 && { tags: [...tags] }),
    ...(users.length > 0 && { users: [...users] }),
    ...rest,
  }
}

/** Applies live events to a cached list. The reducer ignores an event whose version is not newer. */
function useListEvents(queryKey: QueryKey): void {
  const client = useQueryClient()
  const viewer = useViewer()

  useLiveTicketEvents((event) => reduceIntoList(client, queryKey, viewer, event))
  useChangesOfRecordsInTickets((renew) =>
    changePages(client, queryKey, (pages) =>
      pages.map((page) => ({ ...page, tickets: page.tickets.map(renew) })),
    ),
  )
}

/** Applies the ticket that a call returned to every cached list, like the live event that follows. */
export function updateCachedTicketLists(client: QueryClient, viewer: Viewer, ticket: TicketView): void {
  for (const [queryKey] of client.getQueriesData({ queryKey: ticketListsQueryKey }))
    reduceIntoList(client, queryKey, viewer, { action: 'update', ticketId: ticket.id, ticket })
}

function reduceIntoList(client: QueryClient, queryKey: QueryKey, viewer: Viewer, event: LiveTicketPayload) {
  const question = queryKey[2] as TicketListQuery | null // Only `useTicketList` builds this key, so the cast is safe.
  if (question === null) return
  const reduceInto =
    question.searchParam !== '' || question.tags.length + question.users.length > 0
      ? reduceTicketEventIntoSearchPages
      : reduceTicketEventIntoPages
  changePages(client, queryKey, (pages) => reduceInto(pages, event, liveEventFilterOf(question, viewer)))
}

function changePages(
  client: QueryClient,
  queryKey: QueryKey,
  act: (pages: LoadedTicketPage[]) => LoadedTicketPage[],
): void {
  client.setQueryData<InfiniteData<LoadedTicketPage>>(
    queryKey,
    (data) => data && { ...data, pages: act(data.pages) },
  )
}

/** The contact's other tickets, newest first; refetched when one of them is created, changed or deleted. */
export function useOtherTicketsOfContact({ id, contactId }: Pick<TicketView, 'id' | 'contactId'>) {
  const query = useInfiniteQuery({
    queryKey: ['tickets', 'others', id],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      call(
        listOtherTicketsOfContact,
        { params: { ticketId: id }, query: { pageNumber: pageParam } },
        { signal },
      ),
    getNextPageParam: ({ hasMore }, _, page) => (hasMore ? page + 1 : undefined),
    refetchOnMount: 'always', // an unmounted list received no events
  })
  const tickets = query.data?.pages.flatMap((page) => page.tickets)
  useLiveTicketEvents((event) => {
    if (event.ticketId === id) return
    const isKnown = tickets?.some((ticket) => ticket.id === event.ticketId) ?? false
    const isOfContact = event.action === 'update' && event.ticket.contactId === contactId
    if (isKnown || isOfContact) void query.refetch()
  })
  return { ...query, tickets }
}
