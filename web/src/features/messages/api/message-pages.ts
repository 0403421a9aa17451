import { listMessages } from '@balcao/contract/messages'
import type { TicketId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import type { MessagePage } from '../message-reducer'

/** The first message of a page; the newest page without one. */
export interface PageStart {
  readonly before?: number
  readonly after?: number
  readonly around?: number
  readonly limit?: number
}
export type Pages = InfiniteData<MessagePage, PageStart>

/** The pages of a conversation as one query, from the newest back. */
export function pagesOf(client: QueryClient, ticketId: TicketId) {
  return infiniteQueryOptions({
    queryKey: keyOf(ticketId),
    initialPageParam: {} as PageStart, // the newest page needs no start
    queryFn: ({ pageParam, signal }): Promise<MessagePage> => {
      const cached = client.getQueryData<Pages>(keyOf(ticketId))
      const isFirstAgain = cached !== undefined && cached.pageParams[0] === pageParam
      return isFirstAgain
        ? firstPageAgain(ticketId, cached.pages[0], pageParam, signal)
        : pageOf(ticketId, pageParam, signal)
    },
    getNextPageParam: olderThan,
    getPreviousPageParam: newerThan,
  })
}

export function keyOf(ticketId: TicketId): readonly unknown[] {
  return ['messages', ticketId]
}

/** A fetch in an unfocused window marks nothing as read; `useMarkSeen` does so on focus. */
export function pageOf(ticketId: TicketId, start: PageStart, signal?: AbortSignal) {
  const query = { ...start, ...(!document.hasFocus() && { unseen: true }) }
  return call(listMessages, { params: { ticketId }, query }, { signal })
}

/**
 * Refetches the first page from its first message on. Live events have made the page longer; a page that begins elsewhere
 * would push the oldest loaded rows, which the viewer may be reading, out of the list (RT-23).
 */
async function firstPageAgain(
  ticketId: TicketId,
  cached: MessagePage | undefined,
  start: PageStart,
  signal: AbortSignal,
): Promise<MessagePage> {
  const oldest = cached?.messages[0]?.id
  if (cached === undefined || oldest === undefined) return pageOf(ticketId, start, signal)
  const page = cached.hasMore
    ? await pageFrom(ticketId, oldest, cached.messages.length, signal)
    : // The page was the oldest. A conversation that was merged into this one may have added messages above it.
      await pageOf(ticketId, { ...start, limit: limits.messagesPage }, signal)
  const isTooLong = page.hasNewer === true && cached.hasNewer !== true
  // A viewer of the newest message remains there, even where that drops the first page's old start.
  return isTooLong ? pageOf(ticketId, {}, signal) : page
}

/** The messages from `first` on, at least `atLeast` of them if there are so many. */
async function pageFrom(
  ticketId: TicketId,
  first: number,
  atLeast: number,
  signal: AbortSignal,
): Promise<MessagePage> {
  const page = await pageOf(ticketId, { after: first - 1, limit: limits.messagesPage }, signal)
  const last = page.messages.at(-1)?.id
  const left = atLeast - page.messages.length
  if (page.hasNewer !== true || last === undefined || left <= 0) return page
  const rest = await pageFrom(ticketId, last + 1, left, signal)
  return { ...rest, messages: [...page.messages, ...rest.messages] }
}

/** The start of the next page towards the oldest message; undefined after the last page. */
export function olderThan(page: MessagePage, pages: readonly MessagePage[]): PageStart | undefined {
  const oldest = page.messages[0]?.id
  return page.hasMore && oldest !== undefined ? { before: oldest, limit: sizeAfter(pages) } : undefined
}

function newerThan(page: MessagePage, pages: readonly MessagePage[]): PageStart | undefined {
  const newest = page.messages.at(-1)?.id
  return page.hasNewer === true && newest !== undefined
    ? { after: newest, limit: sizeAfter(pages) }
    : undefined
}

/**
 * Doubles the loaded messages: a long way back needs few fetches, and a short way fetches little. The size depends on the
 * number of pages, so that refetched pages have the same sizes however many messages arrived live.
 */
function sizeAfter(pages: readonly MessagePage[]): number {
  return Math.min(limits.listPage * 2 ** (pages.length - 1), limits.messagesPage)
}
