import type { CompanyLanguage } from '@balcao/domain/companies'
import type { CompanyId } from '@balcao/domain/ids'
import { moveInTexts } from '@balcao/domain/move-in-texts'
import { countMovedMessages } from '../../features/messages/move-in.queries'
import {
  countMovedIds,
  countSkippedRows,
  movedCompanies,
  moveInStepsOfCompany,
  skippedRowsOfCompany,
} from '../../features/move-ins/move-ins.queries'
import type { CompanyWork } from '../../platform/work'
import { findMoveIn } from './known-source'
import { countSourceRows, type SourceInspectionParameters, unsupportedTables } from './look'

const skipsAtOnce = 5_000

/** Yields the lines of a spreadsheet: first the counts of each step, then each row that did not move completely. */
export async function* moveInReportLines(
  order: SourceInspectionParameters,
  language: CompanyLanguage,
): AsyncGenerator<string> {
  const texts = moveInTexts(language)
  const words = texts.report
  const { workplace, product, source, name } = order
  const readIn = <T>(companyId: CompanyId, read: (work: CompanyWork) => Promise<T>) =>
    workplace.readCompany({ kind: 'system', name: 'move in', companyId }, read)
  await findMoveIn(order)
  const companies = await workplace.withPlatform('report a move', ({ db }) =>
    db.rows(movedCompanies, { moveIn: name }),
  )
  yield line(words.company, words.what, words.inSource, words.read, words.moved, words.complete)
  for (const { company_id, source_id, name: company } of companies) {
    const { steps, messages, ids } = await readIn(company_id, async ({ db }) => ({
      steps: await db.rows(moveInStepsOfCompany),
      messages: (await db.one(countMovedMessages)).rows,
      ids: await db.rows(countMovedIds),
    }))
    for (const { step, rows_read, rows_moved, done_at } of steps) {
      const reading = product.steps.find((one) => one.name === step)?.reading
      const counted = reading === undefined ? '' : await countSourceRows(source, reading, source_id)
      const complete = done_at === null ? words.no : words.yes
      yield line(company, texts.step(step), counted, rows_read, rows_moved, complete)
    }
    yield line(company, words.messagesHere, '', '', messages, '')
    for (const { kind, rows } of ids)
      yield line(company, `${texts.kind(kind)} ${words.inMap}`, '', '', rows, '')
  }
  yield line('')
  yield line(words.lostTable, words.inSource, words.meaning)
  for (const { table, rows } of await unsupportedTables(order)) yield line(table, rows, texts.table(table))
  yield line('')
  yield line(words.company, words.what, words.reason, words.rows, words.meaning)
  for (const { company_id, name: company } of companies)
    for (const { kind, reason, rows } of await readIn(company_id, ({ db }) => db.rows(countSkippedRows)))
      yield line(company, texts.kind(kind), reason, rows, texts.skip(reason))
  yield line('')
  yield line(words.company, words.what, words.sourceId, words.reason)
  for (const { company_id, name: company } of companies) {
    let after = { kind: '', sourceId: '', reason: '' }
    for (;;) {
      const rows = await readIn(company_id, ({ db }) =>
        db.rows(skippedRowsOfCompany, { ...after, limit: skipsAtOnce }),
      )
      for (const { kind, source_id, reason } of rows)
        yield line(company, texts.kind(kind), source_id, texts.skip(reason))
      const last = rows.at(-1)
      if (last === undefined || rows.length < skipsAtOnce) break
      after = { kind: last.kind, sourceId: last.source_id, reason: last.reason }
    }
  }
}

/** Matches texts that a spreadsheet would read as a formula. */
const formula = /^[=+\-@\t\r]/

function line(...cells: readonly (string | number)[]): string {
  const quoted = cells.map((cell) => {
    const text = typeof cell === 'string' && formula.test(cell) ? `'${cell}` : String(cell)
    return /[";\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  })
  return `${quoted.join(';')}\r\n`
}
