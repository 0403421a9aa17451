import type { ConnectionView } from '@balcao/contract/connections'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { useSessionAct } from './api/connections'
import styles from './connections.module.css'

interface NewQrDialogProps {
  readonly connection: ConnectionView
  readonly onClose: () => void
  readonly onConfirm: () => Promise<unknown>
}

/** Asks before a new QR drops the keys of a linked number. Another try retains them. */
export function NewQrDialog({ connection, onClose, onConfirm }: NewQrDialogProps) {
  const { t } = useTranslation('connections')
  const session = useSessionAct()
  return (
    <ConfirmDialog
      title={t('newQrTitle', { name: connection.name })}
      confirm={t('act.newQr')}
      destroys
      alternative={{
        name: t('act.tryAgain'),
        act: () => session.mutateAsync({ act: 'tryAgain', id: connection.id }),
      }}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <div className={styles.texts}>
        <p>{t(connection.cause === 'banned' ? 'newQrWhileBanned' : 'newQrMeaning')}</p>
        <p>{t('relinkWarning')}</p>
      </div>
    </ConfirmDialog>
  )
}
