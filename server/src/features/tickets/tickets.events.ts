import {
  type LiveTicketEventPayload,
  type LiveTicketPayload,
  liveChannel,
  type TicketTransferDetails,
} from '@balcao/contract/live'
import type { UserId } from '@balcao/domain/ids'
import type { Viewer } from '@balcao/domain/people'
import { isInTicketList, mayReadTicket, type TicketSnapshot } from '@balcao/domain/tickets'
import { eventKind, memoizePayload, type Subscriber } from '../../platform/live/event-kind'
import type { CompanyWork } from '../../platform/work'
import type { TicketHistoryEntry } from './history/ticket-events.queries'
import { ticketFactsOfRow } from './ticket-facts'
import { readTicketViewRows } from './tickets.read'
import { ticketView, type UnsignedTicket, unsignedTicket } from './tickets.view'

/** A change of a ticket: `before` is null for a new ticket, `after` is null for a deleted one. */
export interface TicketChange {
  readonly before: TicketSnapshot | null
  readonly after: TicketSnapshot | null
  readonly ticket: UnsignedTicket | null
  readonly ticketId: TicketSnapshot['id']
  readonly version: number
  /** Many messages changed at once: pages that show the conversation load it again. */
  readonly isConversationNew?: boolean
  /** The person who transferred the ticket with this change. */
  readonly transferredBy?: { readonly id: UserId; readonly name: string }
  /** The person who made this change. */
  readonly byUserId?: UserId
  /** The remaining ticket, when this ticket was merged into another. */
  readonly mergedInto?: TicketSnapshot
  /** Whether only fields of lists changed (last message, ack, unread count), and the conversation's head did not. */
  readonly isHeadSame?: boolean
}

export function recordTicketEvent(work: CompanyWork, change: TicketChange): void {
  const { ticket: _, ...kept } = change
  work.recordRead(ticketChanged, kept, Promise.resolve(change))
}

/** Whether a view that the subscriber's page has joined shows a ticket in this state. */
export function isTicketShown(subscriber: Subscriber, ticket: TicketSnapshot | null): boolean {
  if (ticket === null) return false
  const { viewer, views } = subscriber
  if (views.chatBoxes.has(ticket.id) && mayReadTicket(viewer, ticket)) return true
  return isInLists(subscriber, ticket)
}

/** Whether a list or the notifications show the ticket, and not only an open conversation. */
function isInLists({ viewer, views }: Subscriber, ticket: TicketSnapshot): boolean {
  if (views.notification && mayReadTicket(viewer, ticket)) return true
  // The argument `true` includes the open tickets of all users, because an admin's list may show them.
  return views.statuses.has(ticket.status) && isInTicketList(viewer, ticket.status, ticket, true)
}

const updatePayload = memoizePayload(
  (
    { ticket, ticketId, isConversationNew }: TicketChange & { readonly ticket: UnsignedTicket },
    links,
  ): LiveTicketPayload => ({
    action: 'update',
    ticketId,
    ticket: ticketView(ticket, links),
    ...(isConversationNew === true && { conversationChanged: true }),
  }),
)

/** What the transaction keeps of a change: the facts without the ticket itself. */
type KeptTicketChange = Omit<TicketChange, 'ticket'>

/**
 * A page that shows the ticket gets the new state; one that only showed it before gets a delete with the reason. A
 * person whose own change ended their access gets the new state a last time.
 */
