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
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { useUser, useViewer } from '../../../lib/session'
import { showError } from '../../../ui/toasts'
import { type TicketAct, type Transfer, transferBody, updateFor } from '../ticket-acts'
import { isOfTicket, showTicket } from './get-ticket'
import { listsKey, showInLists } from './list-tickets'

/** Accepts, returns, resolves or reopens. */
export function useTicketAct() {
  const user = useUser()
  const whenChanged = useWhenChanged()
  return useMutation({
    mutationFn: ({ act, ticket }: { act: TicketAct; ticket: TicketView }) =>
      call(updateTicket, { params: { ticketId: ticket.id }, body: updateFor(act, ticket, user.id) }),
    ...whenChanged,
  })
}

export function useTransfer(ticket: TicketView) {
  const client = useQueryClient()
  const viewer = useViewer()
  return useMutation({
    mutationFn: (transfer: Transfer) =>
      call(updateTicket, { params: { ticketId: ticket.id }, body: transferBody(transfer) }),
    onSuccess: (changed) => showInLists(client, viewer, changed),
    onError: showError,
    // Not the ticket itself: this person may have lost access, and the fetch would be refused.
    onSettled: () => {
      void client.invalidateQueries({
        queryKey: ['tickets'],
        predicate: ({ queryKey }) => !isOfTicket(queryKey, ticket),
      })
    },
  })
}

/** Undoes a transfer by the signed-in user. */
export function useUndoTransfer() {
  const whenChanged = useWhenChanged()
  return useMutation({
    mutationFn: (ticket: TicketView) => call(undoTransfer, { params: { ticketId: ticket.id } }),
    ...whenChanged,
  })
}

/** Accepts the ticket that has waited longest. Answers null when a colleague was quicker with the last one. */
export function useAcceptNext() {
  const whenChanged = useWhenChanged()
  return useMutation({
    mutationFn: async () => (await call(acceptNextTicket)).ticket,
    ...whenChanged,
  })
}

export interface NewTicket {
  readonly contactId: ContactId
  readonly queueId: QueueId | null
  readonly connectionId: ConnectionId | null
}

/** Opens a ticket of one's own (TICKET-30). The dialog handles refusals: one of them means "it exists already". */
export function useCreateTicket() {
  const user = useUser()
  const { onSuccess } = useWhenChanged()
  return useMutation({
    mutationFn: ({ contactId, queueId, connectionId }: NewTicket) =>
      call(createTicket, {
        body: { contactId, queueId, whatsappId: connectionId, userId: user.id, status: 'open' },
      }),
    onSuccess,
  })
}

export function useDeleteTicket(ticket: TicketView) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(deleteTicket, { params: { ticketId: ticket.id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: listsKey }),
    onError: showError,
  })
}

/** Puts off a ticket until a time in wire format; null: until the customer writes. */
export function useSnooze(ticket: TicketView) {
  const whenChanged = useWhenChanged()
  return useMutation({
    mutationFn: (until: string | null) =>
      call(snoozeTicket, { params: { ticketId: ticket.id }, body: { until } }),
    ...whenChanged,
  })
}

export function useWake(ticket: TicketView) {
  const whenChanged = useWhenChanged()
  return useMutation({
    mutationFn: () => call(wakeTicket, { params: { ticketId: ticket.id } }),
    ...whenChanged,
  })
}

/**
 * Shows the changed ticket, also in the lists, or the refusal, and refetches the lists (TICKET-52). The act ends before that
 * fetch: the page reacts a round trip earlier.
 */
function useWhenChanged() {
  const client = useQueryClient()
  const viewer = useViewer()
  const refetch = () => {
    void client.invalidateQueries({ queryKey: ['tickets'] })
  }
  return {
    onSuccess(ticket: TicketView | null): void {
      if (ticket !== null) {
        showTicket(client, ticket)
        showInLists(client, viewer, ticket)
      }
      refetch()
    },
    onError(error: Error): void {
      showError(error)
      refetch()
    },
  }
}
