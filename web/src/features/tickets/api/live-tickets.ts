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
 * Subscribes to ticket events, and to new messages, which contain the changed ticket (RT-15). Both may report the
 * same change, so the handler must ignore a repeated version.
 */
export function useLiveTicketEvents(handler: (event: LiveTicketPayload) => void): void {
  useLiveEvent('ticket', handler)
  useLiveEvent('message', (event) => {
    if (event.action === 'create')
      handler({ action: 'update', ticketId: event.ticket.id, ticket: event.ticket })
  })
}

/**
 * Subscribes to changes of what tickets contain: contact, tags, queue, user, connection (RT-09). The handler gets a
 * function that updates one ticket.
 */
export function useChangesOfRecordsInTickets(
  handler: (renew: (ticket: TicketView) => TicketView) => void,
): void {
  useLiveEvent('contact', (event) => handler((ticket) => applyContactEventToTicket(ticket, event)))
  useLiveEvent('tag', (event) => handler((ticket) => applyTagEventToTicket(ticket, event)))
  useLiveEvent('queue', (event) => handler((ticket) => applyQueueEventToTicket(ticket, event)))
  useLiveEvent('user', (event) => handler((ticket) => applyUserEventToTicket(ticket, event)))
  useLiveEvent('connection', (event) => handler((ticket) => applyConnectionEventToTicket(ticket, event)))
}
