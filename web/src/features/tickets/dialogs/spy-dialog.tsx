import type { TicketView } from '@balcao/contract/tickets'
import { useTranslation } from 'react-i18next'
import { AppDialog } from '../../../ui/dialog'
import { useTicketParts } from '../parts'
import styles from './dialogs.module.css'

/** The conversation, to look at only: nothing is accepted and nothing marked read (TICKET-12, TICKET-51). */
export function SpyDialog({ ticket, onClose }: { ticket: TicketView; onClose: () => void }) {
  const { t } = useTranslation('tickets')
  const { PeekedConversation } = useTicketParts()
  return (
    <AppDialog title={t('spyTitle', { name: ticket.contact.name })} open onClose={onClose} width={640}>
      <div className={styles.spy}>
        <PeekedConversation ticket={ticket} />
      </div>
    </AppDialog>
  )
}
