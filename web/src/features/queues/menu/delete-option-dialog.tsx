import type { QueueOptionView } from '@balcao/contract/queue-options'
import type { QueueId } from '@balcao/domain/ids'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { useDeleteOption } from '../api/menu'
import { countBelow } from './option-moves'

interface DeleteOptionDialogProps {
  readonly queueId: QueueId
  readonly option: QueueOptionView
  readonly onClose: () => void
}

/** Shows how many options are deleted with it (QUEUE-23). */
export function DeleteOptionDialog({ queueId, option, onClose }: DeleteOptionDialogProps) {
  const { t } = useTranslation('queues')
  const remove = useDeleteOption(queueId)
  const below = countBelow(option)
  return (
    <ConfirmDialog
      title={t('deleteTitle', { name: option.title })}
      confirm={t('menu.delete')}
      destroys
      onClose={onClose}
      onConfirm={() => remove.mutateAsync(option.id)}
    >
      {t('common:confirmDelete')} {below > 0 && t('menu.deleteBelow', { count: below })}
    </ConfirmDialog>
  )
}
