import { addChatMessageInOrder } from '@balcao/contract/chat-reducers'
import { type ChatMessageView, listChatMessages } from '@balcao/contract/chats'
import type { EndpointCallAnswer } from '@balcao/contract/client'
import type { ChatId, ChatMessageId } from '@balcao/domain/ids'
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../../lib/call'
import { useLiveEvent } from '../../../lib/live'

type Page = EndpointCallAnswer<typeof listChatMessages>
type Place = ChatMessageId | null

/** The messages of a chat, oldest first. Older pages load on demand; newer messages arrive live. */
export function useChatMessages(chatId: ChatId) {
  const takeIn = useAppendChatMessage()
  const query = useInfiniteQuery({
    queryKey: queryKeyOf(chatId),
    initialPageParam: null as Place,
    queryFn: ({ pageParam, signal }) =>
      call(listChatMessages, { params: { chatId }, query: { before: pageParam ?? undefined } }, { signal }),
    getNextPageParam: (last): Place | undefined => (last.hasMore ? last.records[0]?.id : undefined),
    refetchOnMount: 'always',
  })
  useLiveEvent('chat', (event) => {
    if (event.action === 'new-message' && event.chat.id === chatId) takeIn(event.newMessage)
  })
  const { refetch } = query

  const pages = query.data?.pages
  const messages = useMemo(() => [...(pages ?? [])].reverse().flatMap(({ records }) => records), [pages])
  return {
    messages,
    isLoading: query.isLoading,
    error: pages === undefined ? query.error : null,
    isLoadingOlder: query.isFetchingNextPage,
    loadOlder: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage()
    },
    reload: () => void refetch(),
  }
}

export function useAppendChatMessage(): (message: ChatMessageView) => void {
  const queries = useQueryClient()
  return (message) =>
    queries.setQueryData<InfiniteData<Page, Place>>(queryKeyOf(message.chatId), (data) => {
      const [newest, ...older] = data?.pages ?? []
      if (data === undefined || newest === undefined) return data
      const records = [...addChatMessageInOrder(newest.records, message)]
      return { ...data, pages: [{ ...newest, records }, ...older] }
    })
}

const queryKeyOf = (chatId: ChatId) => ['chats', 'messages', chatId] as const
