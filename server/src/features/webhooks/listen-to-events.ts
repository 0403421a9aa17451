import type { ConnectionId, MessageId, TicketId } from '@balcao/domain/ids'
import type { WebhookEvent } from '@balcao/domain/webhooks'
import type { Happening, LiveEventListener } from '../../platform/live/live-event-listener'
import { type Changed, messageChanged, messageStored, type Stored } from '../messages/messages.events'
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
function newsOf({ name, facts }: Happening): News | null {
  // The name determines the type of the facts.
  if (name === messageStored.name) return newsOfStored(facts as Stored)
  if (name === messageChanged.name) return newsOfChanged(facts as Changed)
  if (name === ticketHappened.name) return newsOfTicket(facts as TicketHappened)
  return null
}

function newsOfStored({ facts, message }: Stored): News {
  const event = message.fromMe ? 'message.sent' : 'message.received'
  return { ...placeOf(facts), event, messageId: message.id, ticketEventId: null, detail: {} }
}

function newsOfChanged({ facts, message, change }: Changed): News | null {
  if (change === null) return null
  const named = { ...placeOf(facts), messageId: message.id, ticketEventId: null }
  if (change === 'ack') return { ...named, event: 'message.ack', detail: { ack: message.ack } }
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

function placeOf({ id, connectionId }: Changed['facts']): Pick<News, 'ticketId' | 'connectionId'> {
  return { ticketId: id, connectionId }
}
