import type { UserView } from '@balcao/contract/people'
import type { QueueView } from '@balcao/contract/queues'
import type { QueueId } from '@balcao/domain/ids'
import { Pencil, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useTicketWorkload } from '../../lib/lists/ticket-load'
import { useUsersOfCompany } from '../../lib/lists/users'
import { useUser } from '../../lib/session'
import { Avatar } from '../../ui/avatar'
import { type Column, DataTable } from '../../ui/data-table'
import { IconButton } from '../../ui/icon-button'
import styles from './queue-table.module.css'

interface QueueTableProps {
  readonly queues: readonly QueueView[]
  readonly onEdit: (queue: QueueView) => void
  readonly onDelete: (queue: QueueView) => void
}

export function QueueTable({ queues, onEdit, onDelete }: QueueTableProps) {
  const { t } = useTranslation('queues')
  const plan = useUser().company.plan
  const { data: load } = useTicketWorkload()
  const { data: users } = useUsersOfCompany()
  const loadOf = (id: QueueId) =>
    load && (load.queues.find((queue) => queue.id === id) ?? { pending: 0, open: 0 })
  const columns: Column<QueueView>[] = [
    { key: 'name', title: t('name'), onPhone: 'head', cell: ({ name }) => name },
    { key: 'color', title: t('color'), width: '72px', cell: ({ color }) => <ColourCell color={color} /> },
    { key: 'greeting', title: t('greeting'), cell: ({ greetingMessage }) => greetingMessage || '—' },
    {
      key: 'users',
      title: t('users'),
      cell: ({ id }) =>
        users && <UsersCell users={users.filter(({ queues }) => queues.some((one) => one.id === id))} />,
    },
    { key: 'pending', title: t('pending'), align: 'right', cell: ({ id }) => loadOf(id)?.pending },
    { key: 'open', title: t('open'), align: 'right', cell: ({ id }) => loadOf(id)?.open },
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

/** The maximum number of avatars; further users are a number with a tooltip. */
const maxAvatars = 4

function UsersCell({ users }: { users: readonly Pick<UserView, 'id' | 'name'>[] }) {
  const { t } = useTranslation('queues')
  if (users.length === 0) return <span className={styles.noUsers}>{t('nobody')}</span>
  const names = users.map(({ name }) => name).join(', ')
  const shown = users.length > maxAvatars ? users.slice(0, maxAvatars - 1) : users
  return (
    <span className={styles.users} data-tip={names}>
      <span className="sr-only">{names}</span>
      {shown.map(({ id, name }) => (
        <Avatar key={id} name={name} seed={id} size={28} />
      ))}
      {shown.length < users.length && <span aria-hidden>{`+${users.length - shown.length}`}</span>}
    </span>
  )
}

function ColourCell({ color }: { color: string }) {
  return <i className={styles.colour} style={{ background: color }} role="img" aria-label={color} />
}
