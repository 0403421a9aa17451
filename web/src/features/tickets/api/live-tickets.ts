import type { LiveTag, LiveTicket } from '@balcao/contract/live'
import { byName, withRecord } from '@balcao/contract/record-folds'
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

/** Hears changed contacts and tags, as a change to put on each ticket that shows them (RT-09). */
export function useShownChanges(handler: (renew: (ticket: TicketView) => TicketView) => void): void {
  useLive('contact', (event) => {
    if (event.action === 'delete') return
    const { id, name, number, email, profilePicUrl, isGroup, extraInfo } = event.contact
    const contact = { id, name, number, email, profilePicUrl, isGroup, extraInfo }
    handler((ticket) => (ticket.contactId === id ? { ...ticket, contact } : ticket))
  })
  useLive('tag', (event) => {
    if (event.action !== 'create') handler((ticket) => withTag(ticket, event))
  })
}

/** A tag has another name or colour, or is gone; a ticket that does not bear it stays as it is. */
function withTag(ticket: TicketView, event: Exclude<LiveTag, { action: 'create' }>): TicketView {
  const changedId = event.action === 'delete' ? event.tagId : event.tags.id
  if (!ticket.tags.some(({ id }) => id === changedId)) return ticket
  if (event.action === 'delete') return { ...ticket, tags: ticket.tags.filter(({ id }) => id !== changedId) }
  const { id, name, color } = event.tags
  return { ...ticket, tags: withRecord(ticket.tags, { id, name, color }).sort(byName) }
}
