import type { QueueView } from '@balcao/contract/queues'
import type { QueueId } from '@balcao/domain/ids'
import { Layers, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQueues } from '../../lib/lists/queues'
import { useIsNewDialogRequested } from '../../lib/use-asked-for-new'
import { Button } from '../../ui/button'
import { SelectField } from '../../ui/choice-field'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import formStyles from '../../ui/form.module.css'
import { PageLayout } from '../../ui/page'
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states'
import { showToast } from '../../ui/toasts'
import { useDeleteQueue } from './api/queues'
import { QueueDialog } from './queue-dialog'
import { QueueTable } from './queue-table'

type OpenDialog =
  | { readonly dialog: 'edit'; readonly queue: QueueView | null }
  | { readonly dialog: 'delete'; readonly queue: QueueView }

export default function QueuesPage() {
  const { t } = useTranslation('queues')
  const { data: queues, error, isPending, refetch } = useQueues()
  const isNewAsked = useIsNewDialogRequested()
  const [open, setOpen] = useState<OpenDialog | null>(isNewAsked ? { dialog: 'edit', queue: null } : null)
  const close = () => setOpen(null)
  const othersThan = (queue: QueueView | null) => queues?.filter(({ id }) => id !== queue?.id) ?? []
  const addButton = (
    <Button kind="primary" icon={Plus} onClick={() => setOpen({ dialog: 'edit', queue: null })}>
      {t('new')}
    </Button>
  )

  return (
    <PageLayout intro={t('intro')} actions={queues?.length === 0 ? undefined : addButton}>
      {isPending ? (
        <SkeletonRows rows={4} />
      ) : queues === undefined ? (
        <ErrorState title={t('common:listFailed')} error={error} onRetry={() => void refetch()} />
      ) : queues.length === 0 ? (
        <EmptyState icon={Layers} title={t('emptyTitle')} text={t('emptyText')}>
          {addButton}
        </EmptyState>
      ) : (
        <QueueTable
          queues={queues}
          onEdit={(queue) => setOpen({ dialog: 'edit', queue })}
          onDelete={(queue) => setOpen({ dialog: 'delete', queue })}
        />
      )}
      {open?.dialog === 'edit' && queues !== undefined && (
        <QueueDialog queue={open.queue} others={othersThan(open.queue)} onClose={close} />
      )}
      {open?.dialog === 'delete' && (
        <DeleteQueueDialog queue={open.queue} others={othersThan(open.queue)} onClose={close} />
      )}
    </PageLayout>
  )
}

interface DeleteQueueDialogProps {
  readonly queue: QueueView
  readonly others: readonly QueueView[]
  readonly onClose: () => void
}

function DeleteQueueDialog({ queue, others, onClose }: DeleteQueueDialogProps) {
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
