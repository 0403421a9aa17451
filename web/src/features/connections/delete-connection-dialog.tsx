import type { ConnectionUsage } from '@balcao/contract/connections'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { showToast } from '../../ui/toasts'
import { useConnectionUsage, useDeleteConnection } from './api/connections'
import styles from './connections.module.css'
import type { ConnectionDialogProps } from './connections-page'
import { usePauseAlternative } from './session-buttons'
import { isConnectionLinked } from './situation'

export function DeleteConnectionDialog({ connection, onClose }: ConnectionDialogProps) {
  const { t } = useTranslation('connections')
  const remove = useDeleteConnection()
  const pause = usePauseAlternative(connection)
  const { data: usage, isPending, isError } = useConnectionUsage(connection.id)
  return (
    <ConfirmDialog
      title={t('deleteTitle', { name: connection.name })}
      confirm={t('deleteConfirm')}
      destroys
      alternative={pause}
      isReady={!isPending}
      onClose={onClose}
      onConfirm={async () => {
        await remove.mutateAsync(connection.id)
        showToast('success', t('common:saved'))
      }}
    >
      <p>{t('common:confirmDelete')}</p>
      <div className={styles.list}>
        <p>{t('deleteMeaning')}</p>
        {isConnectionLinked(connection) && <p>{t('relinkWarning')}</p>}
        {pause !== undefined && <p>{t('pauseMeaning')}</p>}
        {isPending && <p role="status">{t('usage.counting')}</p>}
        {isError && <p>{t('usage.unknown')}</p>}
        {usage !== undefined && <UsageList usage={usage} />}
      </div>
    </ConfirmDialog>
  )
}

function UsageList({ usage }: { usage: ConnectionUsage }) {
  const { t } = useTranslation('connections')
  const { successor, hasToken, ...counts } = usage
  const words = successor === null ? { context: 'last' } : { to: successor.name }
  const lines = (
    [
      'openTickets',
      'waitingTickets',
      'unsentMessages',
      'schedules',
      'campaigns',
      'webhooks',
      'users',
    ] as const
  )
    .filter((what) => counts[what] > 0)
    .map((what) => t(`usage.${what}`, { count: counts[what], ...words }))
  if (hasToken) lines.push(t('usage.token'))
  if (lines.length === 0) return <p>{t('usage.nothing')}</p>
  return (
    <ul className={styles.usage} aria-label={t('usage.title')}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
