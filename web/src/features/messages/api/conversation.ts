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

/** The loaded part of the conversation. A new place remounts the list. */
export interface Place {
  readonly number: number
  /** The message to show; null at the newest. */
  readonly messageId: number | null
  /** The note to show below that message. */
  readonly noteId: number | null
}

export interface LoadedConversation {
  /** Oldest first. */
  readonly messages: readonly MessageView[]
  /** The events of the tickets in the time of these messages, oldest first. */
  readonly events: readonly TicketEventView[]
  readonly isLoading: boolean
  /** The refetch of the cached messages of an earlier visit has ended, with or without success. */
  readonly isCaughtUp: boolean
  readonly error: Error | null
  /** No fetch is running, and the last one succeeded. */
  readonly isAtRest: boolean
  readonly hasMore: boolean
  readonly loadOlder: () => void
  /** Newer messages exist that are not loaded: an older part is shown. */
  readonly hasNewer: boolean
  readonly loadNewer: () => void
  readonly place: Place
  /** Loads and shows a message, or a note below it, at any place of the conversation. */
  readonly goTo: (messageId: number, noteId?: number | null) => void
  readonly goToNewest: () => void
  readonly reload: () => void
  /** Caches a message of an answer. */
  readonly takeIn: (message: MessageView) => void
}

/**
 * The conversation with the contact of a ticket: newest page first, older pages on demand, updated by live events. With
 * `spy` the viewer is not announced to colleagues.
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
    // Another conversation was merged into this one: its messages may belong anywhere, also above the loaded ones.
    const isOurs = event.action === 'update' && event.ticketId === ticketId
    if (isOurs && event.conversationChanged === true) {
      void refetch()
      void client.invalidateQueries({ queryKey: ['ticket-events', ticketId] })
    }
  })
  useEffect(() => ahead?.end(), [ahead]) // the effects above have joined and subscribed

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

/** The shown part of the conversation. Another part replaces it once it is loaded. */
function usePlace(ticketId: TicketId) {
  const client = useQueryClient()
  const [place, setPlace] = useState<Place>({ number: 0, messageId: null, noteId: null })
  const [isMoving, setMoving] = useState(false)
  const moving = useRef(false) // the same, for events before the next render
  const asked = useRef(0)

  async function move(start: PageStart, wanted: Wanted): Promise<void> {
    const mine = ++asked.current
    moving.current = true
    setMoving(true)
    try {
      const page = await pageOf(ticketId, start)
      if (asked.current !== mine) return // a newer move has begun
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
  // The next visit of the ticket begins at the newest message: an older part is not cached.
  useEffect(
    () => () => {
      asked.current += 1
      const cached = client.getQueryData<Pages>(keyOf(ticketId))
      if (cached?.pages[0]?.hasNewer === true) client.removeQueries({ queryKey: keyOf(ticketId) })
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
  // Asks the cache: the last render may not know yet that a fetch has begun or ended.
  const isInFlight = useCallback(
    () => moving.current || client.isFetching({ queryKey: keyOf(ticketId) }) > 0,
    [client, ticketId, moving],
  )
  const receive = useCallback(
    (event: Inbound) => {
      if (isInFlight()) duringFetch.current.push(event)
      reduce(event)
    },
    [isInFlight, reduce],
  )

  useLive('message', (event) => {
    if (isOf(ticketId, event)) receive(event)
  })
  useEffect(
    () =>
      onStored((message, file) => {
        if (message.ticketId !== ticketId) return
        if (file !== null && message.mediaUrl !== null) client.setQueryData(mediaKey(message.mediaUrl), file)
        receive({ action: 'create', message })
      }),
    [client, ticketId, receive],
  )
  // An answer that was in flight may be older than events that arrived meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: both say that an answer may have come
  useEffect(() => {
    if (!isInFlight()) for (const event of duringFetch.current.splice(0)) reduce(event)
  }, [isFetching, data, isInFlight, reduce])
  return { takeIn: useCallback((message: MessageView) => receive({ action: 'update', message }), [receive]) }
}
