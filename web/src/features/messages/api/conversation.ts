import { listMessages, type MessageView } from '@balcao/contract/messages'
import type { TicketEventView } from '@balcao/contract/ticket-events'
import type { TicketId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../../lib/call'
import { useJoin, useLive } from '../../../lib/live'
import { showError } from '../../../ui/toasts'
import { foldPages, type MessagePage, messagesOf } from '../message-fold'
import { onStored } from '../outbox'
import { mediaKey } from './media'
import { useTicketEvents } from './ticket-events'

/** A part of the conversation that was gone to; another one is another list on screen. */
export interface Place {
  readonly number: number
  /** The message that was looked for; null at the newest. */
  readonly messageId: number | null
  /** The note below that message, where that was looked for. */
  readonly noteId: number | null
}

export interface LoadedConversation {
  /** Oldest first. */
  readonly messages: readonly MessageView[]
  /** What happened to the tickets in the time of these messages, oldest first. */
  readonly events: readonly TicketEventView[]
  readonly isLoading: boolean
  /** What was kept of an earlier visit has been fetched again, or could not be. */
  readonly isCaughtUp: boolean
  readonly error: Error | null
  /** Nothing is under way, and what was fetched last came. */
  readonly isAtRest: boolean
  readonly hasMore: boolean
  readonly loadOlder: () => void
  /** Messages follow that are not loaded: an older part stands here. */
  readonly hasNewer: boolean
  readonly loadNewer: () => void
  readonly place: Place
  /** Goes to where a message stands, or a note below it, however far back it is. */
  readonly goTo: (messageId: number, noteId?: number | null) => void
  readonly goToNewest: () => void
  readonly reload: () => void
  /** Takes in a message that an answer brought. */
  readonly takeIn: (message: MessageView) => void
}

/** Where a page begins: the newest when nothing is said. */
interface PageStart {
  readonly before?: number
  readonly after?: number
  readonly around?: number
  readonly limit?: number
}
type Pages = InfiniteData<MessagePage, PageStart>

/**
 * The conversation with the contact of a ticket: newest page first, older ones on demand, kept true by live events.
 * With `spy` nobody learns that somebody looks.
 */
export function useConversation(ticketId: TicketId, spy = false): LoadedConversation {
  useJoin({ kind: 'chatBox', ticketId, ...(spy && { spy }) })
  const client = useQueryClient()
  const query = useInfiniteQuery({
    queryKey: keyOf(ticketId),
    initialPageParam: {} as PageStart, // the newest page begins nowhere
    queryFn: ({ pageParam, signal }) => {
      const kept = client.getQueryData<Pages>(keyOf(ticketId))
      const isFirstAgain = kept !== undefined && kept.pageParams[0] === pageParam
      return isFirstAgain
        ? firstPageAgain(ticketId, kept.pages[0], pageParam, signal)
        : pageOf(ticketId, pageParam, signal)
    },
    getNextPageParam: olderThan,
    getPreviousPageParam: newerThan,
    refetchOnMount: 'always',
  })
  const [isCaughtUp, setCaughtUp] = useState(false)
  if (!isCaughtUp && !query.isFetching) setCaughtUp(true)
  const { place, move, isMoving, moving } = usePlace(ticketId)
  const { takeIn } = useMessageEvents(
    ticketId,
    { data: query.data, isFetching: query.isFetching || isMoving },
    moving,
  )
  const refetch = query.refetch
  useLive('ticket', (event) => {
    // Another conversation went into this one: its messages may stand anywhere, also above those that are loaded.
    const isOurs = event.action === 'update' && event.ticketId === ticketId
    if (isOurs && event.conversationChanged === true) {
      void refetch()
      void client.invalidateQueries({ queryKey: ['ticket-events', ticketId] })
    }
  })

  const pages = query.data?.pages
  const messages = useMemo(() => messagesOf(pages ?? []), [pages])
  const hasNewer = query.hasPreviousPage
  const events = useTicketEvents(ticketId, pages ?? noPages, query.hasNextPage, hasNewer)
  return {
    messages,
    events,
    isLoading: query.isLoading,
    isCaughtUp,
    error: pages === undefined ? query.error : null,
    isAtRest: !query.isFetching && !query.isError,
    hasMore: query.hasNextPage,
    loadOlder: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage({ cancelRefetch: false })
    },
    hasNewer,
    loadNewer: () => {
      if (hasNewer && !query.isFetching) void query.fetchPreviousPage({ cancelRefetch: false })
    },
    place,
    goTo: (messageId, noteId = null) => move({ around: messageId }, { messageId, noteId }),
    goToNewest: () => move({}, { messageId: null, noteId: null }),
    reload: () => void refetch(),
    takeIn,
  }
}

