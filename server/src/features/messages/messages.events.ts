import { channel, type LiveMessage, type LiveStorage } from '@balcao/contract/live'
import { isAdmin } from '@balcao/domain/people'
import { mayReadTicket, type TicketFacts } from '@balcao/domain/tickets'

import type { MessageChange } from '@balcao/domain/webhooks'
import { eventKind, sameForAll } from '../../platform/live/event-kind'
import { isShown } from '../tickets/tickets.events'
import { ticketView, type UnsignedTicket } from '../tickets/tickets.view'
import { messageView, type UnsignedMessage } from './messages.view'

export interface Stored {
  readonly facts: TicketFacts
  readonly message: UnsignedMessage
  readonly ticket: UnsignedTicket
}

const storedPayload = sameForAll(({ message, ticket }: Stored, links): LiveMessage => {
  const view = ticketView(ticket, links)
  return { action: 'create', message: messageView(message, links), ticket: view, contact: view.contact }
})

/** A message was stored; for users who see the ticket in a list or have it open, with the current ticket. */
export const messageStored = eventKind<Stored>({
  name: 'message.stored',
  audience: (stored, subscriber, links) => {
    if (!isShown(subscriber, stored.facts)) return null
    return { channel: channel.message(subscriber.viewer.companyId), payload: storedPayload(stored, links) }
  },
})

const changedPayload = sameForAll(
  ({ message }: { readonly message: UnsignedMessage }, links): LiveMessage => ({
    action: 'update',
    message: messageView(message, links),
  }),
)

export interface Changed {
  readonly facts: TicketFacts
  readonly message: UnsignedMessage
  /** The kind of change for webhooks; null: only our own pages show a difference. */
  readonly change: MessageChange | 'ack' | null
}

/** Acks, deletion or media changed; for users who have the conversation open. */
export const messageChanged = eventKind<Changed>({
  name: 'message.changed',
  audience: (changed, { viewer, views }, links) => {
    const { facts } = changed
    if (!views.chatBoxes.has(facts.id) || !mayReadTicket(viewer, facts)) return null
    return { channel: channel.message(viewer.companyId), payload: changedPayload(changed, links) }
  },
})

/** The storage for files is full; for admins, who can free some. */
export const storageFull = eventKind<{ readonly of: 'disk' | 'company' }>({
  name: 'storage.full',
  audience: ({ of }, { viewer }) => {
    if (!isAdmin(viewer)) return null
    const payload: LiveStorage = { action: of === 'disk' ? 'full' : 'company-full' }
    return { channel: channel.storage(viewer.companyId), payload }
  },
})
