import type { TicketView } from '@balcao/contract/tickets'

/** The address of a ticket. A pending ticket opens only by Accept (TICKET-13), so it leads to the pending list. */
export function urlOfTicket({ uuid, status }: Pick<TicketView, 'uuid' | 'status'>): string {
  return status === 'pending' ? '/tickets?sub=pending' : `/tickets/${uuid}`
}
