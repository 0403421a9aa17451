import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button'
import { ProgressBar } from '../../ui/progress-bar'
import { showError, showToast } from '../../ui/toasts'
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

  async function save() {
    setFetched(0)
    try {
      const entries = await fetchTrail(filter, mostRows, setFetched)
      const { default: writeSpreadsheet } = await import('write-excel-file/browser')
      const [head = [], ...rows] = sheetOf(entries, t)
      const bold = head.map((value) => ({ value, fontWeight: 'bold' as const }))
      const widths = [16, 24, 24, 32, 24, 60, 18].map((width) => ({ width }))
      const sheet = { sheet: t('file'), columns: widths, stickyRowsCount: 1 }
      await writeSpreadsheet([bold, ...rows], sheet).toFile(fileNameOf(filter, t))
      if (entries.length >= mostRows) showToast('info', t('cut', { count: mostRows }))
    } catch (error) {
      showError(error)
    } finally {
      setFetched(null)
    }
  }

  return (
    <div className={styles.export}>
      <Button disabled={fetched !== null} onClick={() => void save()} icon={Download}>
        {fetched === null ? t('export') : t('exporting', { count: fetched })}
      </Button>
      {fetched !== null && <ProgressBar label={t('exporting', { count: fetched })} />}
    </div>
  )
}
