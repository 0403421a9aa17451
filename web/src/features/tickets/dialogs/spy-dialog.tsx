import type { TicketView } from '@balcao/contract/tickets'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button'
import { AppDialog } from '../../../ui/dialog'
import { lazyComponent } from '../../../ui/later'
import { useTicketAreaComponents } from '../parts'
import { useTicketNavigation } from '../use-list-view'
import { useTicketActAndNavigate } from '../use-ticket-act'
import styles from './dialogs.module.css'

const TransferDialog = lazyComponent(() => import('./transfer-dialog').then((it) => it.TransferDialog))

/** Shows a conversation without accepting the ticket or marking it as read (TICKET-12, TICKET-51). */
export function SpyDialog({ ticket, onClose }: { ticket: TicketView; onClose: () => void }) {
  const { t } = useTranslation('tickets')
  const { ReadOnlyConversation } = useTicketAreaComponents()
  const { open } = useTicketNavigation()
  const { act, isPending } = useTicketActAndNavigate()
  const [isTransferring, setTransferring] = useState(false)
  const accept = () => {
    onClose()
    void act('accept', ticket)
  }
  if (isTransferring) return <TransferDialog ticket={ticket} onClose={onClose} />
  return (
    <AppDialog
      title={t('spyTitle', { name: ticket.contact.name })}
      open
      onClose={onClose}
      width={640}
      actions={
        <>
          {ticket.status !== 'snoozed' && (
            <Button onClick={() => setTransferring(true)}>{t('transfer')}</Button>
          )}
          {ticket.status === 'pending' ? (
            <Button kind="primary" disabled={isPending} onClick={accept}>
              {t('acts.accept')}
            </Button>
          ) : (
            <Button
              kind="primary"
              onClick={() => {
                onClose()
                open(ticket.uuid)
              }}
            >
              {t('spyOpen')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.spy}>
        <ReadOnlyConversation ticket={ticket} />
      </div>
    </AppDialog>
  )
}
