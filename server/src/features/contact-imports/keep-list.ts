import { contactImportLimits, guessColumnTargets, isHeaderRow } from '@balcao/domain/contact-imports'
import type { Sheet } from '../../outside/spreadsheets/port'
import type { PersonWork } from '../../platform/work'
import {
  type ContactImportRow,
  deleteImportPreviewsOfUser,
  insertContactImport,
  insertContactImportRows,
  insertPhoneBookRows,
  updateImportRowCount,
} from './contact-imports.queries'

/** How many rows one statement inserts. More would block the event loop while the parameters are written. */
const rowsOfAStatement = 1_000

export async function storeImportOfSpreadsheet(
  work: PersonWork,
  fileName: string,
  { rows }: Sheet,
): Promise<ContactImportRow> {
  const first = rows[0]?.cells ?? []
  const hasHeader = rows.length > 1 && isHeaderRow(first)
  const width = rows.reduce((widest, { cells }) => Math.max(widest, cells.length), 0)
  const samples = rows.slice(1, 1 + contactImportLimits.samples)
  const columns = Array.from({ length: width }, (_, place) => ({
    title: first[place] ?? '',
    samples: samples.map(({ cells }) => cells[place] ?? ''),
  }))
  const targets = guessColumnTargets(columns.map(({ title }) => (hasHeader ? title : '')))

  await work.db.run(deleteImportPreviewsOfUser, { userId: work.actor.userId })
  const kept = await work.db.one(insertContactImport, {
    userId: work.actor.userId,
    source: 'file',
    fileName,
    hasHeader,
    columns: JSON.stringify(columns),
    targets,
    rowCount: rows.length,
    at: work.now,
  })
  for (let from = 0; from < rows.length; from += rowsOfAStatement) {
    const part = rows.slice(from, from + rowsOfAStatement)
    const numbers = part.map(({ number }) => number)
    const cells = part.map((row) => JSON.stringify(row.cells))
    await work.db.run(insertContactImportRows, { importId: kept.id, numbers, cells, placesBefore: from })
  }
  return kept
}

export async function storeImportOfPhoneBook(work: PersonWork): Promise<ContactImportRow> {
  const columns = ['name', 'number'].map((title) => ({ title, samples: [] }))

  await work.db.run(deleteImportPreviewsOfUser, { userId: work.actor.userId })
  const kept = await work.db.one(insertContactImport, {
    userId: work.actor.userId,
    source: 'phone-book',
    fileName: '',
    hasHeader: false,
    columns: JSON.stringify(columns),
    targets: ['name', 'number'],
    rowCount: 0,
    at: work.now,
  })
  await work.db.run(insertPhoneBookRows, { importId: kept.id })
  return work.db.one(updateImportRowCount, { importId: kept.id })
}
