import type { ConnectionId, IntegrationId, PromptId, QueueId, UserId } from './ids'
import type { TicketFacts, TicketStatus } from './tickets'

/** What `PUT /tickets/{id}` may carry beside the bot's fields: undefined leaves, null clears. */
export interface TicketUpdate {
  readonly status?: TicketStatus | undefined
  readonly userId?: UserId | null | undefined
  readonly queueId?: QueueId | null | undefined
  readonly connectionId?: ConnectionId | null | undefined
}

/** The bot's fields of the same call. An act on a ticket that is not closed by it stores each as sent (docs/features/tickets.md). */
export interface CarriedBot {
  readonly useIntegration?: boolean | undefined
  readonly promptId?: PromptId | null | undefined
  readonly integrationId?: IntegrationId | null | undefined
}

/** Where an accepted or reopened ticket goes on. What is left out stays. */
export interface Place {
  /** Only of a ticket that has none. */
  readonly queueId?: QueueId | undefined
  readonly connectionId?: ConnectionId | undefined
}

/** Where a transfer leads. What is left out stays. */
export interface Destination extends Place {
  /** Null: the ticket waits in the queue. */
  readonly userId?: UserId | null | undefined
}

/** The act that an update means. One call of the wire carries five acts; this says which. */
export type TicketAct =
  | ({ readonly act: 'accept' } & Place)
  | { readonly act: 'return' }
  | { readonly act: 'resolve' }
  | ({ readonly act: 'reopen' } & Pick<Place, 'connectionId'>)
  | ({ readonly act: 'transfer' } & Destination)
  | { readonly act: 'refuse'; readonly why: 'queue-required' | 'wrong-state' }
  /** Status, owner, queue and connection stay. */
  | { readonly act: 'stay' }

/** Reads the act out of an update and the state it meets (specification core 4.1; TICKET-16 to TICKET-25). */
export function actOf(ticket: TicketFacts, update: TicketUpdate, callerId: UserId): TicketAct {
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
  // To a queue without choosing a user, a ticket waits there (000-core 4.1).
  const chosenUser = movesQueue ? (userId ?? null) : userId

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
      // Somebody else was first: accepting says who (TICKET-52).
      if (userId === callerId && movesUser && queueId === undefined) return { act: 'accept', connectionId }
      return movesPlace || movesUser ? transferTo(chosenUser) : { act: 'stay' }
    case 'pending':
      if (movesPlace) return transferTo(null)
      return ticket.status === 'open' ? { act: 'return' } : wrongState
    case undefined:
      if (movesPlace || movesUser) return transferTo(chosenUser)
      // Its own queue, and no user: the same as a transfer to another queue without one.
      return ticket.status === 'open' && userId === null && queueId !== undefined
        ? { act: 'return' }
        : { act: 'stay' }
  }
}

const wrongState = { act: 'refuse', why: 'wrong-state' } as const
