import { type AuditEntryView, recordAuditExport } from '@balcao/contract/audit'
import type { CompanyId } from '@balcao/domain/ids'
import { ScrollText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { dateAndTime, longDateAndTime } from '../../lib/dates'
import { useMayCall, useViewer } from '../../lib/session'
import { useUrlParams } from '../../lib/use-url-params'
import { Button } from '../../ui/button'
import { type Column, DataTable } from '../../ui/data-table'
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states'
import { useAuditTrail } from './api/audit'
import styles from './audit.module.css'
import { AuditExportButton } from './audit-export'
import { type AuditFilter, auditFilterParams, readAuditFilter } from './audit-filter'
import { AuditFilters } from './audit-filters'
import {
  auditActorText,
  auditActText,
  auditDetailText,
  auditSubjectText,
  isAuditEntryAboutActor,
} from './audit-words'

export function AuditTab() {
  const { isSuper } = useViewer()
  const { params, change } = useUrlParams()
  const filter = readAuditFilter(params, isSuper)
  const show = (part: Partial<AuditFilter>) =>
    change((newest) => auditFilterParams({ ...readAuditFilter(newest, isSuper), ...part }), { replace: true })
  return (
    <>
      <AuditFilters filter={filter} isSuper={isSuper} onFilter={show} />
      <AuditTrail filter={filter} onFilter={show} />
    </>
  )
}

interface TrailProps {
  readonly filter: AuditFilter
  readonly onFilter: (part: Partial<AuditFilter>) => void
}

function AuditTrail({ filter, onFilter }: TrailProps) {
  const { t } = useTranslation('audit')
  const mayExport = useMayCall(recordAuditExport)
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useAuditTrail(filter)
  if (isPending) return <SkeletonRows rows={8} />
  if (data === undefined) {
    return <ErrorState title={t('common:listFailed')} error={error} onRetry={() => void refetch()} />
  }
  if (data.length === 0) return <EmptyState icon={ScrollText} title={t('emptyTitle')} text={t('emptyText')} />
  return (
    <>
      {mayExport && <AuditExportButton filter={filter} />}
      <AuditTable
        entries={data}
        isPlatform={filter.isPlatform}
        onCompany={(companyId) => onFilter({ companyId })}
      />
      {hasNextPage && (
        <div className={styles.more}>
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t(isFetchingNextPage ? 'common:loading' : 'older')}
          </Button>
        </div>
      )}
    </>
  )
}

interface AuditTableProps {
  readonly entries: readonly AuditEntryView[]
  readonly isPlatform: boolean
  readonly onCompany: (id: CompanyId) => void
}

function AuditTable({ entries, isPlatform, onCompany }: AuditTableProps) {
  const { t, i18n } = useTranslation('audit')
  const company: Column<AuditEntryView> = {
    key: 'company',
    title: t('column.company'),
    cell: ({ company: its }) =>
      its === null ? (
        '—'
      ) : (
        <button type="button" className={styles.company} onClick={() => onCompany(its.id)}>
          {its.name ?? t('goneCompany', { id: its.id })}
        </button>
      ),
  }
  const columns: Column<AuditEntryView>[] = [
    {
      key: 'act',
      title: t('column.act'),
      onPhone: 'head',
      cell: (entry) => (
        <>
          <span className={styles.act}>{auditActText(entry.act, t)}</span>
          {entry.subject !== null && !isAuditEntryAboutActor(entry) && (
            <span className={styles.subject}>{auditSubjectText(entry)}</span>
          )}
        </>
      ),
    },
    ...(isPlatform ? [company] : []),
    { key: 'who', title: t('column.who'), cell: (entry) => auditActorText(entry, t) },
    {
      key: 'at',
      title: t('column.at'),
      cell: ({ at }) => (
        <time dateTime={at} title={longDateAndTime(at, i18n.language)} className={styles.time}>
          {dateAndTime(at)}
        </time>
      ),
    },
    { key: 'address', title: t('column.address'), cell: ({ address }) => address ?? '—' },
    {
      key: 'detail',
      title: t('column.detail'),
      cell: (entry) => <span className={styles.detail}>{auditDetailText(entry, t) || '—'}</span>,
    },
  ]
  return <DataTable label={t('list')} columns={columns} rows={entries} keyOf={({ id }) => id} />
}
