import type { ConnectionId, ContactId, QueueId, TicketId, UserId } from './ids'
import { isAdmin, type Viewer } from './people'

export const ticketStatuses = ['pending', 'open', 'snoozed', 'closed'] as const
export type TicketStatus = (typeof ticketStatuses)[number]

/** The statuses of unresolved tickets, of which a contact has at most one (TICKET-34). */
export const liveStatuses = ['open', 'pending', 'snoozed'] as const satisfies readonly TicketStatus[]
export type LiveStatus = (typeof liveStatuses)[number]

/** The statuses of live tickets that have an owner. */
export const ownedStatuses = liveStatuses.filter((status) => status !== 'pending')

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

/** Which of two live tickets of one contact is kept: the one whose status is first here. */
const keepingOrder: readonly LiveStatus[] = ['open', 'snoozed', 'pending']

/** Of two live tickets of one contact the open one is kept, or the older of two in the same status (TICKET-34). */
export function ticketToKeep<Ticket extends Pick<TicketFacts, 'id' | 'status'>>(
  one: Ticket,
  other: Ticket,
): { kept: Ticket; gone: Ticket } {
  const rank = ({ status }: Ticket) => (keepingOrder as readonly string[]).indexOf(status)
  const keepsOne = rank(one) === rank(other) ? one.id < other.id : rank(one) < rank(other)
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
  if (isLive(ticket.status) && ticket.userId === viewer.userId) return true
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
  return ownedStatuses.some((status) => status === ticket.status) && ticket.userId === viewer.userId
}

/** The lists of the ticket area. `search` shows every ticket that the user may read. */
export type TicketView = TicketStatus | 'search'

/** True for a list of tickets that have owners: it shows the viewer's own, and to admins those of all (TICKET-09). */
export function isOwnersView(view: TicketView): boolean {
  return ownedStatuses.some((status) => status === view)
}

/** True when the ticket belongs in this list of this user (before the user's own filters): TICKET-41. */
export function isInView(viewer: Viewer, view: TicketView, ticket: TicketFacts, showAll: boolean): boolean {
  if (!mayReadTicket(viewer, ticket)) return false
  if (view === 'search') return true
  if (view !== ticket.status) return false
  return !isOwnersView(view) || (showAll && isAdmin(viewer)) || ticket.userId === viewer.userId
}

/** True when the user is notified of a new message or a new pending ticket (RT-12, SHELL-46). */
export function isNotified(viewer: Viewer, ticket: TicketFacts): boolean {
  if (ticket.userId !== null) return ticket.userId === viewer.userId
  return ticket.status === 'pending' && serves(viewer, ticket)
}

/** Who answers the customer's next message in a pending ticket. */
export type Answerer = 'people' | 'menu' | 'assistant' | 'integration'

/** The fields that say which bot answers. An open ticket may store them too: they count again once it is pending. */
export interface BotFields {
  readonly chatbot: boolean
  readonly useIntegration: boolean
  readonly promptId: number | null
}

/** The states of a ticket. */
type TicketState =
  | { readonly status: 'pending'; readonly answeredBy: Answerer }
  | { readonly status: 'open' | 'snoozed'; readonly ownerId: UserId | null }
  | { readonly status: 'closed' }

export function ticketStateOf(
  ticket: BotFields & { readonly status: TicketStatus; readonly userId: UserId | null },
): TicketState {
  switch (ticket.status) {
    case 'pending':
      return { status: 'pending', answeredBy: answererOf(ticket) }
    case 'open':
    case 'snoozed':
      return { status: ticket.status, ownerId: ticket.userId }
    case 'closed':
      return { status: 'closed' }
  }
}

/** A prompt answers only with `useIntegration`, and before a menu. */
export function answererOf({ chatbot, useIntegration, promptId }: BotFields): Answerer {
  if (useIntegration) return promptId === null ? 'integration' : 'assistant'
  return chatbot ? 'menu' : 'people'
}

/** The kinds of entries in a ticket's history. Webhooks and the conversation show each. */
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
  /** An automatic text was left out, because the reply window was closed. */
  'unsent',
] as const
export type TicketHistoryKind = (typeof ticketHistoryKinds)[number]

/** The automatic texts that an `unsent` entry names. */
export const automaticTexts = ['greeting', 'farewell', 'rating', 'transfer', 'idle', 'bot'] as const
export type AutomaticTextName = (typeof automaticTexts)[number]

