import { searchMessages } from '@balcao/contract/messages'
import type { MessageId, TicketId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../lib/call'

const none: readonly MessageId[] = []

/** Whether these words are enough to search a conversation. */
export function areSearchable(words: string): boolean {
  return words.length >= limits.conversationSearch.words.min
}

/**
 * The messages of a conversation with these words, newest first, as far as it has been searched: pages are fetched until as
 * many hits as are `needed` are there. Each page reads a bounded number of messages, so that an empty one does not mean the end.
 */
export function useConversationSearch(ticketId: TicketId, words: string, needed: number) {
  const query = useInfiniteQuery({
    queryKey: ['conversation-search', ticketId, words],
    initialPageParam: null as MessageId | null, // the newest message
    queryFn: ({ pageParam, signal }) =>
      call(
        searchMessages,
        {
          params: { ticketId },
          query: { searchParam: words, ...(pageParam !== null && { before: pageParam }) },
        },
        { signal },
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: areSearchable(words),
    gcTime: 0, // messages that come meanwhile are found by the next search
  })
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query
  const found = data === undefined ? none : data.pages.flatMap((page) => page.found)
  const isLookingOn = data !== undefined && found.length < needed && hasNextPage && !isError
  useEffect(() => {
    if (isLookingOn && !isFetching) void fetchNextPage()
  }, [isLookingOn, isFetching, fetchNextPage])
  return {
    found,
    /** Older messages are not searched yet. */
    hasMore: hasNextPage,
    isSearching: isFetching || isLookingOn,
    error: query.error,
    retry: () => void (data === undefined ? query.refetch() : fetchNextPage()),
  }
}
