import { channel, type LiveMessage, type LiveStorage } from '@balcao/contract/live'
import { isAdmin } from '@balcao/domain/people'
import type { TicketFacts } from '@balcao/domain/tickets'
import { mayReadTicket } from '@balcao/domain/tickets'
import { eventKind } from '../../platform/live/event-kind'
import { isShown } from '../tickets/tickets.events'
import { ticketView, type UnsignedTicket } from '../tickets/tickets.view'
import { messageView, type UnsignedMessage } from './messages.view'

/** A message was stored: whoever sees the ticket in a list or has it open gets it, with the ticket as it is now. */
export const messageStored = eventKind<{
  facts: TicketFacts
  message: UnsignedMessage
  ticket: UnsignedTicket
}>({
  name: 'message.stored',
  reach: ({ facts, message, ticket }, seat, links) => {
    if (!isShown(seat, facts)) return null
    const view = ticketView(ticket, links)
    const payload: LiveMessage = {
      action: 'create',
      message: messageView(message, links),
      ticket: view,
      contact: view.contact,
    }
    return { channel: channel.message(seat.viewer.companyId), payload }
  },
})

/** Ticks, deletion, media: for those who have the conversation open. */
export const messageChanged = eventKind<{ facts: TicketFacts; message: UnsignedMessage }>({
  name: 'message.changed',
  reach: ({ facts, message }, seat, links) => {
    if (!seat.views.chatBoxes.has(facts.id) || !mayReadTicket(seat.viewer, facts)) return null
    const payload: LiveMessage = { action: 'update', message: messageView(message, links) }
    return { channel: channel.message(seat.viewer.companyId), payload }
  },
})

/** There is no room for the files of messages; to those who can make some. */
export const storageFull = eventKind<Record<string, never>>({
  name: 'storage.full',
  reach: (_, { viewer }) => {
    if (!isAdmin(viewer)) return null
    const payload: LiveStorage = { action: 'full' }
    return { channel: channel.storage(viewer.companyId), payload }
  },
})
