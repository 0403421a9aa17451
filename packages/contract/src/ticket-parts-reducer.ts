import type {
  LiveConnectionPayload,
  LiveContactPayload,
  LiveQueuePayload,
  LiveTagPayload,
  LiveUserPayload,
} from './live'
import { compareByName, listWithRecord } from './record-reducers'
import type { TicketView } from './tickets'

/** Updates the contact that a ticket shows: a renamed contact sends no event for each of its tickets. */
export function applyContactEventToTicket(ticket: TicketView, event: LiveContactPayload): TicketView {
  if (event.action === 'delete' || event.action === 'reload') return ticket
  const { id, name, number, email, profilePicUrl, isGroup, extraInfo } = event.contact
  if (id === ticket.lastMessageAuthor?.id) return { ...ticket, lastMessageAuthor: { id, name } }
  if (id !== ticket.contactId) return ticket
  return { ...ticket, contact: { id, name, number, email, profilePicUrl, isGroup, extraInfo } }
}

export function applyTagEventToTicket(ticket: TicketView, event: LiveTagPayload): TicketView {
  if (event.action === 'create') return ticket
  const changedId = event.action === 'delete' ? event.tagId : event.tags.id
  if (!ticket.tags.some(({ id }) => id === changedId)) return ticket
  if (event.action === 'delete') return { ...ticket, tags: ticket.tags.filter(({ id }) => id !== changedId) }
  const { id, name, color } = event.tags
  return { ...ticket, tags: listWithRecord(ticket.tags, { id, name, color }).sort(compareByName) }
}

export function applyQueueEventToTicket(ticket: TicketView, event: LiveQueuePayload): TicketView {
  if (event.action !== 'update' || event.queue.id !== ticket.queueId) return ticket
  const { id, name, color } = event.queue
  return { ...ticket, queue: { id, name, color } }
}

export function applyUserEventToTicket(ticket: TicketView, event: LiveUserPayload): TicketView {
  if (event.action !== 'update' || event.user.id !== ticket.userId) return ticket
  const { id, name } = event.user
  return { ...ticket, user: { id, name } }
}

export function applyConnectionEventToTicket(ticket: TicketView, event: LiveConnectionPayload): TicketView {
  if (event.action !== 'update' || event.whatsapp.id !== ticket.whatsappId) return ticket
  const { id, name, provider } = event.whatsapp
  return { ...ticket, whatsapp: { id, name, provider } }
}
