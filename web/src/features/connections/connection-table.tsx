import { type ConnectionView, createConnectionToken } from '@balcao/contract/connections'
import { hasPermission } from '@balcao/domain/permissions'
import { capabilitiesOf } from '@balcao/domain/providers'
import {
  CircleCheck,
  CircleDollarSign,
  KeyRound,
  MessageSquareText,
  Pencil,
  Smartphone,
  Trash2,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { dateAndTime, longDateAndTime } from '../../lib/dates'
import { useIsInPlan, useMayCall, useUser, viewerOf } from '../../lib/session'
import { formatPhoneNumber } from '../../lib/shown-number'
import { type Column, DataTable } from '../../ui/data-table'
import { IconButton, IconLink } from '../../ui/icon-button'
import { ConnectionStatus } from './connection-status'
import styles from './connections.module.css'
import { ConnectionLinkButtons } from './session-buttons'
import { connectionSituationOf } from './situation'

interface ConnectionTableProps {
  readonly connections: readonly ConnectionView[]
  readonly onShowQr: (connection: ConnectionView) => void
  readonly onEdit: (connection: ConnectionView) => void
  readonly onToken: (connection: ConnectionView) => void
  readonly onDelete: (connection: ConnectionView) => void
}

export function ConnectionTable({ connections, ...acts }: ConnectionTableProps) {
  const { t, i18n } = useTranslation('connections')
  const user = useUser()
  const { plan } = user.company
  const viewer = viewerOf(user)
  const connected = connections.filter(({ status }) => status === 'CONNECTED').length
  const mayAct = hasPermission(viewer, 'connections-page:actionButtons')
  const mayEdit = hasPermission(viewer, 'connections-page:editOrDeleteConnection')
  const maySeeCosts = hasPermission(viewer, 'dashboard.read')
  const hasApi = useIsInPlan('useExternalApi')
  const mayKeepToken = useMayCall(createConnectionToken)
  const columns: (Column<ConnectionView> | false)[] = [
    { key: 'name', title: t('name'), onPhone: 'head', cell: (row) => <Name connection={row} /> },
    { key: 'status', title: t('status'), cell: (row) => <ConnectionStatus connection={row} /> },
    mayAct && {
      key: 'session',
      title: t('session'),
      width: '312px',
      cell: (row) => <ConnectionLinkButtons connection={row} onShowQr={() => acts.onShowQr(row)} />,
    },
    {
      key: 'updatedAt',
      title: t('updatedAt'),
      width: '136px',
      cell: ({ updatedAt }) => (
        <time dateTime={updatedAt} title={longDateAndTime(updatedAt, i18n.language)}>
          {dateAndTime(updatedAt)}
        </time>
      ),
    },
    {
      key: 'isDefault',
      title: t('default'),
      width: '88px',
      align: 'center',
      cell: ({ isDefault }) => <DefaultMark isDefault={isDefault} />,
    },
    mayEdit && {
      key: 'actions',
      title: t('common:actions'),
      width: '136px',
      align: 'right',
      onPhone: 'actions',
      cell: (row) => (
        <span className={styles.actions}>
          <IconButton label={t('editOf', { name: row.name })} onClick={() => acts.onEdit(row)}>
            <Pencil size={20} strokeWidth={1.75} aria-hidden />
          </IconButton>
          {mayKeepToken && (hasApi || row.token !== '') && (
            <IconButton label={t('token.of', { name: row.name })} onClick={() => acts.onToken(row)}>
              <KeyRound size={20} strokeWidth={1.75} aria-hidden />
            </IconButton>
          )}
          {capabilitiesOf(row.provider).templates && (
            <IconLink label={t('templatesOf', { name: row.name })} to={`/connections/${row.id}/templates`}>
              <MessageSquareText size={20} strokeWidth={1.75} aria-hidden />
            </IconLink>
          )}
          {capabilitiesOf(row.provider).billsMessages && maySeeCosts && (
            <IconLink label={t('costsOf', { name: row.name })} to={`/connections/${row.id}/costs`}>
              <CircleDollarSign size={20} strokeWidth={1.75} aria-hidden />
            </IconLink>
          )}
          <IconButton label={t('deleteOf', { name: row.name })} onClick={() => acts.onDelete(row)}>
            <Trash2 size={20} strokeWidth={1.75} aria-hidden />
          </IconButton>
        </span>
      ),
    },
  ]
  return (
    <DataTable
      label={t('table')}
      columns={columns.filter((column) => column !== false)}
      rows={connections}
      keyOf={({ id }) => id}
      foot={
        <>
          <span>{t('foot', { count: connections.length, connected })}</span>
          {plan !== null && <span>{t('planAllows', { count: plan.connections })}</span>}
        </>
      }
    />
  )
}

function Name({ connection }: { connection: ConnectionView }) {
  const { t } = useTranslation('connections')
  const { tone } = connectionSituationOf(connection, Date.now())
  return (
    <span className={styles.name}>
      <span className={styles.tile} data-tone={tone}>
        <Smartphone size={20} strokeWidth={1.75} aria-hidden />
      </span>
      <span>
        <b>{connection.name}</b>
        <small>{connection.number === null ? t('noNumber') : formatPhoneNumber(connection.number)}</small>
      </span>
    </span>
  )
}

function DefaultMark({ isDefault }: { isDefault: boolean }) {
  const { t } = useTranslation('connections')
  if (!isDefault)
    return (
      <>
        <span aria-hidden>—</span>
        <span className="sr-only">{t('notDefault')}</span>
      </>
    )
  return (
    <span className={styles.default} role="img" aria-label={t('isTheDefault')}>
      <CircleCheck size={20} strokeWidth={1.75} aria-hidden />
    </span>
  )
}
