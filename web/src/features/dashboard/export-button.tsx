import { useTranslation } from 'react-i18next'
import { saveSpreadsheet } from '../../lib/save-file'
import { SaveButton } from '../../ui/save-button'
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

/** Saves the table as a spreadsheet. */
export function ExportButton({ attendants, range, today }: ExportButtonProps) {
  const { t } = useTranslation('dashboard')

  async function save() {
    const [titles = [], ...rows] = sheetOf(attendants, t)
    await saveSpreadsheet({
      fileName: fileNameOf(range, today, t),
      sheet: t('attendants'),
      titles: titles.map(String),
      rows,
      widths: [32, 16, 16, 24, 16],
    }).catch(() => showToast('error', t('exportFailed'))) // the writer failed to load, or the browser refused the file
  }

  return <SaveButton size="small" label={t('export')} onSave={save} />
}
