import { searchMessages } from '@balcao/contract/messages'
import type { MessageId, TicketId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../lib/call'

const none: readonly MessageId[] = []

export function isLongEnoughToSearch(words: string): boolean {
  return words.length >= limits.conversationSearch.words.min
}

/** Searches from the newest message back. Fetches pages, even after an empty one, until `needed` matches are found. */
export function useConversationSearch(ticketId: TicketId, words: string, needed: number) {
  const query = useInfiniteQuery({
    queryKey: ['conversation-search', ticketId, words],
    initialPageParam: null as MessageId | null, // the newest message
    queryFn: ({ pageParam, signal }) => {
      const query = { searchParam: words, ...(pageParam !== null && { before: pageParam }) }
      return call(searchMessages, { params: { ticketId }, query }, { signal })
    },
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: isLongEnoughToSearch(words),
    gcTime: 0, // the next search finds messages that arrived meanwhile
  })
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query
  const found = data === undefined ? none : data.pages.flatMap((page) => page.found)
  const continues = data !== undefined && found.length < needed && hasNextPage && !isError
  useEffect(() => {
    if (continues && !isFetching) void fetchNextPage()
  }, [continues, isFetching, fetchNextPage])
  return {
    found,
    hasMore: hasNextPage,
    isSearching: isFetching || continues,
    error: query.error,
    retry: () => void (data === undefined ? query.refetch() : fetchNextPage()),
  }
}
