import type { TicketView } from '@balcao/contract/tickets'

/**
 * The page of a ticket: its conversation. A pending ticket opens only by Accept (TICKET-13), so its page is the pending
 * list.
 */
export function addressOfTicket({ uuid, status }: Pick<TicketView, 'uuid' | 'status'>): string {
  return status === 'pending' ? '/tickets?sub=pending' : `/tickets/${uuid}`
}