export const ticketChanged = eventKind<TicketChange, KeptTicketChange>({
  name: 'ticket.changed',
  async restore(work, { byUserId: _, ...change }) {
    if (change.after === null) return { ...change, ticket: null }
    const row = (await readTicketViewRows(work, [change.ticketId])).get(change.ticketId)
    if (row === undefined) return null
    // The ticket may have changed since the event, so the audience follows from its current state.
    return { ...change, after: ticketFactsOfRow(row), ticket: unsignedTicket(row), version: row.version }
  },
  audience: (change, subscriber, links) => {
    const { before, after, ticketId, version } = change
    const to = liveChannel.ticket(subscriber.viewer.companyId)
    if (hasTicket(change) && isTicketShown(subscriber, after)) {
      // Send nothing if only fields of lists changed and no list shows the ticket: on each update, clients of the
      // earlier API rejoin their conversation and miss messages (WIRE-trap-12).
      if (change.isHeadSame === true && after !== null && !isInLists(subscriber, after)) return null
      return { channel: to, payload: updatePayload(change, links) }
    }
    if (!isTicketShown(subscriber, before)) return null
    // A person who ended their own access gets an update, because clients of the earlier API would show "deleted".
    if (
      hasTicket(change) &&
      change.byUserId === subscriber.viewer.userId &&
      !mayRead(subscriber.viewer, after)
    )
      return { channel: to, payload: updatePayload(change, links) }
    const mergedInto = readableId(subscriber.viewer, change.mergedInto)
    const reason = leaveReason(subscriber.viewer, after)
    const transfer = reason === 'access' ? transferOf(change) : null
    const payload: LiveTicketPayload = {
      action: 'delete',
      ticketId,
      reason,
      version,
      ...(mergedInto !== null && { mergedInto }),
      ...(transfer !== null && { transfer }),
    }
    return { channel: to, payload }
  },
})

function hasTicket(change: TicketChange): change is TicketChange & { readonly ticket: UnsignedTicket } {
  return change.ticket !== null
}

function readableId(viewer: Viewer, ticket: TicketSnapshot | undefined): TicketSnapshot['id'] | null {
  return ticket !== undefined && mayReadTicket(viewer, ticket) ? ticket.id : null
}

/** Who transferred which contact to whom, for users who lose access. */
function transferOf({ ticket, transferredBy }: TicketChange): TicketTransferDetails | null {
  if (ticket === null || transferredBy === undefined) return null
  return {
    by: transferredBy,
    contactName: ticket.contact.name,
    user: ticket.user === null ? null : { id: ticket.user.id, name: ticket.user.name },
    queueName: ticket.queue?.name ?? null,
  }
}

function leaveReason(viewer: Viewer, after: TicketSnapshot | null): 'status' | 'access' | 'deleted' {
  if (after === null) return 'deleted'
  return mayRead(viewer, after) ? 'status' : 'access'
}

function mayRead(viewer: Viewer, ticket: TicketSnapshot | null): boolean {
  return ticket !== null && mayReadTicket(viewer, ticket)
}

interface TicketRead {
  readonly ticket: TicketSnapshot
  readonly version: number
}

const readPayload = memoizePayload(
  ({ ticket, version }: TicketRead): LiveTicketPayload => ({
    action: 'updateUnread',
    ticketId: ticket.id,
    version,
  }),
)

export const ticketMarkedRead = eventKind<TicketRead>({
  name: 'ticket.read',
  audience: (reading, subscriber, links) =>
    isTicketShown(subscriber, reading.ticket)
      ? { channel: liveChannel.ticket(subscriber.viewer.companyId), payload: readPayload(reading, links) }
      : null,
})

export interface TicketHistoryChange {
  readonly facts: TicketSnapshot
  readonly event: TicketHistoryEntry
}

const historyPayload = memoizePayload(
  ({ event }: TicketHistoryChange): LiveTicketEventPayload => ({ action: 'create', event }),
)

/** A history entry was written. Pages with the conversation open get it. */
export const ticketHistoryChanged = eventKind<TicketHistoryChange>({
  name: 'ticket.happened',
  audience: (change, { viewer, views }, links) => {
    const { facts } = change
    if (!views.chatBoxes.has(facts.id) || !mayReadTicket(viewer, facts)) return null
    return { channel: liveChannel.ticketEvent(viewer.companyId), payload: historyPayload(change, links) }
  },
})