const noPages: readonly MessagePage[] = []

function keyOf(ticketId: TicketId): readonly unknown[] {
  return ['messages', ticketId]
}

/** What is fetched while nobody looks marks nothing read: `useMarkSeen` tells once somebody does. */
function pageOf(ticketId: TicketId, start: PageStart, signal?: AbortSignal) {
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

type Wanted = Pick<Place, 'messageId' | 'noteId'>

/** Which part of the conversation is shown. Another one takes its place once it is there. */
function usePlace(ticketId: TicketId) {
  const client = useQueryClient()
  const [place, setPlace] = useState<Place>({ number: 0, messageId: null, noteId: null })
  const [isMoving, setMoving] = useState(false)
  const moving = useRef(false) // the same, for events that come before the next render
  const asked = useRef(0)

  async function move(start: PageStart, wanted: Wanted): Promise<void> {
    const mine = ++asked.current
    moving.current = true
    setMoving(true)
    try {
      const page = await pageOf(ticketId, start)
      if (asked.current !== mine) return // somewhere else was asked for meanwhile
      await client.cancelQueries({ queryKey: keyOf(ticketId) })
      client.setQueryData<Pages>(keyOf(ticketId), { pages: [page], pageParams: [start] })
      setPlace(({ number }) => ({ number: number + 1, ...wanted }))
    } catch (error) {
      if (asked.current === mine) showError(error)
    } finally {
      if (asked.current === mine) {
        moving.current = false
        setMoving(false)
      }
    }
  }
  // Whoever comes back to the ticket begins at the newest: an older part is not kept.
  useEffect(
    () => () => {
      asked.current += 1
      const kept = client.getQueryData<Pages>(keyOf(ticketId))
      if (kept?.pages[0]?.hasNewer === true) client.removeQueries({ queryKey: keyOf(ticketId) })
    },
    [client, ticketId],
  )
  return {
    place,
    move: (start: PageStart, wanted: Wanted) => void move(start, wanted),
    isMoving,
    moving,
  }
}

interface Heard {
  readonly action: 'create' | 'update'
  readonly message: MessageView
}

function useMessageEvents(
  ticketId: TicketId,
  { data, isFetching }: { readonly data: unknown; readonly isFetching: boolean },
  moving: RefObject<boolean>,
) {
  const client = useQueryClient()
  const duringFetch = useRef<Heard[]>([])

  const fold = useCallback(
    (event: Heard) => {
      client.setQueryData<Pages>(
        keyOf(ticketId),
        (data) => data && { ...data, pages: foldPages(data.pages, event) },
      )
    },
    [client, ticketId],
  )
  // Asked of the cache: what was rendered last may not know yet that a fetch has begun or ended.
  const isUnderWay = useCallback(
    () => moving.current || client.isFetching({ queryKey: keyOf(ticketId) }) > 0,
    [client, ticketId, moving],
  )
  const hear = useCallback(
    (event: Heard) => {
      if (isUnderWay()) duringFetch.current.push(event)
      fold(event)
    },
    [isUnderWay, fold],
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: both say that an answer may have come
  useEffect(() => {
    if (!isUnderWay()) for (const event of duringFetch.current.splice(0)) fold(event)
  }, [isFetching, data, isUnderWay, fold])
  return { takeIn: useCallback((message: MessageView) => hear({ action: 'update', message }), [hear]) }
}
