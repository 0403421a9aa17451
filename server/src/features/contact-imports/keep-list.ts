import { guessTargets, importLimits, looksLikeHeader } from '@balcao/domain/contact-imports'
import type { Sheet } from '../../outside/spreadsheets/port'
import type { PersonWork } from '../../platform/work'
import {
  countImportRows,
  deletePreviewsOf,
  type ImportRow,
  insertImport,
  insertImportRows,
  insertPhoneBookRows,
} from './contact-imports.queries'

/** A statement with all rows of a long list would hold the event loop while its parameters are written. */
const rowsOfAStatement = 1_000

/** Keeps what was read of a spreadsheet, with a guess at its columns; nothing is imported yet. */
export async function keepSheet(work: PersonWork, fileName: string, { rows }: Sheet): Promise<ImportRow> {
  const first = rows[0]?.cells ?? []
  const hasHeader = rows.length > 1 && looksLikeHeader(first)
  const width = rows.reduce((widest, { cells }) => Math.max(widest, cells.length), 0)
  const samples = rows.slice(1, 1 + importLimits.samples)
  const columns = Array.from({ length: width }, (_, place) => ({
    title: first[place] ?? '',
    samples: samples.map(({ cells }) => cells[place] ?? ''),
  }))
  const targets = guessTargets(columns.map(({ title }) => (hasHeader ? title : '')))

  await work.db.run(deletePreviewsOf, [work.actor.userId])
  const kept = await work.db.one(insertImport, [
    work.actor.userId,
    'file',
    fileName,
    hasHeader,
    JSON.stringify(columns),
    targets,
    rows.length,
    work.now,
  ])
  for (let from = 0; from < rows.length; from += rowsOfAStatement) {
    const part = rows.slice(from, from + rowsOfAStatement)
    const numbers = part.map(({ number }) => number)
    const cells = part.map((row) => JSON.stringify(row.cells))
    await work.db.run(insertImportRows, [kept.id, numbers, cells, from])
  }
  return kept
}

/** Keeps the phone book of the linked phones as a list of names and numbers. */
export async function keepPhoneBook(work: PersonWork): Promise<ImportRow> {
  const columns = ['name', 'number'].map((title) => ({ title, samples: [] }))

  await work.db.run(deletePreviewsOf, [work.actor.userId])
  const kept = await work.db.one(insertImport, [
    work.actor.userId,
    'phone-book',
    '',
    false,
    JSON.stringify(columns),
    ['name', 'number'],
    0,
    work.now,
  ])
  await work.db.run(insertPhoneBookRows, [kept.id])
  return work.db.one(countImportRows, [kept.id])
}
