import { undoTransfer } from '@balcao/contract/handovers'
import {
  acceptNextTicket,
  createTicket,
  deleteTicket,
  snoozeTicket,
  type TicketView,
  updateTicket,
  wakeTicket,
} from '@balcao/contract/tickets'
import type { ConnectionId, ContactId, QueueId } from '@balcao/domain/ids'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { useUser } from '../../../lib/session'
import { showError } from '../../../ui/toasts'
import { type TicketAct, type Transfer, transferBody, updateFor } from '../ticket-acts'
import { isOfTicket, showTicket } from './get-ticket'

/** Accepts, returns, resolves or reopens. */
export function useTicketAct() {
  const client = useQueryClient()
  const user = useUser()
  return useMutation({
    mutationFn: ({ act, ticket }: { act: TicketAct; ticket: TicketView }) =>
      call(updateTicket, { params: { ticketId: ticket.id }, body: updateFor(act, ticket, user.id) }),
    ...whenChanged(client),
  })
}

export function useTransfer(ticket: TicketView) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (transfer: Transfer) =>
      call(updateTicket, { params: { ticketId: ticket.id }, body: transferBody(transfer) }),
    onError: showError,
    // Not the ticket itself: this person may have lost access, and the fetch would be refused.
    onSettled: () =>
      client.invalidateQueries({
        queryKey: ['tickets'],
        predicate: ({ queryKey }) => !isOfTicket(queryKey, ticket),
      }),
  })
}

/** Undoes a transfer of one's own. */
export function useUndoTransfer() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ticket: TicketView) => call(undoTransfer, { params: { ticketId: ticket.id } }),
    onSuccess: (ticket) => showTicket(client, ticket),
    onError: showError,
    onSettled: () => client.invalidateQueries({ queryKey: ['tickets', 'list'] }),
  })
}

/** Accepts the ticket that has waited longest. Answers null when a colleague was quicker with the last one. */
export function useAcceptNext() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => (await call(acceptNextTicket)).ticket,
    onSuccess: (ticket) => ticket !== null && showTicket(client, ticket),
    onError: showError,
    onSettled: () => client.invalidateQueries({ queryKey: ['tickets'] }),
  })
}

export interface NewTicket {
  readonly contactId: ContactId
  readonly queueId: QueueId | null
  readonly connectionId: ConnectionId | null
}

/** Opens a ticket of one's own (TICKET-30). The dialog handles refusals: one of them means "it exists already". */
export function useCreateTicket() {
  const client = useQueryClient()
  const user = useUser()
  return useMutation({
    mutationFn: ({ contactId, queueId, connectionId }: NewTicket) =>
      call(createTicket, {
        body: { contactId, queueId, whatsappId: connectionId, userId: user.id, status: 'open' },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['tickets'] }),
  })
}

export function useDeleteTicket(ticket: TicketView) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(deleteTicket, { params: { ticketId: ticket.id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['tickets', 'list'] }),
    onError: showError,
  })
}

/** Puts off a ticket until a time in wire format; null: until the customer writes. */
export function useSnooze(ticket: TicketView) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (until: string | null) =>
      call(snoozeTicket, { params: { ticketId: ticket.id }, body: { until } }),
    ...whenChanged(client),
  })
}

export function useWake(ticket: TicketView) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(wakeTicket, { params: { ticketId: ticket.id } }),
    ...whenChanged(client),
  })
}

/** Shows the changed ticket or the refusal, and refetches the lists (TICKET-52). */
function whenChanged(client: QueryClient) {
  return {
    onSuccess: (ticket: TicketView) => showTicket(client, ticket),
    onError: showError,
    onSettled: () => client.invalidateQueries({ queryKey: ['tickets'] }),
  }
}
