import { recordAuditExport } from '@balcao/contract/audit'
import { ScrollText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMayCall, useViewer } from '../../lib/session'
import { useUrlParams } from '../../lib/use-url-params'
import { Button } from '../../ui/button'
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states'
import { useAuditTrail } from './api/audit'
import styles from './audit.module.css'
import { AuditExport } from './audit-export'
import { type AuditFilter, auditFilterParams, readAuditFilter } from './audit-filter'
import { AuditFilters } from './audit-filters'
import { AuditTable } from './audit-table'

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
      {mayExport && <AuditExport filter={filter} />}
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
