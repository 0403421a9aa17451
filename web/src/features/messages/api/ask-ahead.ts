import type { TicketId } from '@balcao/domain/ids'
import type { QueryClient } from '@tanstack/react-query'
import { live } from '../../../lib/live'
import { after } from '../../../lib/timers'
import type { LiveMessageEvent } from '../message-reducer'
import { messagePagesQuery, messagesQueryKey } from './message-pages'

interface ConversationPrefetch {
  readonly inbound: LiveMessageEvent[]
  /** Ends the prefetch. The mounted conversation calls this once it has its own subscriptions. */
  end(): void
}
const asked = new Map<TicketId, ConversationPrefetch>()
/** The prefetch ends its subscriptions if no conversation is mounted within this time. */
const aheadMilliseconds = 5_000

/**
 * Fetches the newest messages of a conversation before its page is mounted. Joins the room first and collects live
 * events, which the mounted conversation applies, so that no event is missed.
 */
export function prefetchConversation(client: QueryClient, ticketId: TicketId): void {
  if (asked.has(ticketId) || client.getQueryState(messagesQueryKey(ticketId)) !== undefined) return
  const inbound: LiveMessageEvent[] = []
  const ends = [
    live.join({ kind: 'chatBox', ticketId }),
    live.on('message', (event) => {
      if (mayChangeConversation(ticketId, event)) inbound.push(event)
    }),
    live.on('ticket', (event) => {
      // If a merge has added messages, ends the outdated prefetch. The mounted conversation fetches them itself.
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

/** Whether an event may change the conversation, which also shows older tickets: so an update counts for any ticket. */
export function mayChangeConversation(ticketId: TicketId, { action, message }: LiveMessageEvent): boolean {
  return action === 'update' || message.ticketId === ticketId
}
