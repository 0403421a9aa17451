import type { CompanySortOrder, CompanyWithUsage } from '@balcao/contract/companies'
import { dueDateColour } from '@balcao/domain/companies'
import { bytesPerGigabyte, storageWarning } from '@balcao/domain/storage'
import {
  CalendarPlus,
  CalendarX,
  CircleCheck,
  CircleX,
  HardDrive,
  Headset,
  Layers,
  type LucideIcon,
  Pencil,
  Smartphone,
  Trash2,
  Undo2,
  Users,
} from 'lucide-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { dateAndTime, daysUntil, fullDate } from '../../lib/dates'
import { formatFileSize } from '../../lib/file-size'
import { formatReais } from '../../lib/money'
import { useUser } from '../../lib/session'
import { useNow } from '../../lib/timers'
import { type Column, DataTable } from '../../ui/data-table'
import { IconButton } from '../../ui/icon-button'
import { Pill } from '../../ui/pill'
import { showToast } from '../../ui/toasts'
import { useRevokeCompanyDeletion, useStorageOfCompanies } from './api/companies'
import styles from './companies.module.css'
import type { CompanyDialogState } from './companies-admin'

interface CompanyTableProps {
  readonly companies: readonly CompanyWithUsage[]
  readonly count: number
  readonly sort: CompanySortOrder
  readonly onSort: (sort: CompanySortOrder) => void
  readonly onOpen: (open: CompanyDialogState) => void
}

const hourMs = 3_600_000

export function CompanyTable({ companies, count, sort, onSort, onOpen }: CompanyTableProps) {
  const { t } = useTranslation('companies')
  const now = useNow(hourMs)
  const stored = useStorageOfCompanies()
  const sortedBy = (by: 'name' | 'dueDate'): Pick<Column<CompanyWithUsage>, 'sorted' | 'onSort'> => ({
    sorted: sort === by ? 'ascending' : sort === `-${by}` ? 'descending' : 'none',
    onSort: () => onSort(sort === by ? `-${by}` : by),
  })
  const columns: Column<CompanyWithUsage>[] = [
    { key: 'id', title: t('id'), cell: ({ id }) => id },
    { key: 'status', title: t('status'), cell: (company) => <StatusCell company={company} now={now} /> },
    {
      key: 'name',
      title: t('name'),
      onPhone: 'head',
      ...sortedBy('name'),
      cell: ({ name }) => <span className={styles.name}>{name}</span>,
    },
    {
      key: 'email',
      title: t('email'),
      cell: ({ email }) => (
        <span className={styles.email} title={email ?? undefined}>
          {email ?? '—'}
        </span>
      ),
    },
    {
      key: 'plan',
      title: t('plan'),
      cell: (company) => <PlanUse company={company} storedBytes={stored.get(company.id)} />,
    },
    {
      key: 'value',
      title: t('value'),
      align: 'right',
      cell: ({ plan }) => <span className={styles.whole}>{formatReais(plan.value)}</span>,
    },
    {
      key: 'campaigns',
      title: t('campaigns'),
      cell: ({ campaignsEnabled }) => t(campaignsEnabled ? 'yes' : 'no'),
    },
    { key: 'created', title: t('created'), cell: ({ createdAt }) => dateAndTime(createdAt) },
    {
      key: 'dueDate',
      title: t('dueDate'),
      ...sortedBy('dueDate'),
      cell: ({ dueDate, timeZone }) => (
        <span className={styles.two}>
          <b>{fullDate(dueDate, timeZone)}</b>
          <span>{dueIn(daysUntil(dueDate, now, timeZone))}</span>
        </span>
      ),
    },
    {
      key: 'actions',
      title: t('common:actions'),
      align: 'right',
      onPhone: 'actions',
      cell: (company) => <Actions company={company} onOpen={onOpen} />,
    },
  ]
  const dueIn = (days: number) => {
    if (days === 0) return t('dueToday')
    return days > 0 ? t('dueIn', { count: days }) : t('overdue', { count: -days })
  }
  return (
    <div className={styles.table}>
      <DataTable
        label={t('list')}
        columns={columns}
        rows={companies}
        keyOf={({ id }) => id}
        toneOf={({ dueDate, timeZone }) => dueDateColour(daysUntil(dueDate, now, timeZone))}
        foot={t('count', { count })}
      />
    </div>
  )
}

