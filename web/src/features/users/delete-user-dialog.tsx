import type { UserView } from '@balcao/contract/people'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { showToast } from '../../ui/toasts'
import { useDeleteUser } from './api/delete-user'
import styles from './users.module.css'

export function DeleteUserDialog({ user, onClose }: { user: UserView; onClose: () => void }) {
  const { t } = useTranslation('users')
  const remove = useDeleteUser()
  return (
    <ConfirmDialog
      title={t('deleteTitle', { name: user.name })}
      confirm={t('deleteConfirm')}
      destroys
      onClose={onClose}
      onConfirm={async () => {
        const { returnedTickets } = await remove.mutateAsync(user.id)
        showToast('success', t('common:saved'))
        if (returnedTickets > 0) showToast('info', t('waitingAgain', { count: returnedTickets }))
      }}
    >
      <p>{t('common:confirmDelete')}</p>
      <p className={styles.list}>{t('deleteMeaning')}</p>
    </ConfirmDialog>
  )
}
