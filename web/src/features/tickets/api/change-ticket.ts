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
import {
  type TicketAct,
  type TicketTransferInput,
  ticketActRequestBody,
  transferRequestBody,
} from '../ticket-acts'
import { cacheTicket, isQueryOfTicket } from './get-ticket'
import { ticketListsQueryKey, updateCachedTicketLists } from './list-tickets'

export function useTicketAct() {
  const user = useUser()
  return useTicketMutation(({ act, ticket }: { act: TicketAct; ticket: TicketView }) =>
    call(updateTicket, { params: { ticketId: ticket.id }, body: ticketActRequestBody(act, ticket, user.id) }),
  )
}

export function useTransferTicket(ticket: TicketView) {
  const client = useQueryClient()
  const viewer = useViewer()
  return useMutation({
    mutationFn: (transfer: TicketTransferInput) =>
      call(updateTicket, { params: { ticketId: ticket.id }, body: transferRequestBody(transfer) }),
    onSuccess: (changed) => updateCachedTicketLists(client, viewer, changed),
    onError: showError,
    // Does not refetch the ticket itself: the user may have lost access to it, and the server would refuse.
    onSettled: () => {
      void client.invalidateQueries({
        queryKey: ['tickets'],
        predicate: ({ queryKey }) => !isQueryOfTicket(queryKey, ticket),
      })
    },
  })
}

export function useUndoTransfer() {
  return useTicketMutation((ticket: TicketView) => call(undoTransfer, { params: { ticketId: ticket.id } }))
}

/** Accepts the ticket that has waited longest. Resolves to null when no ticket waits any more. */
export function useAcceptNextTicket() {
  return useTicketMutation(async () => (await call(acceptNextTicket)).ticket)
}

export interface NewTicketInput {
  readonly contactId: ContactId
  readonly queueId: QueueId | null
  readonly connectionId: ConnectionId | null
}

/** Opens a ticket for the signed-in user (TICKET-30). The caller handles refusals. */
export function useCreateTicket() {
  const user = useUser()
  const { onSuccess } = useWhenChanged()
  return useMutation({
    mutationFn: ({ contactId, queueId, connectionId }: NewTicketInput) =>
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
    onSuccess: () => client.invalidateQueries({ queryKey: ticketListsQueryKey }),
    onError: showError,
  })
}

/** Snoozes a ticket until an ISO time, or until the customer writes if the time is null. */
export function useSnoozeTicket(ticket: TicketView) {
  return useTicketMutation((until: string | null) =>
    call(snoozeTicket, { params: { ticketId: ticket.id }, body: { until } }),
  )
}

export function useWakeTicket(ticket: TicketView) {
  return useTicketMutation(() => call(wakeTicket, { params: { ticketId: ticket.id } }))
}

function useTicketMutation<Answer extends TicketView | null, Input = void>(
  mutationFn: (input: Input) => Promise<Answer>,
) {
  return useMutation({ mutationFn, ...useWhenChanged() })
}

/** The callbacks of a ticket mutation: show the changed ticket or the error, and refetch the lists (TICKET-52). */
function useWhenChanged() {
  const client = useQueryClient()
  const viewer = useViewer()
  const refetch = () => {
    void client.invalidateQueries({ queryKey: ['tickets'] })
  }
  return {
    onSuccess(ticket: TicketView | null): void {
      if (ticket !== null) {
        cacheTicket(client, ticket)
        updateCachedTicketLists(client, viewer, ticket)
      }
      refetch()
    },
    onError(error: Error): void {
      showError(error)
      refetch()
    },
  }
}
