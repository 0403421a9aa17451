import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveSpreadsheet } from '../../lib/save-file'
import { ProgressBar } from '../../ui/progress-bar'
import { SaveButton } from '../../ui/save-button'
import { showToast } from '../../ui/toasts'
import { fetchTrail } from './api/audit'
import styles from './audit.module.css'
import type { AuditFilter } from './audit-filter'
import { fileNameOf, sheetOf } from './audit-sheet'

/** A browser writes this many rows in a few seconds; larger exports need two periods. */
const mostRows = 20_000

/** Saves the filtered entries as a spreadsheet. The trail records the export too. */
export function AuditExport({ filter }: { filter: AuditFilter }) {
  const { t } = useTranslation('audit')
  const [fetched, setFetched] = useState<number | null>(null)
  const progress = t('exporting', { count: fetched ?? 0 })

  async function save() {
    try {
      setFetched(0)
      const entries = await fetchTrail(filter, mostRows, setFetched)
      const [titles = [], ...rows] = sheetOf(entries, t)
      const widths = [16, 24, 24, 32, 24, 60, 18]
      await saveSpreadsheet({ fileName: fileNameOf(filter, t), sheet: t('file'), titles, rows, widths })
      if (entries.length >= mostRows) showToast('info', t('cut', { count: mostRows }))
    } finally {
      setFetched(null)
    }
  }

  return (
    <div className={styles.export}>
      <SaveButton label={t('export')} busyLabel={progress} onSave={save} />
      {fetched !== null && <ProgressBar label={progress} />}
    </div>
  )
}
