import type { ConnectionId, MessageId, TicketId } from '@balcao/domain/ids'
import type { WebhookEvent } from '@balcao/domain/webhooks'
import type { Happening, LiveEventListener } from '../../platform/live/live-event-listener'
import {
  type ChangedMessage,
  messageChanged,
  messageStored,
  type StoredMessage,
} from '../messages/messages.events'
import { type TicketHappened, ticketHappened } from '../tickets/tickets.events'
import { keepDeliveries } from './webhook-deliveries.queries'

/** An event that webhooks may subscribe to. */
interface News {
  readonly event: WebhookEvent
  readonly ticketId: TicketId
  readonly connectionId: ConnectionId | null
  readonly messageId: MessageId | null
  readonly ticketEventId: number | null
  readonly detail: Readonly<Record<string, unknown>>
}

/**
 * Stores deliveries in the act of the change: either both are stored or neither. One statement covers all events of
 * an act, and an act without such events costs none.
 */
export const followEvents: LiveEventListener = {
  async keep(db, happenings, now) {
    const news = happenings.flatMap((happening) => newsOf(happening) ?? [])
    if (news.length === 0) return
    await db.rows(keepDeliveries, {
      events: news.map(({ event }) => event),
      connectionIds: news.map(({ connectionId }) => connectionId),
      ticketIds: news.map(({ ticketId }) => ticketId),
      messageIds: news.map(({ messageId }) => messageId),
      ticketEventIds: news.map(({ ticketEventId }) => ticketEventId),
      details: news.map(({ detail }) => JSON.stringify(detail)),
      at: now,
    })
  },
}

/** Maps an event of the server to one for programs outside. Null: webhooks do not send it. */
function newsOf({ name, kept }: Happening): News | null {
  // The name determines the type of what is kept.
  if (name === messageStored.name) return newsOfStored(kept as StoredMessage)
  if (name === messageChanged.name) return newsOfChanged(kept as ChangedMessage)
  if (name === ticketHappened.name) return newsOfTicket(kept as TicketHappened)
  return null
}

function newsOfStored({ facts, messageId, fromMe }: StoredMessage): News {
  const event = fromMe ? 'message.sent' : 'message.received'
  return { ...placeOf(facts), event, messageId, ticketEventId: null, detail: {} }
}

function newsOfChanged({ facts, messageId, ack, change }: ChangedMessage): News | null {
  if (change === null) return null
  const named = { ...placeOf(facts), messageId, ticketEventId: null }
  if (change === 'ack') return { ...named, event: 'message.ack', detail: { ack } }
  return { ...named, event: 'message.changed', detail: { change } }
}

function newsOfTicket({ facts, event }: TicketHappened): News {
  return {
    ...placeOf(facts),
    event: `ticket.${event.kind}`,
    messageId: null,
    ticketEventId: event.id,
    detail: {},
  }
}

function placeOf({ id, connectionId }: ChangedMessage['facts']): Pick<News, 'ticketId' | 'connectionId'> {
  return { ticketId: id, connectionId }
}
