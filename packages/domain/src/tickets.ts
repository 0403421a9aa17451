import type { ConnectionId, ContactId, QueueId, TicketId, UserId } from './ids'
import { isAdmin, type Viewer } from './people'

export const ticketStatuses = ['pending', 'open', 'closed'] as const
export type TicketStatus = (typeof ticketStatuses)[number]

/** Of tickets that are not resolved: a contact has at most one (TICKET-34). */
export const liveStatuses = ['pending', 'open'] as const satisfies readonly TicketStatus[]
export type LiveStatus = (typeof liveStatuses)[number]

/** A customer's rating of an attendance: unsatisfied, satisfied, very satisfied (DASH-10). */
export type Rating = 1 | 2 | 3

/** The facts of a ticket that rules need. */
export interface TicketFacts {
  readonly id: TicketId
  readonly status: TicketStatus
  readonly userId: UserId | null
  readonly queueId: QueueId | null
  readonly contactId: ContactId
  readonly connectionId: ConnectionId | null
  readonly isGroup: boolean
}

export function isLive(status: TicketStatus): boolean {
  return liveStatuses.some((live) => live === status)
}

/** Of two live tickets of one contact the open one is kept, or the older of two in the same status (TICKET-34). */
export function ticketToKeep<Ticket extends Pick<TicketFacts, 'id' | 'status'>>(
  one: Ticket,
  other: Ticket,
): { kept: Ticket; gone: Ticket } {
  const keepsOne = one.status === other.status ? one.id < other.id : one.status === 'open'
  return keepsOne ? { kept: one, gone: other } : { kept: other, gone: one }
}

/**
 * With allTicket a user also serves every pending ticket, and tickets without a queue in each status (decision 0002).
 */
function serves(viewer: Viewer, { status, queueId }: Pick<TicketFacts, 'status' | 'queueId'>): boolean {
  if (viewer.allTicket && (status === 'pending' || queueId === null)) return true
  return queueId !== null && viewer.queueIds.includes(queueId)
}

/**
 * True when this user may open and read the ticket. It implements the table of decision 0002: admins read all tickets.
 * Others read their own and those of their queues in each status. With allTicket they also read all pending ones.
 */
export function mayReadTicket(
  viewer: Viewer,
  ticket: Pick<TicketFacts, 'status' | 'userId' | 'queueId'>,
): boolean {
  if (isAdmin(viewer)) return true
  if (ticket.status === 'open' && ticket.userId === viewer.userId) return true
  return serves(viewer, ticket)
}

/**
 * True when this user may answer, return, resolve or transfer it: every user who may read an open ticket (decision
 * 0002).
 */
export function mayAnswerTicket(viewer: Viewer, ticket: TicketFacts): boolean {
  return ticket.status === 'open' && mayReadTicket(viewer, ticket)
}

/** Reading by its owner (and only by the owner) marks a ticket as read, here and on WhatsApp (TICKET-51). */
export function readingMarksRead(viewer: Viewer, ticket: TicketFacts): boolean {
  return ticket.status === 'open' && ticket.userId === viewer.userId
}

/** The lists of the ticket area. `search` shows every ticket that the user may read. */
export type TicketView = TicketStatus | 'search'

/** True when the ticket belongs in this list of this user (before the user's own filters): TICKET-41. */
export function isInView(viewer: Viewer, view: TicketView, ticket: TicketFacts, showAll: boolean): boolean {
  if (!mayReadTicket(viewer, ticket)) return false
  if (view === 'search') return true
  if (view !== ticket.status) return false
  if (view === 'pending' || view === 'closed') return true
  return (showAll && isAdmin(viewer)) || ticket.userId === viewer.userId
}

/** True when the user is notified of a new message or a new pending ticket (RT-12, SHELL-46). */
export function isNotified(viewer: Viewer, ticket: TicketFacts): boolean {
  if (ticket.userId !== null) return ticket.userId === viewer.userId
  return ticket.status === 'pending' && serves(viewer, ticket)
}
