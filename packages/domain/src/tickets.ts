import type { ConnectionId, ContactId, QueueId, TicketId, UserId } from './ids'
import { isAdmin, type Viewer } from './people'

export const ticketStatuses = ['pending', 'open', 'snoozed', 'closed'] as const
export type TicketStatus = (typeof ticketStatuses)[number]

/** The statuses of unresolved tickets. A contact has at most one such ticket (TICKET-34). */
export const liveTicketStatuses = ['open', 'pending', 'snoozed'] as const satisfies readonly TicketStatus[]
export type LiveTicketStatus = (typeof liveTicketStatuses)[number]

export const ownedTicketStatuses = liveTicketStatuses.filter((status) => status !== 'pending')

/** A customer's rating: 1 unsatisfied, 2 satisfied, 3 very satisfied (DASH-10). */
export type Rating = 1 | 2 | 3

export interface TicketSnapshot {
  readonly id: TicketId
  readonly status: TicketStatus
  readonly userId: UserId | null
  readonly queueId: QueueId | null
  readonly contactId: ContactId
  readonly connectionId: ConnectionId | null
  readonly isGroup: boolean
}

export function isLiveTicketStatus(status: TicketStatus): boolean {
  return liveTicketStatuses.some((live) => live === status)
}

const keepingOrder: readonly LiveTicketStatus[] = ['open', 'snoozed', 'pending']

/** The ticket that a merge of two keeps: open before snoozed before pending, else the older (TICKET-34). */
export function ticketToKeepInMerge<Ticket extends Pick<TicketSnapshot, 'id' | 'status'>>(
  one: Ticket,
  other: Ticket,
): { kept: Ticket; gone: Ticket } {
  const rank = ({ status }: Ticket) => (keepingOrder as readonly string[]).indexOf(status)
  const keepsOne = rank(one) === rank(other) ? one.id < other.id : rank(one) < rank(other)
  return keepsOne ? { kept: one, gone: other } : { kept: other, gone: one }
}

/**
 * True when the ticket is in the user's queues. With `allTicket`, also pending ones and those without a queue
 * (decision 0002).
 */
function serves(viewer: Viewer, { status, queueId }: Pick<TicketSnapshot, 'status' | 'queueId'>): boolean {
  if (viewer.allTicket && (status === 'pending' || queueId === null)) return true
  return queueId !== null && viewer.queueIds.includes(queueId)
}

/** True for admins, and for a user who owns the ticket or serves it (the table of decision 0002). */
export function mayReadTicket(
  viewer: Viewer,
  ticket: Pick<TicketSnapshot, 'status' | 'userId' | 'queueId'>,
): boolean {
  if (isAdmin(viewer)) return true
  if (isLiveTicketStatus(ticket.status) && ticket.userId === viewer.userId) return true
  return serves(viewer, ticket)
}

/** True when this user may answer, return, resolve or transfer the ticket (decision 0002). */
export function mayAnswerTicket(viewer: Viewer, ticket: TicketSnapshot): boolean {
  return ticket.status === 'open' && mayReadTicket(viewer, ticket)
}

/** True when opening the ticket marks it as read, here and on WhatsApp: only for its owner (TICKET-51). */
export function shouldMarkTicketReadOnOpen(viewer: Viewer, ticket: TicketSnapshot): boolean {
  return ownedTicketStatuses.some((status) => status === ticket.status) && ticket.userId === viewer.userId
}

/** The lists of tickets, one for each status. `search` lists every ticket that the user may read. */
export type TicketListName = TicketStatus | 'search'

/** True for a list that shows only the user's own tickets; admins can switch it to all (TICKET-09). */
export function isListOfOwnTickets(view: TicketListName): boolean {
  return ownedTicketStatuses.some((status) => status === view)
}

/** True when the ticket belongs in this list of this user, before the user's own filters (TICKET-41). */
export function isInTicketList(
  viewer: Viewer,
  view: TicketListName,
  ticket: TicketSnapshot,
  showAll: boolean,
): boolean {
  if (!mayReadTicket(viewer, ticket)) return false
  if (view === 'search') return true
  if (view !== ticket.status) return false
  return !isListOfOwnTickets(view) || (showAll && isAdmin(viewer)) || ticket.userId === viewer.userId
}

/** True when this user gets a notification of a new message or a new pending ticket (RT-12, SHELL-46). */
export function isNotifiedOfTicket(viewer: Viewer, ticket: TicketSnapshot): boolean {
  if (ticket.userId !== null) return ticket.userId === viewer.userId
  return ticket.status === 'pending' && serves(viewer, ticket)
}

export type TicketResponder = 'people' | 'menu' | 'assistant' | 'integration'

/** The fields that decide which bot answers. They have no effect until the ticket is pending. */
export interface BotFields {
  readonly chatbot: boolean
  readonly useIntegration: boolean
  readonly promptId: number | null
}

type TicketState =
  | { readonly status: 'pending'; readonly answeredBy: TicketResponder }
  | { readonly status: 'open' | 'snoozed'; readonly ownerId: UserId | null }
  | { readonly status: 'closed' }

export function ticketStateOf(
  ticket: BotFields & { readonly status: TicketStatus; readonly userId: UserId | null },
): TicketState {
  switch (ticket.status) {
    case 'pending':
      return { status: 'pending', answeredBy: ticketResponderOf(ticket) }
    case 'open':
    case 'snoozed':
      return { status: ticket.status, ownerId: ticket.userId }
    case 'closed':
      return { status: 'closed' }
  }
}

