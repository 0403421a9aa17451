import type { TicketView } from '@balcao/contract/tickets'
import { useTranslation } from 'react-i18next'
import { offerUndo } from '../../ui/undo'
import { useTransfer, useUndoTransfer } from './api/change-ticket'
import type { Transfer } from './ticket-acts'
import { useTicketNavigation } from './use-list-view'

/** Transfers a ticket, names the receiver, and offers an undo (docs/features/tickets.md). */
export function useTransferAndOfferUndo(ticket: TicketView): (to: Transfer) => Promise<void> {
  const { t } = useTranslation('tickets')
  const transfer = useTransfer(ticket)
  const undo = useUndoTransfer()
  const { open } = useTicketNavigation()

  async function takeBack(): Promise<void> {
    try {
      await undo.mutateAsync(ticket)
    } catch {
      return // the mutation has shown the reason
    }
    if (ticket.status === 'open') open(ticket.uuid)
  }

  return async (to) => {
    const { user, queue } = await transfer.mutateAsync(to)
    const queueName = queue?.name ?? t('noQueue')
    const words =
      user === null
        ? t('transferredToQueueOnly', { queue: queueName })
        : t('transferredTo', { user: user.name, queue: queueName })
    offerUndo(words, () => void takeBack())
  }
}
