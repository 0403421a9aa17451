import type { CompanyId, ConnectionId, MessageId, TicketId } from '@balcao/domain/ids'
import { isReportedToWebhooks, type WebhookEvent } from '@balcao/domain/webhooks'
import type { LiveEventListener, TransactionEvent } from '../../platform/live/live-event-listener'
import type { Signals } from '../../platform/signals'
import type { Workplace } from '../../platform/work'
import {
  type ChangedMessageEventData,
  messageChanged,
  messageStored,
  type StoredMessageEventData,
} from '../messages/messages.events'
import { type TicketHistoryChange, ticketHistoryChanged } from '../tickets/tickets.events'
import { insertDeliveries } from './webhook-deliveries.queries'
import { hasWebhooks } from './webhooks.queries'

export interface WebhookListenerDependencies {
  readonly workplace: Pick<Workplace, 'readCompany'>
  readonly signals: Pick<Signals, 'onWake'>
}

interface EventToDeliver {
  readonly event: WebhookEvent
  readonly ticketId: TicketId
  readonly connectionId: ConnectionId | null
  readonly messageId: MessageId | null
  readonly ticketEventId: number | null
  readonly detail: Readonly<Record<string, unknown>>
}

/** Stores deliveries in the transaction of the events, with one statement for all of them. */
export function createWebhookListener(parts: WebhookListenerDependencies): LiveEventListener {
  const companies = companiesWithWebhooks(parts)
  return {
    async keep({ companyId, db, now }, happenings) {
      const news = happenings.flatMap((happening) => webhookEventsOf(happening) ?? [])
      if (news.length === 0 || !companies.mayHold(companyId, now)) return
      await db.rows(insertDeliveries, {
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
}

/** How long a cached result is valid, because the wake-up from another process may get lost. */
const rememberedMs = 60_000

/**
 * A cache of which companies have webhooks. A change of a webhook sends the signal `webhooks` after its commit, which
 * removes the entry. A separate transaction reads, because the caller's transaction may roll back.
 */
function companiesWithWebhooks({ workplace, signals }: WebhookListenerDependencies): {
  mayHold(companyId: CompanyId, now: Date): boolean
} {
  const known = new Map<CompanyId, { readonly found: boolean; readonly until: number }>()
  const reads = new Map<CompanyId, symbol>()
  signals.onWake('webhooks', (key) => {
    const companyId = Number(key) as CompanyId // The key of the wake-up is the company's id.
    known.delete(companyId)
    reads.delete(companyId)
  })

  function lookUp(companyId: CompanyId, now: Date): void {
    const read = Symbol('read')
    reads.set(companyId, read)
    const isCurrent = () => reads.get(companyId) === read && reads.delete(companyId)
    workplace
      .readCompany({ kind: 'system', name: 'webhooks', companyId }, ({ db }) => db.one(hasWebhooks))
      .then(
        ({ found }) => isCurrent() && known.set(companyId, { found, until: now.getTime() + rememberedMs }),
      )
      .catch(isCurrent) // After a failed read, the company's next event reads again.
  }

  return {
    mayHold(companyId, now) {
      const remembered = known.get(companyId)
      const isCurrent = remembered !== undefined && remembered.until > now.getTime()
      if (!isCurrent && !reads.has(companyId)) lookUp(companyId, now)
      return isCurrent ? remembered.found : true
    },
  }
}

/** Maps an event of the server to events for webhooks. Null: webhooks don't send it. */
function webhookEventsOf({ name, kept }: TransactionEvent): EventToDeliver | null {
  // The casts are safe, because the name of an event determines the type of its data.
  if (name === messageStored.name) return webhookEventsOfStored(kept as StoredMessageEventData)
  if (name === messageChanged.name) return webhookEventsOfChanged(kept as ChangedMessageEventData)
  if (name === ticketHistoryChanged.name) return webhookEventsOfTicket(kept as TicketHistoryChange)
  return null
}

function webhookEventsOfStored({ facts, messageId, fromMe }: StoredMessageEventData): EventToDeliver {
  const event = fromMe ? 'message.sent' : 'message.received'
  return { ...placeOf(facts), event, messageId, ticketEventId: null, detail: {} }
}

function webhookEventsOfChanged(changed: ChangedMessageEventData): EventToDeliver | null {
  const { facts, messageId, ack, change } = changed
  if (change === null) return null
  const named = { ...placeOf(facts), messageId, ticketEventId: null }
  if (change === 'ack') return { ...named, event: 'message.ack', detail: { ack } }
  return { ...named, event: 'message.changed', detail: { change } }
}

function webhookEventsOfTicket({ facts, event }: TicketHistoryChange): EventToDeliver | null {
  const { id, kind } = event
  if (!isReportedToWebhooks(kind)) return null
  return { ...placeOf(facts), event: `ticket.${kind}`, messageId: null, ticketEventId: id, detail: {} }
}

const placeOf = ({ id, connectionId }: ChangedMessageEventData['facts']) => ({ ticketId: id, connectionId })
