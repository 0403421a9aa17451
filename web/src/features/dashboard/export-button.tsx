import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { neutraliseFormula } from '../../lib/harmless-cell'
import { saveSpreadsheet } from '../../lib/save-file'
import { SaveFileButton } from '../../ui/save-button'
import { showToast } from '../../ui/toasts'
import { type FiguresRange, figuresRangeParams } from './range'
import type { Attendant } from './sort-attendants'

interface ExportButtonProps {
  readonly attendants: readonly Attendant[]
  readonly range: FiguresRange
  readonly today: string
}

export function AttendantsExportButton({ attendants, range, today }: ExportButtonProps) {
  const { t } = useTranslation('dashboard')

  async function save() {
    const [titles = [], ...rows] = attendantSheetRows(attendants, t)
    await saveSpreadsheet({
      fileName: attendantSheetFileName(range, today, t),
      sheet: t('attendants'),
      titles: titles.map(String),
      rows,
      widths: [32, 16, 16, 24, 16],
      // The spreadsheet library failed to load, or the browser refused the file.
    }).catch(() => showToast('error', t('exportFailed')))
  }

  return <SaveFileButton size="small" label={t('export')} onSave={save} />
}

/** The rows of the spreadsheet. Times are plain numbers of minutes, so that formulas can use them. */
export function attendantSheetRows(
  attendants: readonly Attendant[],
  t: TFunction<'dashboard'>,
): (string | number | null)[][] {
  const head = (['name', 'rating', 'tickets', 'avgSupportTime', 'online'] as const).map((column) =>
    t(`sheet.${column}`),
  )
  const rows = attendants.map(({ name, rating, tickets, avgSupportTime, online }) => [
    neutraliseFormula(name),
    rating === 0 ? null : rating,
    tickets,
    avgSupportTime,
    t(online ? 'isOnline' : 'isOffline'),
  ])
  return [head, ...rows]
}

/** A name such as `atendentes_2026-11-01_2026-11-20.xlsx`; for the last 30 days, `atendentes_30d_2026-11-20.xlsx`. */
export function attendantSheetFileName(
  range: FiguresRange,
  today: string,
  t: TFunction<'dashboard'>,
): string {
  const words =
    range.days === undefined ? Object.values(figuresRangeParams(range)) : [`${range.days}d`, today]
  return `${[t('sheet.file'), ...words].join('_')}.xlsx`
}
