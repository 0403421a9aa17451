import type { ConnectionId, QueueId, UserId } from './ids'
import type { TicketFacts, TicketStatus } from './tickets'

/** What `PUT /tickets/{id}` may carry: undefined leaves, null clears. */
export interface TicketUpdate {
  readonly status?: TicketStatus | undefined
  readonly userId?: UserId | null | undefined
  readonly queueId?: QueueId | null | undefined
  readonly connectionId?: ConnectionId | null | undefined
}

/** The act that an update means. One call of the wire carries five acts; this says which. */
export type TicketAct =
  | { readonly act: 'accept'; readonly queueId: QueueId | null }
  | { readonly act: 'return' }
  | { readonly act: 'resolve' }
  | { readonly act: 'reopen' }
  | {
      readonly act: 'transfer'
      readonly queueId: QueueId
      readonly userId: UserId | null
      readonly connectionId: ConnectionId | null
    }
  | { readonly act: 'refuse'; readonly why: 'queue-required' | 'wrong-state' }
  | { readonly act: 'nothing' }

/** Reads the act out of an update and the state it meets (specification core 4.1; TICKET-16 to TICKET-25). */
export function actOf(ticket: TicketFacts, update: TicketUpdate, callerId: UserId): TicketAct {
  const queueId = update.queueId ?? null
  const movesQueue = queueId !== null && queueId !== ticket.queueId
  const movesUser = update.userId !== undefined && update.userId !== null && update.userId !== ticket.userId
  const movesConnection = (update.connectionId ?? ticket.connectionId) !== ticket.connectionId
  const namesNewPlace = queueId !== null && (movesQueue || movesConnection)

  switch (update.status) {
    case 'closed':
      return ticket.status === 'closed' ? wrongState : { act: 'resolve' }
    case 'open':
      if (ticket.status === 'pending') {
        return queueId !== null && movesUser && update.userId !== callerId
          ? transfer(ticket, update)
          : { act: 'accept', queueId }
      }
      if (ticket.status === 'closed') return { act: 'reopen' }
      if (namesNewPlace || (movesUser && queueId !== null)) return transfer(ticket, update)
      // Somebody else was first: accepting says who (TICKET-52).
      return movesUser ? { act: 'accept', queueId } : { act: 'nothing' }
    case 'pending':
      if (namesNewPlace) return transfer(ticket, { ...update, userId: null })
      return ticket.status === 'open' ? { act: 'return' } : wrongState
    case undefined:
      return namesNewPlace || movesUser ? transfer(ticket, update) : { act: 'nothing' }
  }
}

const wrongState = { act: 'refuse', why: 'wrong-state' } as const

function transfer(ticket: TicketFacts, update: TicketUpdate): TicketAct {
  const queueId = update.queueId ?? null
  if (queueId === null) return { act: 'refuse', why: 'queue-required' }
  if (ticket.status === 'closed') return wrongState
  return {
    act: 'transfer',
    queueId,
    userId: update.userId ?? null,
    connectionId: update.connectionId ?? null,
  }
}
