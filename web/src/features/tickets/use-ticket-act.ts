import type { TicketView } from '@balcao/contract/tickets'
import { useTranslation } from 'react-i18next'
import { useViewer } from '../../lib/session'
import { offerUndo } from '../../ui/undo'
import { useTicketAct } from './api/change-ticket'
import { shouldOpenConversationAfter, type TicketAct, undoActFor } from './ticket-acts'
import { useTicketNavigation } from './use-list-view'

/** Accepts, returns, resolves or reopens a ticket, and navigates accordingly (TICKET-16 to TICKET-21). */
export function useTicketActAndNavigate() {
  const { t } = useTranslation('tickets')
  const viewer = useViewer()
  const { mutateAsync, isPending } = useTicketAct()
  const { openOwn, leave } = useTicketNavigation()

  // Awaits `mutateAsync`: a callback of `mutate` would not run after a live event unmounts the row.
  async function act(act: TicketAct, ticket: TicketView, leaves = true): Promise<void> {
    let changed: TicketView
    try {
      changed = await mutateAsync({ act, ticket })
    } catch {
      return // The mutation has already shown the error.
    }
    if (leaves && shouldOpenConversationAfter(act)) openOwn(ticket.uuid)
    else if (leaves) leave(ticket.uuid)
    offerWayBack(act, ticket, changed, leaves)
  }

  function offerWayBack(done: TicketAct, before: TicketView, changed: TicketView, leaves: boolean): void {
    const back = undoActFor(done, before, viewer)
    if (back === null) return
    const what = back === 'reopen' ? 'resolve' : 'return'
    offerUndo(t(`done.${what}`, { name: before.contact.name }), () => void act(back, changed, leaves))
  }
  return { isPending, act }
}
