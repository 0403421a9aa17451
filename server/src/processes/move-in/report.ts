import type { CompanyId } from '@balcao/domain/ids'
import { countMovedMessages } from '../../features/messages/move-in.queries'
import {
  countMovedIds,
  countSkips,
  movedCompanies,
  skipsAfter,
  stepsOfCompany,
} from '../../features/move-ins/move-ins.queries'
import { countRows, type LookOrder } from './look'

const skipsAtOnce = 5_000

/** What the reasons of the report mean. */
const reasons: Readonly<Record<string, string>> = {
  renamed: 'Moved under another name: its own was taken.',
  merged: 'Moved into another contact: both are one person.',
  'closed-beside-another': 'Moved as closed: a contact has one live ticket.',
  activity: 'Not moved: a line that the other product wrote about an act.',
  'same-message': 'Not moved: another ticket has the same message.',
  'contact-missing': 'Not moved: its contact did not move.',
  'ticket-missing': 'Not moved: its ticket did not move.',
  'message-missing': 'Not moved: the message that it is about is not in the source.',
  'file-missing': 'Moved without its file, which is not in the folder or may be another company’s.',
  'no-number': 'Not moved: it has no number that WhatsApp knows.',
  'other-channel': 'Not moved: it is of another channel than WhatsApp.',
  'email-taken': 'Not moved: another account signs in with its e-mail.',
  'email-missing': 'Not moved: it has no e-mail to sign in with.',
  'left-out': 'Not moved: the mapping leaves it out.',
  'password-not-readable': 'Moved without its password: an admin gives a new one.',
  'super-not-given': 'Moved without the rights over the platform.',
  'token-too-short': 'Moved without its token, which is too short to be safe.',
  'greeting-media-lost': 'Moved without the file of its greeting.',
  'forward-lost': 'Moved without its way into another queue.',
  'media-lost': 'Moved without its file: a menu sends none here.',
  'parent-missing': 'Not moved: its queue or the option above it did not move.',
  'no-counterpart': 'Not moved: there is no such setting here.',
  'no-rating': 'Not moved: its rating is none.',
  'no-time': 'Not moved: it has no time.',
}

/**
 * The report of a move as a sheet: the rows of each step in the source beside those that moved, then each row that did
 * not move, or not wholly, with its reason. Cells never begin a formula: they are our words and the source's ids.
 */
export async function* reportLines(order: LookOrder): AsyncGenerator<string> {
  const { workplace, product, source, name } = order
  const companies = await workplace.withPlatform('report a move', ({ db }) =>
    db.rows(movedCompanies, { moveIn: name }),
  )
  yield line('company', 'what', 'rows in the source', 'rows read', 'rows moved', 'complete')
  for (const { company_id, source_id, name: company } of companies) {
    const { steps, messages, ids } = await inCompany(order, company_id, async ({ db }) => ({
      steps: await db.rows(stepsOfCompany),
      messages: (await db.one(countMovedMessages)).rows,
      ids: await db.rows(countMovedIds),
    }))
    for (const { step, rows_read, rows_moved, done_at } of steps) {
      const reading = product.steps.find((one) => one.name === step)?.reading
      const counted = reading === undefined ? '' : await countRows(source, reading, source_id)
      yield line(company, step, counted, rows_read, rows_moved, done_at === null ? 'no' : 'yes')
    }
    yield line(company, 'messages here', '', '', messages, '')
    for (const { kind, rows } of ids) yield line(company, `${kind} in the map`, '', '', rows, '')
  }
  yield line('')
  yield line('company', 'what', 'reason', 'rows', 'meaning')
  for (const { company_id, name: company } of companies)
    for (const { kind, reason, rows } of await inCompany(order, company_id, ({ db }) => db.rows(countSkips)))
      yield line(company, kind, reason, rows, reasons[reason] ?? '')
  yield line('')
  yield line('company', 'what', 'id in the source', 'reason')
  for (const { company_id, name: company } of companies) {
    let after = { kind: '', sourceId: '' }
    for (;;) {
      const rows = await inCompany(order, company_id, ({ db }) =>
        db.rows(skipsAfter, { ...after, limit: skipsAtOnce }),
      )
      for (const { kind, source_id, reason } of rows) yield line(company, kind, source_id, reason)
      const last = rows.at(-1)
      if (last === undefined || rows.length < skipsAtOnce) break
      after = { kind: last.kind, sourceId: last.source_id }
    }
  }
}

function inCompany<T>(
  { workplace }: Pick<LookOrder, 'workplace'>,
  companyId: CompanyId,
  read: Parameters<
    typeof workplace.readCompany<{ kind: 'system'; name: string; companyId: CompanyId }, T>
  >[1],
): Promise<T> {
  return workplace.readCompany({ kind: 'system', name: 'move in', companyId }, read)
}

/** A spreadsheet takes a cell that begins with a sign of these for a formula. */
const formula = /^[=+\-@\t\r]/

function line(...cells: readonly (string | number)[]): string {
  const quoted = cells.map((cell) => {
    const text = typeof cell === 'string' && formula.test(cell) ? `'${cell}` : String(cell)
    return /[";\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  })
  return `${quoted.join(';')}\r\n`
}
