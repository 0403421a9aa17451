import type { LiveMessage } from '@balcao/contract/live'
import type { TicketId } from '@balcao/domain/ids'
import type { QueryClient } from '@tanstack/react-query'
import { live } from '../../../lib/live'
import { after } from '../../../lib/timers'
import { keyOf, pagesOf } from './message-pages'

export type Inbound = Pick<LiveMessage, 'action' | 'message'>

/** The prefetch of a conversation that is about to open. */
interface AskedAhead {
  /** The events since the prefetch began. */
  readonly inbound: Inbound[]
  /** Ends the prefetch's subscriptions; the mounted conversation has its own. */
  end(): void
}
const asked = new Map<TicketId, AskedAhead>()
/** The maximum time that a prefetch waits for its conversation to be mounted. */
const aheadMilliseconds = 5_000

/**
 * Prefetches the newest messages of a conversation while it is being rendered, unless they are cached. The
 * prefetch first joins the room and subscribes to events, which the mounted conversation takes over. So no
 * event is missed, and nothing is fetched twice.
 */
export function askAhead(client: QueryClient, ticketId: TicketId): void {
  if (asked.has(ticketId) || client.getQueryState(keyOf(ticketId)) !== undefined) return
  const inbound: Inbound[] = []
  const ends = [
    live.join({ kind: 'chatBox', ticketId }),
    live.on('message', (event) => {
      if (isOf(ticketId, event)) inbound.push(event)
    }),
    live.on('ticket', (event) => {
      // Another conversation was merged into this one, so the mounted conversation fetches anew.
      const isOurs = event.action === 'update' && event.ticketId === ticketId
      if (isOurs && event.conversationChanged === true) {
        void client.cancelQueries({ queryKey: keyOf(ticketId) })
        end()
      }
    }),
    after(aheadMilliseconds, end),
  ]
  asked.set(ticketId, { inbound, end })
  void client.prefetchInfiniteQuery(pagesOf(client, ticketId))

  function end(): void {
    asked.delete(ticketId)
    for (const stop of ends) stop()
  }
}

export function askedAhead(ticketId: TicketId): AskedAhead | undefined {
  return asked.get(ticketId)
}

/**
 * Whether an event may concern the conversation. An update counts for any ticket, because the conversation
 * also shows earlier tickets of the contact.
 */
export function isOf(ticketId: TicketId, { action, message }: Inbound): boolean {
  return action === 'update' || message.ticketId === ticketId
}
