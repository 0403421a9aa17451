import { listMessages, type MessageView } from '@balcao/contract/messages'
import type { TicketId } from '@balcao/domain/ids'
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { call } from '../../../lib/call'
import { useJoin, useLive } from '../../../lib/live'
import { foldPages, type MessagePage, messagesOf } from '../message-fold'
import { onStored } from '../outbox'
import { mediaKey } from './media'

export interface LoadedConversation {
  /** Oldest first. */
  readonly messages: readonly MessageView[]
  readonly isLoading: boolean
  readonly error: Error | null
  readonly hasMore: boolean
  readonly isLoadingOlder: boolean
  readonly loadOlder: () => void
  readonly reload: () => void
  /** Takes in a message that an answer brought. */
  readonly takeIn: (message: MessageView) => void
}

/** The conversation with the contact of a ticket: newest page first, older ones on demand, kept true by live events. */
export function useConversation(ticketId: TicketId): LoadedConversation {
  useJoin({ kind: 'chatBox', ticketId })
  const query = useInfiniteQuery({
    queryKey: keyOf(ticketId),
    initialPageParam: undefined as number | undefined, // the newest page has no `before`
    queryFn: ({ pageParam, signal }) =>
      call(
        listMessages,
        { params: { ticketId }, query: pageParam === undefined ? {} : { before: pageParam } },
        { signal },
      ),
    getNextPageParam: (page) => (page.hasMore ? page.messages[0]?.id : undefined),
    refetchOnMount: 'always',
  })
  const takeIn = useMessageEvents(ticketId, query.isFetching)
  const refetch = query.refetch
  useLive('ticket', (event) => {
    // Another conversation went into this one: its messages may stand anywhere, also above those that are loaded.
    const isOurs = event.action === 'update' && event.ticketId === ticketId
    if (isOurs && event.conversationChanged === true) void refetch()
  })

  const pages = query.data?.pages
  const messages = useMemo(() => messagesOf(pages ?? []), [pages])
  return {
    messages,
    isLoading: query.isLoading,
    error: pages === undefined ? query.error : null,
    hasMore: query.hasNextPage,
    isLoadingOlder: query.isFetchingNextPage,
    loadOlder: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage()
    },
    reload: () => void refetch(),
    takeIn,
  }
}

function keyOf(ticketId: TicketId): readonly unknown[] {
  return ['messages', ticketId]
}

interface Heard {
  readonly action: 'create' | 'update'
  readonly message: MessageView
}

function useMessageEvents(ticketId: TicketId, isFetching: boolean): (message: MessageView) => void {
  const client = useQueryClient()
  const duringFetch = useRef<Heard[]>([])

  const fold = useCallback(
    (event: Heard) => {
      client.setQueryData<InfiniteData<MessagePage>>(
        keyOf(ticketId),
        (data) => data && { ...data, pages: foldPages(data.pages, event) },
      )
    },
    [client, ticketId],
  )
  const hear = useCallback(
    (event: Heard) => {
      if (client.isFetching({ queryKey: keyOf(ticketId) }) > 0) duringFetch.current.push(event)
      fold(event)
    },
    [client, ticketId, fold],
  )

  useLive('message', (event) => {
    // An update may be of an earlier ticket of the same contact, which this conversation shows as well.
    if (event.action === 'update' || event.message.ticketId === ticketId) hear(event)
  })
  useEffect(
    () =>
      onStored((message, file) => {
        if (message.ticketId !== ticketId) return
        if (file !== null && message.mediaUrl !== null) client.setQueryData(mediaKey(message.mediaUrl), file)
        hear({ action: 'create', message })
      }),
    [client, ticketId, hear],
  )
  // An answer that was under way may be older than what was heard meanwhile.
  useEffect(() => {
    if (!isFetching) for (const event of duringFetch.current.splice(0)) fold(event)
  }, [isFetching, fold])
  return useCallback((message) => hear({ action: 'update', message }), [hear])
}