/** Who answers. An assistant answers only with `useIntegration`, and comes before a menu. */
export function ticketResponderOf({ chatbot, useIntegration, promptId }: BotFields): TicketResponder {
  if (useIntegration) return promptId === null ? 'integration' : 'assistant'
  return chatbot ? 'menu' : 'people'
}

export const ticketHistoryKinds = [
  'created',
  'queued',
  'accepted',
  'returned',
  'transferred',
  'closed',
  'reopened',
  'rated',
  'snoozed',
  'woken',
  /** An automatic text was not sent, because the reply window was closed. */
  'unsent',
] as const
export type TicketHistoryKind = (typeof ticketHistoryKinds)[number]

export const automaticTextNames = ['greeting', 'farewell', 'rating', 'transfer', 'idle', 'bot'] as const
export type AutomaticTextName = (typeof automaticTextNames)[number]

export interface TicketTransitionRule {
  readonly from: readonly TicketStatus[]
  readonly to: TicketStatus | 'unchanged' | 'chosen'
  readonly owner: 'actor' | 'none' | 'unchanged' | 'chosen'
  /** `ends`: menu, assistant and outside bot stop answering, unless the call itself sends bot fields. */
  readonly bot: 'ends' | 'stays'
  readonly history: TicketHistoryKind | null
  /** True: the transition cancels the bot's answer in progress, and unsent automatic messages. */
  readonly cancelsAutomaticMessages?: true
  /** Marks the messages as read if the acting user owns the ticket before or after the transition. */
  readonly marksReadFor?: 'owner-before' | 'owner-after'
  readonly says?: 'greeting' | 'farewell'
}

const transferRule = {
  from: ['pending', 'open'],
  to: 'chosen',
  owner: 'chosen',
  bot: 'ends',
  history: 'transferred',
  cancelsAutomaticMessages: true,
} as const

/** What each transition changes. A merge is not one: it deletes a ticket and leaves the other unchanged. */
export const ticketTransitions = {
  /** A user accepts the ticket (TICKET-16, TICKET-51). */
  accept: {
    from: ['pending'],
    to: 'open',
    owner: 'actor',
    bot: 'ends',
    history: 'accepted',
    cancelsAutomaticMessages: true,
    marksReadFor: 'owner-after',
    says: 'greeting',
  },
  /** A user who may answer the ticket returns it to its queue (TICKET-19). */
  return: { from: ['open'], to: 'pending', owner: 'none', bot: 'stays', history: 'returned' },
  /** The ticket returns to its queue, because its owner was deleted or no longer serves the queue. */
  release: { from: ownedTicketStatuses, to: 'pending', owner: 'none', bot: 'ends', history: 'returned' },
  /** A user closes the ticket and becomes its owner (TICKET-20). */
  resolve: {
    from: liveTicketStatuses,
    to: 'closed',
    owner: 'actor',
    bot: 'ends',
    history: 'closed',
    cancelsAutomaticMessages: true,
    marksReadFor: 'owner-before',
    says: 'farewell',
  },
  /** A program closes the ticket after sending its own message (EXTAPI-07). */
  closeByProgram: {
    from: liveTicketStatuses,
    to: 'closed',
    owner: 'unchanged',
    bot: 'ends',
    history: 'closed',
    cancelsAutomaticMessages: true,
  },
  /** A timer closes an idle ticket (BOT-06). Reception then sends the text `expiresInactiveMessage`. */
  closeIdle: { from: liveTicketStatuses, to: 'closed', owner: 'unchanged', bot: 'ends', history: 'closed' },
  /** The customer ends the conversation with the bot, which closes the ticket. */
  closeByBot: { from: ['pending'], to: 'closed', owner: 'unchanged', bot: 'ends', history: 'closed' },
  /** A user reopens the ticket (TICKET-21). */
  reopen: { from: ['closed'], to: 'open', owner: 'actor', bot: 'stays', history: 'reopened' },
  /** A user who may answer the ticket snoozes it until a time, or until the customer writes. */
  snooze: { from: ['open'], to: 'snoozed', owner: 'unchanged', bot: 'stays', history: 'snoozed' },
  /** A snoozed ticket opens again: its time has come, the customer wrote, or a user woke it. */
  wake: { from: ['snoozed'], to: 'open', owner: 'unchanged', bot: 'stays', history: 'woken' },
  /** A transfer to a queue, where the ticket waits, or to a user (TICKET-23, TICKET-24). */
  transfer: transferRule,
  /** Restores status, owner, queue and connection from before the transfer (docs/features/tickets.md). */
  undoTransfer: transferRule,
  /** An outside bot transfers the customer to a person. */
  transferByBot: { from: ['pending'], to: 'open', owner: 'chosen', bot: 'ends', history: 'transferred' },
  /**
   * The ticket's queue or connection was deleted, or the customer wrote to another number: it gets a new one.
   */
  move: {
    from: liveTicketStatuses,
    to: 'unchanged',
    owner: 'unchanged',
    bot: 'stays',
    history: 'transferred',
  },
  /** Reception, a bot or a timer moves the ticket to another queue. */
  enterQueue: {
    from: liveTicketStatuses,
    to: 'unchanged',
    owner: 'unchanged',
    bot: 'stays',
    history: 'queued',
  },
  /** A change without a history entry: the ticket gets another bot or none, or leaves its queue. */
  place: { from: liveTicketStatuses, to: 'unchanged', owner: 'unchanged', bot: 'stays', history: null },
} as const satisfies Record<string, TicketTransitionRule>

export type TicketTransitionName = keyof typeof ticketTransitions

export function allowsTicketTransition(name: TicketTransitionName, status: TicketStatus): boolean {
  const { from }: TicketTransitionRule = ticketTransitions[name]
  return from.includes(status)
}
