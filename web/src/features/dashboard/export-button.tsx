import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button'
import { showToast } from '../../ui/toasts'
import { fileNameOf, sheetOf } from './attendants-sheet'
import type { Range } from './range'
import type { Attendant } from './sort-attendants'

interface ExportButtonProps {
  /** In their shown order. */
  readonly attendants: readonly Attendant[]
  readonly range: Range
  readonly today: string
}

/** Saves the table as a spreadsheet. The first click loads the writer: few people need it. */
export function ExportButton({ attendants, range, today }: ExportButtonProps) {
  const { t } = useTranslation('dashboard')
  const [isBusy, setBusy] = useState(false)

  async function save() {
    setBusy(true)
    try {
      const { default: writeSpreadsheet } = await import('write-excel-file/browser')
      const [head = [], ...rows] = sheetOf(attendants, t)
      const bold = head.map((value) => ({ value: String(value), fontWeight: 'bold' as const }))
      const widths = [32, 16, 16, 24, 16].map((width) => ({ width }))
      const sheet = { sheet: t('attendants'), columns: widths, stickyRowsCount: 1 }
      await writeSpreadsheet([bold, ...rows], sheet).toFile(fileNameOf(range, today, t))
    } catch {
      showToast('error', t('exportFailed')) // the writer failed to load, or the browser refused the file
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button size="small" disabled={isBusy} onClick={() => void save()} icon={Download}>
      {t('export')}
    </Button>
  )
}
