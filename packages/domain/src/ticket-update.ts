import type { ConnectionId, IntegrationId, PromptId, QueueId, UserId } from './ids'
import type { TicketSnapshot, TicketStatus } from './tickets'

/**
 * The fields of `PUT /tickets/{id}` besides the bot's. Undefined leaves a field unchanged, null clears it.
 */
export interface TicketUpdate {
  readonly status?: TicketStatus | undefined
  readonly userId?: UserId | null | undefined
  readonly queueId?: QueueId | null | undefined
  readonly connectionId?: ConnectionId | null | undefined
}

/** The bot's fields of `PUT /tickets/{id}`. Each act that does not close the ticket stores them as sent. */
export interface BotFieldsUpdate {
  readonly useIntegration?: boolean | undefined
  readonly promptId?: PromptId | null | undefined
  readonly integrationId?: IntegrationId | null | undefined
}

/** The new queue and connection of an accepted or reopened ticket. An omitted field stays unchanged. */
export interface TicketQueueAndConnection {
  /** The new queue. Clients send it only for a ticket without a queue. */
  readonly queueId?: QueueId | undefined
  readonly connectionId?: ConnectionId | undefined
}

export interface TransferTarget extends TicketQueueAndConnection {
  /** The new owner; null: the ticket waits in the queue without an owner. */
  readonly userId?: UserId | null | undefined
}

/** What a call of `PUT /tickets/{id}` does: it serves five acts, and its fields decide which. */
export type TicketAct =
  | ({ readonly act: 'accept' } & TicketQueueAndConnection)
  | { readonly act: 'return' }
  | { readonly act: 'resolve' }
  | ({ readonly act: 'reopen' } & Pick<TicketQueueAndConnection, 'connectionId'>)
  | ({ readonly act: 'transfer' } & TransferTarget)
  | { readonly act: 'refuse'; readonly why: 'queue-required' | 'wrong-state' }
  /** Status, owner, queue and connection stay unchanged. */
  | { readonly act: 'stay' }

/** Derives the act from the sent fields and the ticket's state (TICKET-16 to TICKET-25). */
export function ticketActOf(ticket: TicketSnapshot, update: TicketUpdate, callerId: UserId): TicketAct {
  const { status, userId } = update
  const queueId = update.queueId ?? undefined
  const named = update.connectionId ?? undefined
  const connectionId = named === ticket.connectionId ? undefined : named
  const movesQueue = queueId !== undefined && queueId !== ticket.queueId
  const movesUser = userId !== undefined && userId !== null && userId !== ticket.userId
  const movesPlace = movesQueue || connectionId !== undefined

  const transferTo = (to: UserId | null | undefined): TicketAct => {
    if (movesUser && to !== null && queueId === undefined) return { act: 'refuse', why: 'queue-required' }
    if (ticket.status === 'closed') return wrongState
    return { act: 'transfer', queueId, userId: to, connectionId }
  }
  // Without a chosen user, a ticket that changes its queue waits in the new queue (specification core 4.1).
  const chosenUser = movesQueue ? (userId ?? null) : userId

  if (ticket.status === 'snoozed' && status !== 'closed') return wrongState
  switch (status) {
    case 'closed':
      return ticket.status === 'closed' ? wrongState : { act: 'resolve' }
    case 'open':
      if (ticket.status === 'closed') return { act: 'reopen', connectionId }
      if (ticket.status === 'pending') {
        const isForColleague = movesUser && userId !== callerId
        const leavesItsQueue = movesQueue && ticket.queueId !== null
        return isForColleague || leavesItsQueue
          ? transferTo(userId ?? callerId)
          : { act: 'accept', queueId, connectionId }
      }
      // Another user already owns the ticket that the caller wants to accept: `accept` refuses, and its error
      // names the owner (TICKET-52).
      if (userId === callerId && movesUser && queueId === undefined) return { act: 'accept', connectionId }
      return movesPlace || movesUser ? transferTo(chosenUser) : { act: 'stay' }
    case 'pending':
      if (movesPlace) return transferTo(null)
      return ticket.status === 'open' ? { act: 'return' } : wrongState
    case undefined:
      if (movesPlace || movesUser) return transferTo(chosenUser)
      // A call that names the ticket's own queue and no user returns the ticket to this queue.
      return ticket.status === 'open' && userId === null && queueId !== undefined
        ? { act: 'return' }
        : { act: 'stay' }
    default:
      return wrongState
  }
}

const wrongState = { act: 'refuse', why: 'wrong-state' } as const
