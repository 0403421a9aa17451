import type { TicketView } from '@balcao/contract/tickets'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { useDeleteTicket } from '../api/change-ticket'

/** Asks before a deletion, and says what is lost (TICKET-28). */
export function DeleteTicketDialog({ ticket, onClose }: { ticket: TicketView; onClose: () => void }) {
  const { t } = useTranslation('tickets')
  const remove = useDeleteTicket(ticket)
  return (
    <ConfirmDialog
      title={t('deleteTitle', { id: ticket.id })}
      confirm={t('deleteConfirm')}
      destroys
      onConfirm={() => remove.mutateAsync()}
      onClose={onClose}
    >
      {t('deleteMeaning', { name: ticket.contact.name })}
    </ConfirmDialog>
  )
}
