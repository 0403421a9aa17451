import type { QueueView } from '@balcao/contract/queues'
import { Layers, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQueues } from '../../lib/lists/queues'
import { useIsNewDialogRequested } from '../../lib/use-asked-for-new'
import { Button } from '../../ui/button'
import { Page } from '../../ui/page'
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states'
import { DeleteQueueDialog } from './delete-queue-dialog'
import { QueueDialog } from './queue-dialog'
import { QueueTable } from './queue-table'

type OpenDialog =
  | { readonly dialog: 'none' }
  | { readonly dialog: 'edit'; readonly queue: QueueView | null }
  | { readonly dialog: 'delete'; readonly queue: QueueView }

export default function QueuesPage() {
  const { t } = useTranslation('queues')
  const { data: queues, error, isPending, refetch } = useQueues()
  const isNewAsked = useIsNewDialogRequested()
  const [open, setOpen] = useState<OpenDialog>(
    isNewAsked ? { dialog: 'edit', queue: null } : { dialog: 'none' },
  )
  const close = () => setOpen({ dialog: 'none' })
  const othersThan = (queue: QueueView | null) => queues?.filter(({ id }) => id !== queue?.id) ?? []
  const addButton = (
    <Button kind="primary" icon={Plus} onClick={() => setOpen({ dialog: 'edit', queue: null })}>
      {t('new')}
    </Button>
  )

  return (
    <Page intro={t('intro')} actions={queues?.length === 0 ? undefined : addButton}>
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
      {open.dialog === 'edit' && queues !== undefined && (
        <QueueDialog queue={open.queue} others={othersThan(open.queue)} onClose={close} />
      )}
      {open.dialog === 'delete' && (
        <DeleteQueueDialog queue={open.queue} others={othersThan(open.queue)} onClose={close} />
      )}
    </Page>
  )
}
