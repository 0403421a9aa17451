import type { ConnectionId, ContactId, QueueId, TicketId, UserId } from './ids'
import { isAdmin, type Viewer } from './people'

export const ticketStatuses = ['pending', 'open', 'closed'] as const
export type TicketStatus = (typeof ticketStatuses)[number]

/** What a customer may say of an attendance: unsatisfied, satisfied, very satisfied (DASH-10). */
export type Rating = 1 | 2 | 3

/** What the rules need to know of a ticket. */
export interface TicketFacts {
  readonly id: TicketId
  readonly status: TicketStatus
  readonly userId: UserId | null
  readonly queueId: QueueId | null
  readonly contactId: ContactId
  readonly connectionId: ConnectionId | null
  readonly isGroup: boolean
}

/** A ticket that still wants somebody: at most one per contact (TICKET-34). */
export function isLive(status: TicketStatus): boolean {
  return status !== 'closed'
}

/** Of two live tickets that turn out to be one person's: the open one goes on, of two alike the older (TICKET-34). */
export function ticketToGoOn<Ticket extends Pick<TicketFacts, 'id' | 'status'>>(
  one: Ticket,
  other: Ticket,
): { goesOn: Ticket; ends: Ticket } {
  const oneGoesOn = one.status === other.status ? one.id < other.id : one.status === 'open'
  return oneGoesOn ? { goesOn: one, ends: other } : { goesOn: other, ends: one }
}

/** With allTicket a person also serves every ticket that waits, and those without a queue in each status (decision 0002). */
function serves(viewer: Viewer, { status, queueId }: Pick<TicketFacts, 'status' | 'queueId'>): boolean {
  if (viewer.allTicket && (status === 'pending' || queueId === null)) return true
  return queueId !== null && viewer.queueIds.includes(queueId)
}

/**
 * May this person open the ticket and read it? The table of decision 0002 in one sentence:
 * admins all; others what is theirs, and what waits, goes on or ended in their queues; with allTicket all that waits.
 */
export function mayReadTicket(
  viewer: Viewer,
  ticket: Pick<TicketFacts, 'status' | 'userId' | 'queueId'>,
): boolean {
  if (isAdmin(viewer)) return true
  if (ticket.status === 'open' && ticket.userId === viewer.userId) return true
  return serves(viewer, ticket)
}

/** May this person answer, return, resolve or transfer it? Whoever may read an open ticket (decision 0002). */
export function mayAnswerTicket(viewer: Viewer, ticket: TicketFacts): boolean {
  return ticket.status === 'open' && mayReadTicket(viewer, ticket)
}

/** Reading by its owner (and only by the owner) marks a ticket as read, here and on WhatsApp (TICKET-51). */
export function readingMarksRead(viewer: Viewer, ticket: TicketFacts): boolean {
  return ticket.status === 'open' && ticket.userId === viewer.userId
}

/** The lists of the ticket area. `search` shows whatever the person may read. */
export type TicketView = TicketStatus | 'search'

/** Does the ticket belong in this list of this person (before the person's own filters)? TICKET-41. */
export function standsInView(
  viewer: Viewer,
  view: TicketView,
  ticket: TicketFacts,
  showAll: boolean,
): boolean {
  if (!mayReadTicket(viewer, ticket)) return false
  if (view === 'search') return true
  if (view !== ticket.status) return false
  if (view === 'open') return (showAll && isAdmin(viewer)) || ticket.userId === viewer.userId
  return true
}

/** Who is told of a new message or a new pending ticket (RT-12, SHELL-46). */
export function isNotified(viewer: Viewer, ticket: TicketFacts): boolean {
  if (ticket.userId !== null) return ticket.userId === viewer.userId
  return ticket.status === 'pending' && serves(viewer, ticket)
}
