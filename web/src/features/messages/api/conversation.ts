import type { MessageView } from '@balcao/contract/messages'
import type { TicketId } from '@balcao/domain/ids'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useJoinView, useLiveEvent } from '../../../lib/live'
import { showError } from '../../../ui/toasts'
import {
  type LiveMessageEvent,
  type MessagePage,
  messagesOfPages,
  reduceMessageEventIntoPages,
} from '../message-reducer'
import { onMessageStored } from '../outbox'
import { mayChangeConversation, runningPrefetchOf } from './ask-ahead'
import { mediaFileQueryKey } from './media'
import {
  fetchMessagePage,
  type LoadedMessagePages,
  type MessagePageRequest,
  messagePagesQuery,
  messagesQueryKey,
} from './message-pages'
import { useContactTicketEvents } from './ticket-events'

/** The position at which the message list starts. Each jump increases `number`, which remounts the list there. */
export interface ConversationPosition {
  readonly number: number
  /** The message to scroll to; null for the newest. */
  readonly messageId: number | null
  /** The note to scroll to, if it is the target; `messageId` is then the message above the note. */
  readonly noteId: number | null
}

export type LoadedConversation = ReturnType<typeof useConversation>

/** The messages and events of a ticket's contact, live. With `spy`, colleagues do not see that the viewer looks. */
export function useConversation(ticketId: TicketId, spy = false) {
  useJoinView({ kind: 'chatBox', ticketId, ...(spy && { spy }) })
  const client = useQueryClient()
  const [ahead] = useState(() => (spy ? undefined : runningPrefetchOf(ticketId)))
  const query = useInfiniteQuery({
    ...messagePagesQuery(client, ticketId),
    refetchOnMount: ahead === undefined ? 'always' : false,
  })
  const [isCaughtUp, setCaughtUp] = useState(false)
  if (!isCaughtUp && !query.isFetching) setCaughtUp(true)
  const { place, move, isMoving, moving } = usePlace(ticketId)
  const fetch = { data: query.data, isFetching: query.isFetching || isMoving }
  const cacheMessage = useMessageEvents(ticketId, fetch, moving, ahead?.inbound)
  const refetch = query.refetch
  useLiveEvent('ticket', (event) => {
    // Messages of a conversation that was merged into this one may belong on any page, so all are refetched.
    const isOurs = event.action === 'update' && event.ticketId === ticketId
    if (isOurs && event.conversationChanged === true) {
      void refetch()
      void client.invalidateQueries({ queryKey: ['ticket-events', ticketId] })
    }
  })
  // Ends the prefetch: the hooks above have taken over its room and subscriptions.
  useEffect(() => ahead?.end(), [ahead])

  const pages = query.data?.pages
  const messages = useMemo(() => messagesOfPages(pages ?? []), [pages])
  const hasNewer = query.hasPreviousPage
  const events = useContactTicketEvents(ticketId, pages ?? noPages, query.hasNextPage, hasNewer)
  return {
    /** The loaded messages, oldest first. */
    messages,
    /** The ticket events in the time range of the messages, oldest first. */
    events,
    isLoading: query.isLoading,
    /** True once the first fetch has ended, with or without success: until then cached messages may be outdated. */
    isCaughtUp,
    error: pages === undefined ? query.error : null,
    isAtRest: !query.isFetching && !query.isError,
    hasMore: query.hasNextPage,
    loadOlder: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage({ cancelRefetch: false })
    },
    /** True after a jump back: newer messages exist that are not loaded. */
    hasNewer,
    loadNewer: () => {
      if (hasNewer && !query.isFetching) void query.fetchPreviousPage({ cancelRefetch: false })
    },
    place,
    goTo: (messageId: number, noteId: number | null = null) =>
      move({ around: messageId }, { messageId, noteId }),
    goToNewest: () => move({}, { messageId: null, noteId: null }),
    reload: () => void refetch(),
    cacheMessage,
  }
}

const noPages: readonly MessagePage[] = []

type Wanted = Pick<ConversationPosition, 'messageId' | 'noteId'>

function usePlace(ticketId: TicketId) {
  const client = useQueryClient()
  const [place, setPlace] = useState<ConversationPosition>({ number: 0, messageId: null, noteId: null })
  const [isMoving, setMoving] = useState(false)
  const moving = useRef(false) // A copy of `isMoving` for events that arrive before the next render.
  const asked = useRef(0)

  async function move(start: MessagePageRequest, wanted: Wanted): Promise<void> {
    const mine = ++asked.current
    moving.current = true
    setMoving(true)
    try {
      const page = await fetchMessagePage(ticketId, start)
      if (asked.current !== mine) return // The user has jumped again, so this answer is outdated.
      await client.cancelQueries({ queryKey: messagesQueryKey(ticketId) })
      client.setQueryData<LoadedMessagePages>(messagesQueryKey(ticketId), {
        pages: [page],
        pageParams: [start],
      })
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
  // On unmount, empties the cache if it lacks the newest messages, as after a jump, so that the next visit loads them.
  useEffect(
    () => () => {
      asked.current += 1
      const cached = client.getQueryData<LoadedMessagePages>(messagesQueryKey(ticketId))
      if (cached?.pages[0]?.hasNewer === true) client.removeQueries({ queryKey: messagesQueryKey(ticketId) })
    },
    [client, ticketId],
  )
  return {
    place,
    move: (start: MessagePageRequest, wanted: Wanted) => void move(start, wanted),
    isMoving,
    moving,
  }
}

/** Applies live events to the cached messages. Returns a function that caches the message of a response. */
function useMessageEvents(
  ticketId: TicketId,
  { data, isFetching }: { readonly data: unknown; readonly isFetching: boolean },
  moving: RefObject<boolean>,
  inbound: LiveMessageEvent[] = [],
) {
  const client = useQueryClient()
  const duringFetch = useRef(inbound)

  const reduce = useCallback(
    (event: LiveMessageEvent) => {
      client.setQueryData<LoadedMessagePages>(
        messagesQueryKey(ticketId),
        (data) => data && { ...data, pages: reduceMessageEventIntoPages(data.pages, event) },
      )
    },
    [client, ticketId],
  )
  // Reads the cache, because the last render may not reflect a fetch that has just begun or ended.
  const isInFlight = useCallback(
    () => moving.current || client.isFetching({ queryKey: messagesQueryKey(ticketId) }) > 0,
    [client, ticketId, moving],
  )
  const receive = useCallback(
    (event: LiveMessageEvent) => {
      if (isInFlight()) duringFetch.current.push(event)
      reduce(event)
    },
    [isInFlight, reduce],
  )

  useLiveEvent('message', (event) => {
    if (mayChangeConversation(ticketId, event)) receive(event)
  })
  useEffect(
    () =>
      onMessageStored((message, file) => {
        if (message.ticketId !== ticketId) return
        if (file !== null && message.mediaUrl !== null)
          client.setQueryData(mediaFileQueryKey(message.mediaUrl), file)
        receive({ action: 'create', message })
      }),
    [client, ticketId, receive],
  )
  // Applies the events that arrived during a fetch again after it: the fetched messages may be older than the events.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `isFetching` and `data` change when an answer arrives
  useEffect(() => {
    if (!isInFlight()) for (const event of duringFetch.current.splice(0)) reduce(event)
  }, [isFetching, data, isInFlight, reduce])
  return useCallback((message: MessageView) => receive({ action: 'update', message }), [receive])
}
