import type { LiveTicketPayload } from '@balcao/contract/live'
import {
  applyConnectionEventToTicket,
  applyContactEventToTicket,
  applyQueueEventToTicket,
  applyTagEventToTicket,
  applyUserEventToTicket,
} from '@balcao/contract/ticket-parts-reducer'
import type { TicketView } from '@balcao/contract/tickets'
import { useLiveEvent } from '../../../lib/live'

/**
 * Subscribes to everything that changes tickets: ticket events, and new messages, which contain the changed
 * ticket (RT-15). Both may report the same change. The handler then ignores the repeated version.
 */
export function useLiveTicketEvents(handler: (event: LiveTicketPayload) => void): void {
  useLiveEvent('ticket', handler)
  useLiveEvent('message', (event) => {
    if (event.action === 'create')
      handler({ action: 'update', ticketId: event.ticket.id, ticket: event.ticket })
  })
}

/**
 * Subscribes to changes of contacts, tags and other records that tickets contain. Passes each change to the
 * handler as a function that updates a ticket (RT-09).
 */
export function useRelatedRecordChanges(handler: (renew: (ticket: TicketView) => TicketView) => void): void {
  useLiveEvent('contact', (event) => handler((ticket) => applyContactEventToTicket(ticket, event)))
  useLiveEvent('tag', (event) => handler((ticket) => applyTagEventToTicket(ticket, event)))
  useLiveEvent('queue', (event) => handler((ticket) => applyQueueEventToTicket(ticket, event)))
  useLiveEvent('user', (event) => handler((ticket) => applyUserEventToTicket(ticket, event)))
  useLiveEvent('connection', (event) => handler((ticket) => applyConnectionEventToTicket(ticket, event)))
}
