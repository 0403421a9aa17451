import type { AuditEntryView } from '@balcao/contract/audit'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateAndTime } from '../../lib/dates'
import { neutraliseFormula } from '../../lib/harmless-cell'
import { saveSpreadsheet } from '../../lib/save-file'
import { ProgressBar } from '../../ui/progress-bar'
import { SaveFileButton } from '../../ui/save-button'
import { showToast } from '../../ui/toasts'
import { fetchAuditTrail } from './api/audit'
import styles from './audit.module.css'
import type { AuditFilter } from './audit-filter'
import { auditActorText, auditActText, auditDetailText, auditSubjectText } from './audit-words'

const columns = ['at', 'company', 'who', 'act', 'subject', 'detail', 'address'] as const

/** The maximum number of rows. A user splits a larger export into several periods. */
const maxRows = 20_000

export function AuditExportButton({ filter }: { filter: AuditFilter }) {
  const { t } = useTranslation('audit')
  const [fetched, setFetched] = useState<number | null>(null)
  const progress = t('exporting', { count: fetched ?? 0 })

  async function save() {
    try {
      setFetched(0)
      const entries = await fetchAuditTrail(filter, maxRows, setFetched)
      const [titles = [], ...rows] = auditSheetRows(entries, t)
      const widths = [16, 24, 24, 32, 24, 60, 18]
      await saveSpreadsheet({ fileName: fileNameOf(filter, t), sheet: t('file'), titles, rows, widths })
      if (entries.length >= maxRows) showToast('info', t('cut', { count: maxRows }))
    } finally {
      setFetched(null)
    }
  }

  return (
    <div className={styles.export}>
      <SaveFileButton label={t('export')} busyLabel={progress} onSave={save} />
      {fetched !== null && <ProgressBar label={progress} />}
    </div>
  )
}

export function auditSheetRows(entries: readonly AuditEntryView[], t: TFunction<'audit'>): string[][] {
  const rows = entries.map((entry) => [
    dateAndTime(entry.at),
    entry.company?.name ?? '',
    auditActorText(entry, t),
    auditActText(entry.act, t),
    auditSubjectText(entry),
    auditDetailText(entry, t),
    entry.address ?? '',
  ])
  return [columns.map((column) => t(`column.${column}`)), ...rows.map((row) => row.map(neutraliseFormula))]
}

/** The file name, as `auditoria_2026-11-01_2026-11-20.xlsx`; an open end of the period is left out. */
function fileNameOf({ from, to }: AuditFilter, t: TFunction<'audit'>): string {
  return `${[t('file'), from, to].filter((part) => part !== '').join('_')}.xlsx`
}
