import { acceptNextTicket } from '@balcao/contract/tickets'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { showError } from '../../../ui/toasts'
import { showTicket } from './get-ticket'

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
