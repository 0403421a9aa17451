import type { LiveMessage } from '@balcao/contract/live'
import type { TicketId } from '@balcao/domain/ids'
import type { QueryClient } from '@tanstack/react-query'
import { joinView, onLive } from '../../../lib/live'
import { after } from '../../../lib/timers'
import { keyOf, pagesOf } from './message-pages'

export type Inbound = Pick<LiveMessage, 'action' | 'message'>

/** A conversation that is about to open. */
interface AskedAhead {
  /** Since it was asked for. */
  readonly inbound: Inbound[]
  /** Whoever draws the conversation hears by themselves. */
  end(): void
}
const asked = new Map<TicketId, AskedAhead>()
/** Longer than it takes to draw one. */
const aheadMilliseconds = 5_000

/**
 * Asks for the newest messages of a conversation while it is being drawn, unless some are kept. It is joined and heard from
 * before that, and whoever draws it takes this over: what happens in between is not missed, and nothing is asked twice.
 */
export function askAhead(client: QueryClient, ticketId: TicketId): void {
  if (asked.has(ticketId) || client.getQueryState(keyOf(ticketId)) !== undefined) return
  const inbound: Inbound[] = []
  const ends = [
    joinView({ kind: 'chatBox', ticketId }),
    onLive('message', (event) => {
      if (isOf(ticketId, event)) inbound.push(event)
    }),
    onLive('ticket', (event) => {
      // Another conversation went into this one: whoever draws it asks anew.
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

/** An update may be of an earlier ticket of the same contact, which the conversation shows as well. */
export function isOf(ticketId: TicketId, { action, message }: Inbound): boolean {
  return action === 'update' || message.ticketId === ticketId
}
