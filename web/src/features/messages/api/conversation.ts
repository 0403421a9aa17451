import type { MessageView } from '@balcao/contract/messages'
import type { TicketEventView } from '@balcao/contract/ticket-events'
import type { TicketId } from '@balcao/domain/ids'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useJoin, useLive } from '../../../lib/live'
import { showError } from '../../../ui/toasts'
import { type MessagePage, messagesOf, reducePages } from '../message-reducer'
import { onStored } from '../outbox'
import { askedAhead, type Inbound, isOf } from './ask-ahead'
import { mediaKey } from './media'
import { keyOf, type PageStart, type Pages, pageOf, pagesOf } from './message-pages'
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

/**
 * The conversation with the contact of a ticket: newest page first, older ones on demand, kept true by live events.
 * With `spy` nobody learns that somebody looks.
 */
export function useConversation(ticketId: TicketId, spy = false): LoadedConversation {
  useJoin({ kind: 'chatBox', ticketId, ...(spy && { spy }) })
  const client = useQueryClient()
  const [ahead] = useState(() => (spy ? undefined : askedAhead(ticketId)))
  const query = useInfiniteQuery({
    ...pagesOf(client, ticketId),
    refetchOnMount: ahead === undefined ? 'always' : false,
  })
  const [isCaughtUp, setCaughtUp] = useState(false)
  if (!isCaughtUp && !query.isFetching) setCaughtUp(true)
  const { place, move, isMoving, moving } = usePlace(ticketId)
  const { takeIn } = useMessageEvents(
    ticketId,
    { data: query.data, isFetching: query.isFetching || isMoving, inbound: ahead?.inbound },
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
  useEffect(() => ahead?.end(), [ahead]) // the effects above have joined and hear by themselves now

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

function useMessageEvents(
  ticketId: TicketId,
  {
    data,
    isFetching,
    inbound = [],
  }: { readonly data: unknown; readonly isFetching: boolean; readonly inbound: Inbound[] | undefined },
  moving: RefObject<boolean>,
) {
  const client = useQueryClient()
  const duringFetch = useRef(inbound)

  const reduce = useCallback(
    (event: Inbound) => {
      client.setQueryData<Pages>(
        keyOf(ticketId),
        (data) => data && { ...data, pages: reducePages(data.pages, event) },
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
    (event: Inbound) => {
      if (isUnderWay()) duringFetch.current.push(event)
      reduce(event)
    },
    [isUnderWay, reduce],
  )

  useLive('message', (event) => {
    if (isOf(ticketId, event)) hear(event)
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
    if (!isUnderWay()) for (const event of duringFetch.current.splice(0)) reduce(event)
  }, [isFetching, data, isUnderWay, reduce])
  return { takeIn: useCallback((message: MessageView) => hear({ action: 'update', message }), [hear]) }
}
