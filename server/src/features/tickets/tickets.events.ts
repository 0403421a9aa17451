import { channel, type LiveTicket, type LiveTicketEvent, type TransferNotice } from '@balcao/contract/live'
import type { UserId } from '@balcao/domain/ids'
import type { Viewer } from '@balcao/domain/people'
import { mayReadTicket, standsInView, type TicketFacts } from '@balcao/domain/tickets'
import { eventKind, type Subscriber, sameForAll } from '../../platform/live/event-kind'
import type { WrittenLine } from './ticket-events.queries'
import type { UnsignedTicket } from './tickets.view'
import { ticketView } from './tickets.view'

/** A ticket that was made or changed: `before` null when it is new, `after` null when it is gone. */
export interface TicketChange {
  readonly before: TicketFacts | null
  readonly after: TicketFacts | null
  readonly ticket: UnsignedTicket | null
  readonly ticketId: TicketFacts['id']
  readonly version: number
  /** What was said changed as a whole: whoever shows the conversation reads it again. */
  readonly isConversationNew?: boolean
  /** The person who transferred it with this change. */
  readonly transferredBy?: { readonly id: UserId; readonly name: string }
  /** The person whose act this is. */
  readonly byUserId?: UserId
  /** Of one that is gone: where its conversation goes on. */
  readonly goesOnIn?: TicketFacts
  /** Only what lists show is other than it was (last words, ticks, unread ones): a conversation's head looks the same. */
  readonly isHeadSame?: boolean
}

/** Does any view that the subscriber's page has joined show a ticket in this state? */
export function isShown(subscriber: Subscriber, ticket: TicketFacts | null): boolean {
  if (ticket === null) return false
  const { viewer, views } = subscriber
  if (views.chatBoxes.has(ticket.id) && mayReadTicket(viewer, ticket)) return true
  return isInLists(subscriber, ticket)
}

/** Does more than an open conversation show it? */
function isInLists({ viewer, views }: Subscriber, ticket: TicketFacts): boolean {
  if (views.notification && mayReadTicket(viewer, ticket)) return true
  // An admin's list may show everybody's open tickets; whether it does is the page's own filter.
  return views.statuses.has(ticket.status) && standsInView(viewer, ticket.status, ticket, true)
}

const updatePayload = sameForAll(
  (
    { ticket, ticketId, isConversationNew }: TicketChange & { readonly ticket: UnsignedTicket },
    links,
  ): LiveTicket => ({
    action: 'update',
    ticketId,
    ticket: ticketView(ticket, links),
    ...(isConversationNew === true && { conversationChanged: true }),
  }),
)

/**
 * The subscriber that shows it gets the new state; the one that showed it and does not any more, a delete with the reason. Who took it
 * out of their own sight gets the new state for the last time.
 */
export const ticketChanged = eventKind<TicketChange>({
  name: 'ticket.changed',
  audience: (change, subscriber, links) => {
    const { before, after, ticketId, version } = change
    const to = channel.ticket(subscriber.viewer.companyId)
    if (hasTicket(change) && isShown(subscriber, after)) {
      // Existing clients join their conversation anew on each update, and lose what is said meanwhile (WIRE-trap-12).
      if (change.isHeadSame === true && after !== null && !isInLists(subscriber, after)) return null
      return { channel: to, payload: updatePayload(change, links) }
    }
    if (!isShown(subscriber, before)) return null
    // Existing clients say "deleted" on each delete. Who acted knows where the ticket went, and had it in the answer.
    if (
      hasTicket(change) &&
      change.byUserId === subscriber.viewer.userId &&
      !mayRead(subscriber.viewer, after)
    )
      return { channel: to, payload: updatePayload(change, links) }
    const mergedInto = readableId(subscriber.viewer, change.goesOnIn)
    const reason = leaveReason(subscriber.viewer, after)
    const transfer = reason === 'access' ? transferOf(change) : null
    const payload: LiveTicket = {
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

function readableId(viewer: Viewer, ticket: TicketFacts | undefined): TicketFacts['id'] | null {
  return ticket !== undefined && mayReadTicket(viewer, ticket) ? ticket.id : null
}

/** For those who saw the ticket until now: who transferred whom to whom. */
function transferOf({ ticket, transferredBy }: TicketChange): TransferNotice | null {
  if (ticket === null || transferredBy === undefined) return null
  return {
    by: transferredBy,
    contactName: ticket.contact.name,
    user: ticket.user === null ? null : { id: ticket.user.id, name: ticket.user.name },
    queueName: ticket.queue?.name ?? null,
  }
}

function leaveReason(viewer: Viewer, after: TicketFacts | null): 'status' | 'access' | 'deleted' {
  if (after === null) return 'deleted'
  return mayRead(viewer, after) ? 'status' : 'access'
}

function mayRead(viewer: Viewer, ticket: TicketFacts | null): boolean {
  return ticket !== null && mayReadTicket(viewer, ticket)
}

export const ticketRead = eventKind<{ ticket: TicketFacts; version: number }>({
  name: 'ticket.read',
  audience: ({ ticket, version }, subscriber) => {
    if (!isShown(subscriber, ticket)) return null
    const payload: LiveTicket = { action: 'updateUnread', ticketId: ticket.id, version }
    return { channel: channel.ticket(subscriber.viewer.companyId), payload }
  },
})

export interface TicketHappened {
  readonly facts: TicketFacts
  readonly event: WrittenLine
}

/** A line of history was written: for those who have the conversation open. */
export const ticketHappened = eventKind<TicketHappened>({
  name: 'ticket.happened',
  audience: ({ facts, event }, { viewer, views }) => {
    if (!views.chatBoxes.has(facts.id) || !mayReadTicket(viewer, facts)) return null
    const payload: LiveTicketEvent = { action: 'create', event }
    return { channel: channel.ticketEvent(viewer.companyId), payload }
  },
})
