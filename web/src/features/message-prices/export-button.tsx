import type { MessageCostReport } from '@balcao/contract/message-prices'
import { useTranslation } from 'react-i18next'
import { saveSpreadsheet } from '../../lib/save-file'
import { SaveFileButton } from '../../ui/save-button'
import { showToast } from '../../ui/toasts'
import { useMessagePriceTexts } from './price-words'

interface ExportButtonProps {
  readonly report: MessageCostReport
  readonly connection: string
}

/**
 * Exports the costs as a spreadsheet. Each currency of a row has its own line; an unknown cost is an empty
 * cell.
 */
export function CostsExportButton({ report: { month, rows }, connection }: ExportButtonProps) {
  const { t } = useTranslation('messagePrices')
  const words = useMessagePriceTexts()
  const titles = (
    ['category', 'country', 'messages', 'billed', 'free', 'unpriced', 'cost', 'currency'] as const
  ).map((column) => t(`sheet.${column}`))

  const save = () =>
    saveSpreadsheet({
      fileName: `${[t('sheet.file'), connection.replace(/[^\p{L}\p{N}]+/gu, '-'), month].join('_')}.xlsx`,
      sheet: t('costs.list'),
      titles,
      rows: rows.flatMap(({ category, country, messages, billed, unpriced, costs }) => {
        const counts = [messages, billed, messages - billed, unpriced]
        const kind = [words.category(category), words.country(country)]
        const [first, ...others] = costs
        return [
          [...kind, ...counts, first === undefined ? null : Number(first.amount), first?.currency ?? null],
          // Only the first line has the counts, so that their column adds up correctly.
          ...others.map(({ amount, currency }) => [
            ...kind,
            null,
            null,
            null,
            null,
            Number(amount),
            currency,
          ]),
        ]
      }),
      widths: [28, 24, 14, 14, 14, 14, 16, 10],
      // The spreadsheet library failed to load, or the browser refused the file.
    }).catch(() => showToast('error', t('sheet.failed')))

  return <SaveFileButton label={t('export')} onSave={save} />
}