/** One transition between states, with all its side effects. */
export interface TransitionRule {
  /** A ticket in another state refuses the transition. */
  readonly from: readonly TicketStatus[]
  readonly to: TicketStatus | 'unchanged' | 'chosen'
  readonly owner: 'actor' | 'none' | 'unchanged' | 'chosen'
  /** `ends`: menu, assistant and integration answer no more, unless the caller carries fields for them (docs/features/tickets.md). */
  readonly bot: 'ends' | 'stays'
  /** The entry in the ticket's history; null writes none. */
  readonly history: TicketHistoryKind | null
  /** Cancels the queued automatic messages that have not started to send, and the bot's turn. */
  readonly cancelsAutomaticMessages?: true
  /** Marks the conversation read for its owner: the owner before the transition, or the one after it. */
  readonly marksReadFor?: 'owner-before' | 'owner-after'
  /** The automatic message that follows. */
  readonly says?: 'greeting' | 'farewell'
}

/** All transitions of a ticket. Merging is not among them: it deletes one ticket, and the other stays in its state. */
export const ticketTransitions = {
  /** Implements TICKET-16, TICKET-51. */
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
  /** Implements TICKET-19. */
  return: { from: ['open'], to: 'pending', owner: 'none', bot: 'stays', history: 'returned' },
  /** The owner was deleted, or serves the queue no longer. */
  release: { from: ownedStatuses, to: 'pending', owner: 'none', bot: 'ends', history: 'returned' },
  /** A person closes it and becomes its owner (TICKET-20). */
  resolve: {
    from: liveStatuses,
    to: 'closed',
    owner: 'actor',
    bot: 'ends',
    history: 'closed',
    cancelsAutomaticMessages: true,
    marksReadFor: 'owner-before',
    says: 'farewell',
  },
  /** A program of the company closes it with a message of its own (EXTAPI-07). */
  closeByProgram: {
    from: liveStatuses,
    to: 'closed',
    owner: 'unchanged',
    bot: 'ends',
    history: 'closed',
    cancelsAutomaticMessages: true,
  },
  /** BOT-06. Reception sends the connection's own message afterwards. */
  closeIdle: { from: liveStatuses, to: 'closed', owner: 'unchanged', bot: 'ends', history: 'closed' },
  /** The customer ended the conversation with the bot. */
  closeByBot: { from: ['pending'], to: 'closed', owner: 'unchanged', bot: 'ends', history: 'closed' },
  /** Implements TICKET-21. */
  reopen: { from: ['closed'], to: 'open', owner: 'actor', bot: 'stays', history: 'reopened' },
  /** The owner puts it off until a time, or until the customer writes. */
  snooze: { from: ['open'], to: 'snoozed', owner: 'unchanged', bot: 'stays', history: 'snoozed' },
  /** Its time has come, the customer wrote, or a person wants it back. */
  wake: { from: ['snoozed'], to: 'open', owner: 'unchanged', bot: 'stays', history: 'woken' },
  /** To a queue, where it waits, or to a person (TICKET-23, TICKET-24). */
  transfer: {
    from: ['pending', 'open'],
    to: 'chosen',
    owner: 'chosen',
    bot: 'ends',
    history: 'transferred',
    cancelsAutomaticMessages: true,
  },
  /** Status, owner, queue and connection are as before the transfer (docs/features/tickets.md). */
  undoTransfer: {
    from: ['pending', 'open'],
    to: 'chosen',
    owner: 'chosen',
    bot: 'ends',
    history: 'transferred',
    cancelsAutomaticMessages: true,
  },
  /** An outside bot hands the customer to a person. */
  transferByBot: { from: ['pending'], to: 'open', owner: 'chosen', bot: 'ends', history: 'transferred' },
  /** The ticket's queue or connection is deleted, or the customer writes to another number of the company. */
  move: { from: liveStatuses, to: 'unchanged', owner: 'unchanged', bot: 'stays', history: 'transferred' },
  /** Reception, a bot or a timer puts it into another queue. */
  enterQueue: { from: liveStatuses, to: 'unchanged', owner: 'unchanged', bot: 'stays', history: 'queued' },
  /** Another bot answers, people do, or the ticket leaves its queue: no entry in the history. */
  place: { from: liveStatuses, to: 'unchanged', owner: 'unchanged', bot: 'stays', history: null },
} as const satisfies Record<string, TransitionRule>

export type TransitionName = keyof typeof ticketTransitions

/** Whether a ticket in this state allows the transition. */
export function allows(name: TransitionName, status: TicketStatus): boolean {
  const { from }: TransitionRule = ticketTransitions[name]
  return from.includes(status)
}
