import { createTicket } from '@balcao/contract/tickets'
import type { ConnectionId, ContactId, QueueId } from '@balcao/domain/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { useUser } from '../../../lib/session'

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
