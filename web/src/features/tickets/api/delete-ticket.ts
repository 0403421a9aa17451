import { deleteTicket, type TicketView } from '@balcao/contract/tickets'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { showError } from '../../../ui/toasts'

export function useDeleteTicket(ticket: TicketView) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(deleteTicket, { params: { ticketId: ticket.id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['tickets', 'list'] }),
    onError: showError,
  })
}
