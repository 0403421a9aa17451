import { type ChatList, reduceChats } from '@balcao/contract/chat-reducers'
import {
  type ChatView,
  createChat,
  deleteChat,
  getChat,
  leaveChat,
  listChats,
  markChatRead,
  openDirectChat,
  updateChat,
} from '@balcao/contract/chats'
import type { EndpointCallAnswer } from '@balcao/contract/client'
import type { LiveInternalChatPayload } from '@balcao/contract/live'
import type { ChatId, UserId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import {
  type InfiniteData,
  infiniteQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../../lib/call'
import { useUsersOfCompany } from '../../../lib/lists/users'
import { useLiveEvent } from '../../../lib/live'
import { useUser } from '../../../lib/session'
import type { PagedQuery } from '../../../ui/list-end'

type Page = EndpointCallAnswer<typeof listChats>
const chatsKey = 'chats'

export interface LoadedChats extends ChatList {
  readonly isLoading: boolean
  readonly error: Error | null
  readonly pages: PagedQuery
  readonly reload: () => void
}

export function useChats(words = ''): LoadedChats {
  const queries = useQueryClient()
  const { id: me } = useUser()
  const { queryKey } = useMemo(() => chatPages(words), [words])
  const query = useInfiniteQuery({ ...chatPages(words), refetchOnMount: 'always' })
  useLiveEvent('chat', (event) => {
    queries.setQueryData<InfiniteData<Page, number>>(queryKey, (data) => {
      const reduced = data && reduceIntoPages(data, event, me)
      if (reduced === null) void queries.invalidateQueries({ queryKey })
      return reduced ?? data
    })
  })
  const { refetch } = query

  const pages = query.data?.pages
  const records = useMemo(() => recordsOf(pages ?? []), [pages])
  return {
    records,
    unreadChats: pages?.[0]?.unreadChats ?? 0,
    isLoading: query.isLoading,
    error: pages === undefined ? query.error : null,
    pages: query,
    reload: () => void refetch(),
  }
}

/** The number of chats with unread messages, counted in the cached list of chats, without a call of its own. */
export function useUnreadChats(): number {
  const { data } = useInfiniteQuery({ ...chatPages(''), enabled: false })
  return data?.pages[0]?.unreadChats ?? 0
}

function chatPages(words: string) {
  return infiniteQueryOptions({
    queryKey: [chatsKey, 'list', words],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      call(listChats, { query: { searchParam: words, pageNumber: pageParam } }, { signal }),
    getNextPageParam: (last, pages) =>
      last.hasMore ? Math.floor(recordsOf(pages).length / limits.listPage) + 1 : undefined,
  })
}

/** Removes duplicates: a chat that moves to the front between two page fetches is on two pages. */
function recordsOf(pages: readonly Page[]): readonly ChatView[] {
  return [...new Map(pages.flatMap(({ records }) => records).map((chat) => [chat.id, chat])).values()]
}

/**
 * Applies a live event. A changed chat may move to the top, so all loaded chats go to the first page. The
 * other pages become empty; the last one still says whether the server has more chats.
 */
function reduceIntoPages(
  data: InfiniteData<Page, number>,
  event: LiveInternalChatPayload,
  me: UserId,
): InfiniteData<Page, number> | null {
  const [first, ...others] = data.pages
  if (first === undefined) return data
  const list = { records: recordsOf(data.pages), unreadChats: first.unreadChats }
  const reduced = reduceChats(list, event, me)
  if (reduced === null) return null
  if (reduced === list) return data
  const pages = [
    { ...first, ...reduced, records: [...reduced.records] },
    ...others.map((page) => ({ ...page, records: [] })),
  ]
  return { ...data, pages }
}

export function useChat(uuid: string | undefined) {
  const queries = useQueryClient()
  const queryKey = [chatsKey, 'one', uuid]
  useLiveEvent('chat', (event) => {
    if (event.action === 'delete' || event.chat.uuid !== uuid) return
    queries.setQueryData<ChatView>(queryKey, (known) =>
      known === undefined || known.version < event.chat.version ? event.chat : known,
    )
  })
  return useQuery({
    queryKey,
    enabled: uuid !== undefined,
    queryFn: ({ signal }) => call(getChat, { params: { uuid: uuid ?? '' } }, { signal }),
    refetchOnMount: 'always',
  })
}

export function useColleagues() {
  const { id: me } = useUser()
  const query = useUsersOfCompany()
  const colleagues = useMemo(() => (query.data ?? []).filter(({ id }) => id !== me), [query.data, me])
  return { ...query, colleagues }
}

export interface ChatFormValues {
  readonly title: string
  readonly users: readonly UserId[]
}

// The chat's mutations show no errors (CHAT-13): after a refusal the form just stays open.

export function useSaveChat(id: ChatId | null) {
  return useMutation({
    mutationFn: ({ title, users }: ChatFormValues): Promise<ChatView> => {
      const body = { title, users: [...users] }
      return id === null ? call(createChat, { body }) : call(updateChat, { params: { chatId: id }, body })
    },
  })
}

export function useOpenDirectChat() {
  return useMutation({ mutationFn: (userId: UserId) => call(openDirectChat, { body: { userId } }) })
}

export function useDeleteChat() {
  return useMutation({ mutationFn: (chatId: ChatId) => call(deleteChat, { params: { chatId } }) })
}

export function useLeaveChat() {
  return useMutation({ mutationFn: (chatId: ChatId) => call(leaveChat, { params: { chatId } }) })
}

export function useMarkChatRead() {
  return useMutation({ mutationFn: (chatId: ChatId) => call(markChatRead, { params: { chatId } }) })
}
