import type { TicketView } from '@balcao/contract/tickets'
import { useTicketAct } from './api/update-ticket'
import { staysOpen, type TicketAct } from './ticket-acts'
import { useTicketNavigation } from './use-list-view'

/** Accepts, returns, resolves or reopens, and goes where that leads (TICKET-16 to TICKET-21). */
export function useActAndGo() {
  const { mutateAsync, isPending } = useTicketAct()
  const { openOwn, leave } = useTicketNavigation()

  // By promise, not by the callback of `mutate`: the event may take the row off the list before the answer is there.
  async function act(act: TicketAct, ticket: TicketView, leaves = true): Promise<void> {
    try {
      await mutateAsync({ act, ticket })
    } catch {
      return // the mutation has said why
    }
    if (staysOpen(act)) openOwn(ticket.uuid)
    else if (leaves) leave()
  }
  return { isPending, act }
}
