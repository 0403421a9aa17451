import type { LiveTicket } from '@balcao/contract/live'
import type { TicketView } from '@balcao/contract/tickets'
import { useLive } from '../../../lib/live'

/**
 * Hears everything that changes tickets: their own events, and new messages, which bring the ticket as it stands after
 * them (RT-15). Both may tell of the same change; versions make that harmless.
 */
export function useTicketEvents(handler: (event: LiveTicket) => void): void {
  useLive('ticket', handler)
  useLive('message', (event) => {
    if (event.action === 'create')
      handler({ action: 'update', ticketId: event.ticket.id, ticket: event.ticket })
  })
}

/** Hears changed contacts, as a change to put on each ticket that shows the contact (RT-09). */
export function useContactChanges(handler: (renew: (ticket: TicketView) => TicketView) => void): void {
  useLive('contact', (event) => {
    if (event.action === 'delete') return
    const { id, name, number, email, profilePicUrl, isGroup, extraInfo } = event.contact
    const contact = { id, name, number, email, profilePicUrl, isGroup, extraInfo }
    handler((ticket) => (ticket.contactId === id ? { ...ticket, contact } : ticket))
  })
}
