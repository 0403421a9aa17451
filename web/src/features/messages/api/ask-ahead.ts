import type { TicketId } from '@balcao/domain/ids'
import type { QueryClient } from '@tanstack/react-query'
import { live } from '../../../lib/live'
import { after } from '../../../lib/timers'
import type { LiveMessageEvent } from '../message-reducer'
import { messagePagesQuery, messagesQueryKey } from './message-pages'

interface ConversationPrefetch {
  readonly inbound: LiveMessageEvent[]
  /** Ends the subscriptions of the prefetch, once the mounted conversation has its own. */
  end(): void
}
const asked = new Map<TicketId, ConversationPrefetch>()
/** The maximum time that a prefetch waits for its conversation to be mounted. */
const aheadMilliseconds = 5_000

/**
 * Prefetches the newest messages of a conversation while it renders. The prefetch first joins the room and
 * subscribes to events, which the mounted conversation takes over: no event is missed.
 */
export function prefetchConversation(client: QueryClient, ticketId: TicketId): void {
  if (asked.has(ticketId) || client.getQueryState(messagesQueryKey(ticketId)) !== undefined) return
  const inbound: LiveMessageEvent[] = []
  const ends = [
    live.join({ kind: 'chatBox', ticketId }),
    live.on('message', (event) => {
      if (mayConcernConversation(ticketId, event)) inbound.push(event)
    }),
    live.on('ticket', (event) => {
      // A merge changed the conversation: this cancels the prefetch, and the mounted conversation refetches.
      const isOurs = event.action === 'update' && event.ticketId === ticketId
      if (isOurs && event.conversationChanged === true) {
        void client.cancelQueries({ queryKey: messagesQueryKey(ticketId) })
        end()
      }
    }),
    after(aheadMilliseconds, end),
  ]
  asked.set(ticketId, { inbound, end })
  void client.prefetchInfiniteQuery(messagePagesQuery(client, ticketId))

  function end(): void {
    asked.delete(ticketId)
    for (const stop of ends) stop()
  }
}

export function runningPrefetchOf(ticketId: TicketId): ConversationPrefetch | undefined {
  return asked.get(ticketId)
}

/** Whether the conversation may show the message: it shows older tickets too, so an update always may. */
export function mayConcernConversation(ticketId: TicketId, { action, message }: LiveMessageEvent): boolean {
  return action === 'update' || message.ticketId === ticketId
}
