import type { ConnectionView } from '@balcao/contract/connections'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { showToast } from '../../ui/toasts'
import { useDeleteConnection } from './api/delete-connection'
import styles from './connections.module.css'

/** Names what hangs on the connection before it goes (CONN-23). */
export function DeleteConnectionDialog({
  connection,
  onClose,
}: {
  connection: ConnectionView
  onClose: () => void
}) {
  const { t } = useTranslation('connections')
  const remove = useDeleteConnection()
  return (
    <ConfirmDialog
      title={t('deleteTitle', { name: connection.name })}
      confirm={t('deleteConfirm')}
      destroys
      onClose={onClose}
      onConfirm={async () => {
        await remove.mutateAsync(connection.id)
        showToast('success', t('common:saved'))
      }}
    >
      <p>{t('common:confirmDelete')}</p>
      <p className={styles.list}>{t('deleteMeaning')}</p>
    </ConfirmDialog>
  )
}
