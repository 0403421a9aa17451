import type { TicketView } from '@balcao/contract/tickets'
import { useTicketAct } from './api/update-ticket'
import { staysOpen, type TicketAct } from './ticket-acts'
import { useTicketNavigation } from './use-list-view'

/** Accepts, returns, resolves or reopens, and goes where that leads (TICKET-16 to TICKET-21). */
export function useActAndGo() {
  const { mutate, isPending } = useTicketAct()
  const { open, leave } = useTicketNavigation()
  return {
    isPending,
    act: (act: TicketAct, ticket: TicketView) =>
      mutate({ act, ticket }, { onSuccess: () => (staysOpen(act) ? open(ticket.uuid) : leave()) }),
  }
}
