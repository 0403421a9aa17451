import { type LiveMessagePayload, type LiveStorageFullPayload, liveChannel } from '@balcao/contract/live'
import type { MessageId } from '@balcao/domain/ids'
import type { Ack } from '@balcao/domain/messages'
import { isAdmin } from '@balcao/domain/people'
import { mayReadTicket, type TicketSnapshot } from '@balcao/domain/tickets'
import type { ReportedMessageChange } from '@balcao/domain/webhooks'
import { eventKind, memoizePayload } from '../../platform/live/event-kind'
import { isTicketShown } from '../tickets/tickets.events'
import { readTicketViewRows } from '../tickets/tickets.read'
import { ticketView, type UnsignedTicket, unsignedTicket } from '../tickets/tickets.view'
import { wireMessagesByIds } from './messages.queries'
import { messageView, type UnsignedMessage } from './messages.view'

interface Stored {
  readonly facts: TicketSnapshot
  readonly message: UnsignedMessage
  readonly ticket: UnsignedTicket
}

/** The data of a stored message that the transaction keeps for its listeners, such as webhooks. */
export interface StoredMessageEventData {
  readonly facts: TicketSnapshot
  readonly messageId: MessageId
  readonly fromMe: boolean
}

const storedPayload = memoizePayload(({ message, ticket }: Stored, links): LiveMessagePayload => {
  const view = ticketView(ticket, links)
  return { action: 'create', message: messageView(message, links), ticket: view, contact: view.contact }
})

/** A message was stored. Sent, with its current ticket, to users who see the ticket in a list or have it open. */
export const messageStored = eventKind<Stored, StoredMessageEventData>({
  name: 'message.stored',
  async restore(work, { facts, messageId }) {
    const [found, tickets] = await Promise.all([
      work.db.row(wireMessagesByIds, { messageIds: [messageId] }),
      readTicketViewRows(work, [facts.id]),
    ])
    const row = tickets.get(facts.id)
    if (found === null || row === undefined) return null
    return { facts, message: found.message, ticket: unsignedTicket(row) }
  },
  audience: (stored, subscriber, links) => {
    if (!isTicketShown(subscriber, stored.facts)) return null
    return {
      channel: liveChannel.message(subscriber.viewer.companyId),
      payload: storedPayload(stored, links),
    }
  },
})

const changedPayload = memoizePayload(
  ({ message }: { readonly message: UnsignedMessage }, links): LiveMessagePayload => ({
    action: 'update',
    message: messageView(message, links),
  }),
)

interface MessageChanged {
  readonly facts: TicketSnapshot
  readonly message: UnsignedMessage
}

export interface ChangedMessageEventData {
  readonly facts: TicketSnapshot
  readonly messageId: MessageId
  readonly ack: Ack
  /** The kind of change that webhooks report; null: the change concerns only our own pages. */
  readonly change: ReportedMessageChange | 'ack' | null
}

/** A message changed, for example its ack or media. Sent to users who have the conversation open. */
export const messageChanged = eventKind<MessageChanged, ChangedMessageEventData>({
  name: 'message.changed',
  async restore(work, { facts, messageId }) {
    const found = await work.db.row(wireMessagesByIds, { messageIds: [messageId] })
    return found && { facts, message: found.message }
  },
  audience: (changed, { viewer, views }, links) => {
    const { facts } = changed
    if (!views.chatBoxes.has(facts.id) || !mayReadTicket(viewer, facts)) return null
    return { channel: liveChannel.message(viewer.companyId), payload: changedPayload(changed, links) }
  },
})

/** The file storage is full. Sent to admins, because they can free space. */
export const storageFull = eventKind<{ readonly of: 'disk' | 'company' }>({
  name: 'storage.full',
  audience: ({ of }, { viewer }) => {
    if (!isAdmin(viewer)) return null
    const payload: LiveStorageFullPayload = { action: of === 'disk' ? 'full' : 'company-full' }
    return { channel: liveChannel.storage(viewer.companyId), payload }
  },
})
