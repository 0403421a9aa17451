import type { ConnectionView } from '@balcao/contract/connections'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { useSessionAct } from './api/session-acts'
import styles from './connections.module.css'
import { isLinked } from './situation'
import { usePauseInstead } from './use-pause-instead'

interface DisconnectDialogProps {
  readonly connection: ConnectionView
  readonly onClose: () => void
}

/** Asks before a log-out (CONN-12), and explains the limits of linking again. */
export function DisconnectDialog({ connection, onClose }: DisconnectDialogProps) {
  const { t } = useTranslation('connections')
  const session = useSessionAct()
  const pause = usePauseInstead(connection)
  return (
    <ConfirmDialog
      title={t('disconnectTitle', { name: connection.name })}
      confirm={t('act.disconnect')}
      destroys
      alternative={pause}
      onClose={onClose}
      onConfirm={() => session.mutateAsync({ act: 'disconnect', id: connection.id })}
    >
      <div className={styles.texts}>
        <p>{t('disconnectMeaning')}</p>
        {isLinked(connection) && <p>{t('relinkWarning')}</p>}
        {pause !== undefined && <p>{t('pauseMeaning')}</p>}
      </div>
    </ConfirmDialog>
  )
}
