import { listMessages } from '@balcao/contract/messages'
import type { TicketId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import type { MessagePage } from '../message-reducer'

/** Where a page begins: the newest when nothing is said. */
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
    initialPageParam: {} as PageStart, // the newest page begins nowhere
    queryFn: ({ pageParam, signal }): Promise<MessagePage> => {
      const kept = client.getQueryData<Pages>(keyOf(ticketId))
      const isFirstAgain = kept !== undefined && kept.pageParams[0] === pageParam
      return isFirstAgain
        ? firstPageAgain(ticketId, kept.pages[0], pageParam, signal)
        : pageOf(ticketId, pageParam, signal)
    },
    getNextPageParam: olderThan,
    getPreviousPageParam: newerThan,
  })
}

export function keyOf(ticketId: TicketId): readonly unknown[] {
  return ['messages', ticketId]
}

/** What is fetched while nobody looks marks nothing read: `useMarkSeen` tells once somebody does. */
export function pageOf(ticketId: TicketId, start: PageStart, signal?: AbortSignal) {
  const query = { ...start, ...(!document.hasFocus() && { unseen: true }) }
  return call(listMessages, { params: { ticketId }, query }, { signal })
}

/**
 * The first page as it is now, from the message on with which it began: what came live has made it longer, and pages that
 * begin elsewhere would push the oldest loaded rows, which somebody may be reading, out of the list (RT-23).
 */
async function firstPageAgain(
  ticketId: TicketId,
  kept: MessagePage | undefined,
  start: PageStart,
  signal: AbortSignal,
): Promise<MessagePage> {
  const oldest = kept?.messages[0]?.id
  if (kept === undefined || oldest === undefined) return pageOf(ticketId, start, signal)
  const page = kept.hasMore
    ? await pageFrom(ticketId, oldest, kept.messages.length, signal)
    : // Nothing older was there: more may have come above it, from another conversation that went into this one.
      await pageOf(ticketId, { ...start, limit: limits.messagesPage }, signal)
  const isTooLong = page.hasNewer === true && kept.hasNewer !== true
  // Who saw the newest sees the newest, also where the first page did not begin there.
  return isTooLong ? pageOf(ticketId, {}, signal) : page
}

/** From a message on, at least `atLeast` of them where there are so many. */
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

/** Where the page begins that follows towards the oldest; none follows the last one. */
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
 * As many again as were loaded: who goes far waits seldom, who looks a little back fetches little. By how many pages there
 * are, so that fetching all of them again brings pages as large as before, however many messages came live.
 */
function sizeAfter(pages: readonly MessagePage[]): number {
  return Math.min(limits.listPage * 2 ** (pages.length - 1), limits.messagesPage)
}
