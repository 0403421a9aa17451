import type { LiveTicket } from '@balcao/contract/live'
import {
  withConnection,
  withContact,
  withQueue,
  withTag,
  withUser,
} from '@balcao/contract/ticket-parts-reducer'
import type { TicketView } from '@balcao/contract/tickets'
import { useLive } from '../../../lib/live'

/**
 * Subscribes to everything that changes tickets: ticket events, and new messages, which contain the changed
 * ticket (RT-15). Both may report the same change. The handler then ignores the repeated version.
 */
export function useLiveTicketEvents(handler: (event: LiveTicket) => void): void {
  useLive('ticket', handler)
  useLive('message', (event) => {
    if (event.action === 'create')
      handler({ action: 'update', ticketId: event.ticket.id, ticket: event.ticket })
  })
}

/**
 * Subscribes to changes of contacts, tags and other records that tickets contain. Passes each change to the
 * handler as a function that updates a ticket (RT-09).
 */
export function useRelatedRecordChanges(handler: (renew: (ticket: TicketView) => TicketView) => void): void {
  useLive('contact', (event) => handler((ticket) => withContact(ticket, event)))
  useLive('tag', (event) => handler((ticket) => withTag(ticket, event)))
  useLive('queue', (event) => handler((ticket) => withQueue(ticket, event)))
  useLive('user', (event) => handler((ticket) => withUser(ticket, event)))
  useLive('connection', (event) => handler((ticket) => withConnection(ticket, event)))
}
