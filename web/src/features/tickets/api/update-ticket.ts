import { type TicketView, updateTicket } from '@balcao/contract/tickets'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { useUser } from '../../../lib/session'
import { showError } from '../../../ui/toasts'
import { type TicketAct, type Transfer, transferBody, updateFor } from '../ticket-acts'
import { showTicket } from './get-ticket'

/** Accept, return, resolve or reopen. A refusal is shown, and the lists then say how things stand (TICKET-52). */
export function useTicketAct() {
  const client = useQueryClient()
  const user = useUser()
  return useMutation({
    mutationFn: ({ act, ticket }: { act: TicketAct; ticket: TicketView }) =>
      call(updateTicket, { params: { ticketId: ticket.id }, body: updateFor(act, ticket, user.id) }),
    onSuccess: (ticket) => showTicket(client, ticket),
    onError: showError,
    onSettled: () => client.invalidateQueries({ queryKey: ['tickets'] }),
  })
}

export function useTransfer(ticket: TicketView) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (transfer: Transfer) =>
      call(updateTicket, { params: { ticketId: ticket.id }, body: transferBody(transfer) }),
    onError: showError,
    onSettled: () => client.invalidateQueries({ queryKey: ['tickets'] }),
  })
}
