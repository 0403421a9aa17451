import type { QueueView } from '@balcao/contract/queues'
import type { QueueId } from '@balcao/domain/ids'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SelectField } from '../../ui/choice-field'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import formStyles from '../../ui/form.module.css'
import { showToast } from '../../ui/toasts'
import { useDeleteQueue } from './api/queues'

interface DeleteQueueDialogProps {
  readonly queue: QueueView
  readonly others: readonly QueueView[]
  readonly onClose: () => void
}

export function DeleteQueueDialog({ queue, others, onClose }: DeleteQueueDialogProps) {
  const { t } = useTranslation('queues')
  const remove = useDeleteQueue()
  const [moveTo, setMoveTo] = useState<QueueId | ''>('')
  const choices = [
    { value: '' as const, name: t('moveToNone') },
    ...others.map(({ id, name, color }) => ({ value: id, name, color })),
  ]
  return (
    <ConfirmDialog
      title={t('deleteTitle', { name: queue.name })}
      confirm={t('deleteConfirm')}
      destroys
      onClose={onClose}
      onConfirm={async () => {
        await remove.mutateAsync({ queueId: queue.id, moveTo: moveTo === '' ? null : moveTo })
        showToast('success', t('common:saved'))
      }}
    >
      <div className={formStyles.form}>
        <p>
          {t('common:confirmDelete')} {t('deleteMeaning')}
        </p>
        <SelectField label={t('moveTo')} choices={choices} value={moveTo} onChange={setMoveTo} />
      </div>
    </ConfirmDialog>
  )
}