const pillsByState = {
  expired: { tone: 'warn', icon: CalendarX },
  active: { tone: 'ok', icon: CircleCheck },
  inactive: { tone: 'idle', icon: CircleX },
} as const

function StatusCell({ company, now }: { company: CompanyWithUsage; now: number }) {
  const { t } = useTranslation('companies')
  const { id, status, deleteAt, dueDate, timeZone } = company
  const own = useUser()
  // The subscription of the company that runs the installation never expires.
  const mayExpire = id !== own.companyId || own.company.expires
  if (deleteAt !== null) {
    return (
      <span className={styles.two}>
        <Pill tone="bad" icon={Trash2}>
          {t('going')}
        </Pill>
        <span>{t('goesOn', { date: fullDate(deleteAt) })}</span>
      </span>
    )
  }
  const isExpired = mayExpire && daysUntil(dueDate, now, timeZone) < 0
  const state = !status ? 'inactive' : isExpired ? 'expired' : 'active'
  return <Pill {...pillsByState[state]}>{t(state)}</Pill>
}

const whatIsLimited = [
  ['users', Users],
  ['connections', Smartphone],
  ['queues', Layers],
] as const

interface PlanUseProps {
  readonly company: CompanyWithUsage
  /** The storage of the company's files; missing while it has no files, or while they are counted. */
  readonly storedBytes: number | null | undefined
}

function PlanUse({ company: { plan, used }, storedBytes }: PlanUseProps) {
  const { t } = useTranslation('companies')
  return (
    <span className={styles.two}>
      {plan.name}
      <span className={styles.used}>
        {whatIsLimited.map(([what, Icon]) => {
          const words = t(`used.${what}`, { used: used[what], limit: plan[what] })
          return (
            <span key={what} role="img" aria-label={words} title={words} data-full={used[what] >= plan[what]}>
              <Icon size={12} strokeWidth={2} aria-hidden /> {used[what]}/{plan[what]}
            </span>
          )
        })}
        <StorageUse gigabytes={plan.storageGigabytes} storedBytes={storedBytes ?? 0} />
      </span>
    </span>
  )
}

function StorageUse({ gigabytes, storedBytes }: { gigabytes: number | null; storedBytes: number }) {
  const { t } = useTranslation('companies')
  const used = formatFileSize(storedBytes)
  const limitBytes = gigabytes === null ? null : gigabytes * bytesPerGigabyte
  const words =
    limitBytes === null
      ? t('used.storageUnlimited', { used })
      : t('used.storage', { used, limit: formatFileSize(limitBytes) })
  const isFull = storageWarning({ usedBytes: storedBytes, limitBytes }) === 'full'
  return (
    <span role="img" aria-label={words} title={words} data-full={isFull}>
      <HardDrive size={12} strokeWidth={2} aria-hidden /> {used}
    </span>
  )
}

function Actions({ company, onOpen }: { company: CompanyWithUsage } & Pick<CompanyTableProps, 'onOpen'>) {
  const { t } = useTranslation('companies')
  const isOwn = useUser().companyId === company.id
  const revoke = useRevokeCompanyDeletion()
  const { name } = company
  const opens = (dialog: 'extend' | 'support' | 'form' | 'delete') => () => onOpen({ dialog, company })
  const say = { onSuccess: () => showToast('success', t('common:saved')) }
  return (
    <span className={styles.actions}>
      <ActButton icon={CalendarPlus} label={t('extend', { name })} onClick={opens('extend')} />
      {!isOwn && (
        <ActButton
          icon={Headset}
          label={t('enter', { name })}
          disabled={!company.status}
          onClick={opens('support')}
        />
      )}
      <ActButton icon={Pencil} label={t('edit', { name })} onClick={opens('form')} />
      {!isOwn && company.deleteAt === null && (
        <ActButton icon={Trash2} label={t('delete', { name })} onClick={opens('delete')} />
      )}
      {!isOwn && company.deleteAt !== null && (
        <ActButton
          icon={Undo2}
          label={t('revoke', { name })}
          disabled={revoke.isPending}
          onClick={() => revoke.mutate(company.id, say)}
        />
      )}
    </span>
  )
}

function ActButton({ icon: Icon, ...button }: { icon: LucideIcon } & ComponentProps<typeof IconButton>) {
  return (
    <IconButton {...button}>
      <Icon size={20} strokeWidth={1.75} aria-hidden />
    </IconButton>
  )
}
