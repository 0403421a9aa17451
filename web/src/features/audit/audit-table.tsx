import type { AuditEntryView } from '@balcao/contract/audit'
import type { CompanyId } from '@balcao/domain/ids'
import { useTranslation } from 'react-i18next'
import { dateAndTime, longDateAndTime } from '../../lib/dates'
import { type Column, DataTable } from '../../ui/data-table'
import styles from './audit.module.css'
import { auditActorText, auditActText, auditDetailText, auditSubjectText, isAboutSelf } from './audit-words'

interface AuditTableProps {
  readonly entries: readonly AuditEntryView[]
  readonly isPlatform: boolean
  readonly onCompany: (id: CompanyId) => void
}

export function AuditTable({ entries, isPlatform, onCompany }: AuditTableProps) {
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
          {entry.subject !== null && !isAboutSelf(entry) && (
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
