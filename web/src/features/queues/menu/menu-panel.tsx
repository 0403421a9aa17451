import type { QueueView } from '@balcao/contract/queues'
import { ListTree } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/states'
import { useQueueMenu } from '../api/menu'
import type { QueueFormValues } from '../api/queues'
import styles from './menu-panel.module.css'
import { MenuSimulator } from './menu-simulator'
import { MenuOptionTree } from './option-tree'

interface MenuPanelProps {
  /** The stored queue; `null` before its first save (QUEUE-24). */
  readonly queue: QueueView | null
  readonly written: Omit<QueueFormValues, 'color' | 'orderQueue' | 'schedules'>
  readonly hasHours: boolean
  readonly onDirty: (isDirty: boolean) => void
}

export function QueueMenuPanel({ queue, ...rest }: MenuPanelProps) {
  const { t } = useTranslation('queues')
  if (queue === null) {
    return <EmptyState icon={ListTree} title={t('menu.unsavedTitle')} text={t('menu.unsavedText')} />
  }
  return <MenuOfQueue queue={queue} {...rest} />
}

function MenuOfQueue({ queue, written, hasHours, onDirty }: MenuPanelProps & { readonly queue: QueueView }) {
  const { t } = useTranslation('queues')
  const { data: options, error, isPending, refetch } = useQueueMenu(queue.id)
  if (isPending) return <SkeletonRows rows={4} />
  if (options === undefined) {
    return <ErrorState title={t('common:listFailed')} error={error} onRetry={() => void refetch()} />
  }
  const { name, greetingMessage, outOfHoursMessage, promptId, integrationId } = written
  return (
    <div className={styles.sides}>
      <MenuOptionTree queueId={queue.id} options={options} onDirty={onDirty} />
      <MenuSimulator
        queue={{
          ...{ queueId: queue.id, queueName: name, greetingMessage, outOfHoursMessage, options },
          assistants: { promptId, integrationId },
        }}
        hasHours={hasHours}
      />
    </div>
  )
}
