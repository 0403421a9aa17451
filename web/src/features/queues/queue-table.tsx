import type { QueueView } from '@balcao/contract/queues'
import { Pencil, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../lib/session'
import { type Column, DataTable } from '../../ui/data-table'
import { IconButton } from '../../ui/icon-button'
import styles from './queue-table.module.css'

interface QueueTableProps {
  readonly queues: readonly QueueView[]
  readonly onEdit: (queue: QueueView) => void
  readonly onDelete: (queue: QueueView) => void
}

/** QUEUE-24. */
export function QueueTable({ queues, onEdit, onDelete }: QueueTableProps) {
  const { t } = useTranslation('queues')
  const plan = useUser().company.plan
  const columns: Column<QueueView>[] = [
    { key: 'name', title: t('name'), onPhone: 'head', cell: ({ name }) => name },
    { key: 'color', title: t('color'), width: '72px', cell: ({ color }) => <Colour color={color} /> },
    { key: 'greeting', title: t('greeting'), cell: ({ greetingMessage }) => greetingMessage || '—' },
    {
      key: 'order',
      title: t('order'),
      width: '88px',
      align: 'right',
      cell: ({ orderQueue }) => orderQueue ?? '—',
    },
    {
      key: 'actions',
      title: t('common:actions'),
      width: '112px',
      align: 'right',
      onPhone: 'actions',
      cell: (queue) => (
        <span className={styles.actions}>
          <IconButton label={t('editOf', { name: queue.name })} onClick={() => onEdit(queue)}>
            <Pencil size={20} strokeWidth={1.75} aria-hidden />
          </IconButton>
          <IconButton label={t('deleteOf', { name: queue.name })} onClick={() => onDelete(queue)}>
            <Trash2 size={20} strokeWidth={1.75} aria-hidden />
          </IconButton>
        </span>
      ),
    },
  ]
  return (
    <DataTable
      label={t('table')}
      columns={columns}
      rows={queues}
      keyOf={({ id }) => id}
      foot={
        <>
          <span>{t('foot', { count: queues.length })}</span>
          {plan !== null && <span>{t('planAllows', { count: plan.queues })}</span>}
        </>
      }
    />
  )
}

/** To be seen; its code stands in the form. */
function Colour({ color }: { color: string }) {
  return <i className={styles.colour} style={{ background: color }} role="img" aria-label={color} />
}
