import { deleteUser, type UserView, updateUser } from '@balcao/contract/people'
import { Pencil, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { dateAndTime } from '../../lib/dates'
import { useTicketWorkload } from '../../lib/lists/ticket-load'
import { useMayCall, useUser } from '../../lib/session'
import { Avatar } from '../../ui/avatar'
import { type Column, DataTable } from '../../ui/data-table'
import { NameWithColourDot } from '../../ui/dot-name'
import { IconButton } from '../../ui/icon-button'
import styles from './users.module.css'

interface UserTableProps {
  readonly users: readonly UserView[]
  readonly count: number
  readonly onEdit: (user: UserView) => void
  readonly onDelete: (user: UserView) => void
}

export function UserTable({ users, count, onEdit, onDelete }: UserTableProps) {
  const { t } = useTranslation('users')
  const self = useUser()
  const plan = self.company.plan
  const mayChange = useMayCall(updateUser)
  const mayDelete = useMayCall(deleteUser)
  const { data: load } = useTicketWorkload()
  const columns: Column<UserView>[] = [
    {
      key: 'name',
      title: t('name'),
      onPhone: 'head',
      cell: ({ id, name }) => (
        <span className={styles.person}>
          <Avatar name={name} seed={id} size={36} /> {name}
        </span>
      ),
    },
    { key: 'email', title: t('email'), cell: ({ email }) => email },
    { key: 'profile', title: t('profile'), cell: ({ profile }) => t(`profiles.${profile}`) },
    { key: 'queues', title: t('queues'), cell: ({ queues }) => <QueuesCell queues={queues} /> },
    {
      key: 'open',
      title: t('openTickets'),
      align: 'right',
      cell: ({ id }) => load && (load.users.find((user) => user.id === id)?.open ?? 0),
    },
    { key: 'online', title: t('online'), cell: (user) => <PresenceCell {...user} /> },
    {
      key: 'actions',
      title: t('common:actions'),
      width: '112px',
      align: 'right',
      onPhone: 'actions',
      cell: (user) => (
        <span className={styles.actions}>
          {mayChange && (
            <IconButton icon={Pencil} label={t('editOf', { name: user.name })} onClick={() => onEdit(user)} />
          )}
          {mayDelete && (
            <IconButton
              icon={Trash2}
              label={user.id === self.id ? t('ownAccount') : t('deleteOf', { name: user.name })}
              disabled={user.id === self.id}
              onClick={() => onDelete(user)}
            />
          )}
        </span>
      ),
    },
  ]
  return (
    <DataTable
      label={t('table')}
      columns={mayChange || mayDelete ? columns : columns.filter(({ key }) => key !== 'actions')}
      rows={users}
      keyOf={({ id }) => id}
      foot={
        <>
          <span>{t('foot', { count })}</span>
          {plan !== null && <span>{t('planAllows', { count: plan.users })}</span>}
        </>
      }
    />
  )
}

function QueuesCell({ queues }: Pick<UserView, 'queues'>) {
  if (queues.length === 0) return '—'
  return (
    <span className={styles.queues}>
      {queues.map(({ id, name, color }) => (
        <NameWithColourDot key={id} name={name} color={color} />
      ))}
    </span>
  )
}

function PresenceCell({ online, lastSeenAt }: Pick<UserView, 'online' | 'lastSeenAt'>) {
  const { t } = useTranslation('users')
  return (
    <>
      <span className={styles.presence} data-online={online}>
        <i aria-hidden /> {t(online ? 'isOnline' : 'isOffline')}
      </span>
      {!online && (
        <small className={styles.seen}>
          {lastSeenAt === null ? t('neverSeen') : t('lastSeen', { moment: dateAndTime(lastSeenAt) })}
        </small>
      )}
    </>
  )
}
