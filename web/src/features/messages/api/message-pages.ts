import { listMessages } from '@balcao/contract/messages'
import type { TicketId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import type { MessagePage } from '../message-reducer'

export interface MessagePageRequest {
  readonly before?: number
  readonly after?: number
  readonly around?: number
  readonly limit?: number
}
export type LoadedMessagePages = InfiniteData<MessagePage, MessagePageRequest>

export function messagePagesQuery(client: QueryClient, ticketId: TicketId) {
  return infiniteQueryOptions({
    queryKey: messagesQueryKey(ticketId),
    initialPageParam: {} as MessagePageRequest, // the newest page needs no start
    queryFn: ({ pageParam, signal }): Promise<MessagePage> => {
      const cached = client.getQueryData<LoadedMessagePages>(messagesQueryKey(ticketId))
      const isFirstAgain = cached !== undefined && cached.pageParams[0] === pageParam
      return isFirstAgain
        ? firstPageAgain(ticketId, cached.pages[0], pageParam, signal)
        : fetchMessagePage(ticketId, pageParam, signal)
    },
    getNextPageParam: nextOlderMessagePageRequest,
    getPreviousPageParam: newerThan,
  })
}

export function messagesQueryKey(ticketId: TicketId): readonly unknown[] {
  return ['messages', ticketId]
}

/** Fetches one page, which marks its messages as read, unless the window has no focus (`unseen`). */
export function fetchMessagePage(ticketId: TicketId, start: MessagePageRequest, signal?: AbortSignal) {
  const query = { ...start, ...(!document.hasFocus() && { unseen: true }) }
  return call(listMessages, { params: { ticketId }, query }, { signal })
}

/**
 * Refetches the first page from its oldest message on. New messages have made that page longer, and a page of normal
 * size would drop rows that the viewer may be reading (RT-23).
 */
async function firstPageAgain(
  ticketId: TicketId,
  cached: MessagePage | undefined,
  start: MessagePageRequest,
  signal: AbortSignal,
): Promise<MessagePage> {
  const oldest = cached?.messages[0]?.id
  if (cached === undefined || oldest === undefined) return fetchMessagePage(ticketId, start, signal)
  const page = cached.hasMore
    ? await pageFrom(ticketId, oldest, cached.messages.length, signal)
    : // If the first page holds the whole conversation, fetches without a start, to include older messages of a merge.
      await fetchMessagePage(ticketId, { ...start, limit: limits.messagesPage }, signal)
  const isTooLong = page.hasNewer === true && cached.hasNewer !== true
  // Too many messages are new: loads the newest page, although this drops the oldest loaded rows.
  return isTooLong ? fetchMessagePage(ticketId, {}, signal) : page
}

/** Fetches messages from id `first` upward, until `atLeast` or the newest are loaded, in several requests if needed. */
async function pageFrom(
  ticketId: TicketId,
  first: number,
  atLeast: number,
  signal: AbortSignal,
): Promise<MessagePage> {
  const page = await fetchMessagePage(ticketId, { after: first - 1, limit: limits.messagesPage }, signal)
  const last = page.messages.at(-1)?.id
  const left = atLeast - page.messages.length
  if (page.hasNewer !== true || last === undefined || left <= 0) return page
  const rest = await pageFrom(ticketId, last + 1, left, signal)
  return { ...rest, messages: [...page.messages, ...rest.messages] }
}

export function nextOlderMessagePageRequest(
  page: MessagePage,
  pages: readonly MessagePage[],
): MessagePageRequest | undefined {
  const oldest = page.messages[0]?.id
  return page.hasMore && oldest !== undefined ? { before: oldest, limit: sizeAfter(pages) } : undefined
}

function newerThan(page: MessagePage, pages: readonly MessagePage[]): MessagePageRequest | undefined {
  const newest = page.messages.at(-1)?.id
  return page.hasNewer === true && newest !== undefined
    ? { after: newest, limit: sizeAfter(pages) }
    : undefined
}

/** The next page's size: doubles per page up to a limit. Ignores live messages, so a refetch uses the same sizes. */
function sizeAfter(pages: readonly MessagePage[]): number {
  return Math.min(limits.listPage * 2 ** (pages.length - 1), limits.messagesPage)
}
