import type { TFunction } from 'i18next'
import { harmless } from '../../lib/harmless-cell'
import { type Range, searchOf } from './range'
import type { Attendant } from './sort-attendants'

/** The rows of the spreadsheet, with a header row. Times are in minutes, so that a person can compute with them. */
export function sheetOf(
  attendants: readonly Attendant[],
  t: TFunction<'dashboard'>,
): (string | number | null)[][] {
  const head = (['name', 'rating', 'tickets', 'avgSupportTime', 'online'] as const).map((column) =>
    t(`sheet.${column}`),
  )
  const rows = attendants.map(({ name, rating, tickets, avgSupportTime, online }) => [
    harmless(name),
    rating === 0 ? null : rating,
    tickets,
    avgSupportTime,
    t(online ? 'isOnline' : 'isOffline'),
  ])
  return [head, ...rows]
}

/** `atendentes_2026-11-01_2026-11-20.xlsx`; a period gives its number of days and its last day. */
export function fileNameOf(range: Range, today: string, t: TFunction<'dashboard'>): string {
  const words = range.days === undefined ? Object.values(searchOf(range)) : [`${range.days}d`, today]
  return `${[t('sheet.file'), ...words].join('_')}.xlsx`
}
