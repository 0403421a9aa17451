import type { ContactImportView } from '@balcao/contract/contact-imports'
import { columnLetter } from '@balcao/domain/contact-imports'
import type { TFunction } from 'i18next'
import { harmless } from '../../../lib/harmless-cell'
import { saveSpreadsheet } from '../../../lib/save-file'
import { fetchReport, type ReportRow } from '../api/imports'

/** Saves the rows with the result of each, so that faulty rows can be corrected and imported again. */
export async function saveReport(list: ContactImportView, t: TFunction<'contactImports'>): Promise<void> {
  const { titles, rows } = reportOf(list, await fetchReport(list.id), t)
  await saveSpreadsheet({
    fileName: t('reportFile', { id: list.id }),
    sheet: t('report'),
    titles,
    rows,
    widths: [10, 44, ...list.columns.map(() => 28)],
  })
}

export function reportOf(
  { columns, hasHeader }: Pick<ContactImportView, 'columns' | 'hasHeader'>,
  results: readonly ReportRow[],
  t: TFunction<'contactImports'>,
): { titles: string[]; rows: (string | number)[][] } {
  const titles = columns.map(({ title }, place) => harmless(title || columnLetter(place)))
  return {
    titles: [t('row'), t('outcome'), ...titles],
    rows: (hasHeader ? results.slice(1) : results).map(({ row, outcome, cells }) => [
      row,
      t(`outcomes.${outcome ?? 'notReached'}`),
      ...columns.map((_, place) => harmless(cells[place] ?? '')),
    ]),
  }
}
