import type { SentInputOf } from '@balcao/contract/endpoint'
import { ticketSnapshotOf } from '@balcao/contract/ticket-list-reducer'
import type { TicketView, updateTicket } from '@balcao/contract/tickets'
import type { ConnectionId, QueueId, UserId } from '@balcao/domain/ids'
import type { Viewer } from '@balcao/domain/people'
import { mayReadTicket } from '@balcao/domain/tickets'

export type TicketAct = 'accept' | 'return' | 'resolve' | 'reopen'
export type UpdateTicketBody = SentInputOf<typeof updateTicket>['body']

/** The request body of a ticket action (TICKET-16 to TICKET-22). */
export function ticketActRequestBody(act: TicketAct, ticket: TicketView, userId: UserId): UpdateTicketBody {
  switch (act) {
    case 'accept':
    case 'reopen':
      return { status: 'open', userId, ...integrationOf(ticket) }
    case 'return':
      return { status: 'pending', userId: null, ...integrationOf(ticket) }
    case 'resolve':
      return { status: 'closed', userId, useIntegration: false, promptId: false, integrationId: false }
  }
}

function integrationOf({ useIntegration, promptId, integrationId }: TicketView) {
  return { useIntegration, promptId, integrationId }
}

export interface TicketTransferInput {
  readonly queueId: QueueId
  readonly userId: UserId | null
  readonly connectionId: ConnectionId | null
  readonly note: string
}

/** The request body of a transfer. Without a user the ticket becomes pending (TICKET-23, TICKET-24). */
export function transferRequestBody({
  queueId,
  userId,
  connectionId,
  note,
}: TicketTransferInput): UpdateTicketBody {
  const rest = {
    ...(connectionId !== null && { whatsappId: connectionId }),
    ...(note !== '' && { note }),
  }
  return userId === null
    ? { status: 'pending', userId: null, queueId, ...rest }
    : { status: 'open', userId, queueId, ...rest }
}

/** Whether the conversation shows after the action (TICKET-16 to TICKET-21). */
export function shouldOpenConversationAfter(act: TicketAct): boolean {
  return act === 'accept' || act === 'reopen'
}

/** The action that undoes this one; null if the viewer did not own the ticket before, or may no longer read it. */
export function undoActFor(act: TicketAct, before: TicketView, viewer: Viewer): 'accept' | 'reopen' | null {
  if (before.status !== 'open' || before.userId !== viewer.userId) return null
  const facts = ticketSnapshotOf(before)
  if (act === 'resolve') return mayReadTicket(viewer, { ...facts, status: 'closed' }) ? 'reopen' : null
  if (act !== 'return') return null
  return mayReadTicket(viewer, { ...facts, status: 'pending', userId: null }) ? 'accept' : null
}
