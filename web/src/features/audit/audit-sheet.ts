import type { AuditEntryView } from '@balcao/contract/audit'
import type { TFunction } from 'i18next'
import { dateAndTime } from '../../lib/dates'
import { harmless } from '../../lib/harmless-cell'
import type { AuditFilter } from './audit-filter'
import { actWords, detailWords, subjectWords, whoWords } from './audit-words'

const columns = ['at', 'company', 'who', 'act', 'subject', 'detail', 'address'] as const

/** The rows of the spreadsheet, with a header row. */
export function sheetOf(entries: readonly AuditEntryView[], t: TFunction<'audit'>): string[][] {
  const rows = entries.map((entry) => [
    dateAndTime(entry.at),
    entry.company?.name ?? '',
    whoWords(entry, t),
    actWords(entry.act, t),
    subjectWords(entry),
    detailWords(entry, t),
    entry.address ?? '',
  ])
  return [columns.map((column) => t(`column.${column}`)), ...rows.map((row) => row.map(harmless))]
}

/** `auditoria_2026-11-01_2026-11-20.xlsx`; an open end is left out. */
export function fileNameOf({ from, to }: AuditFilter, t: TFunction<'audit'>): string {
  return `${[t('file'), from, to].filter((part) => part !== '').join('_')}.xlsx`
}
