import {
  columnLetter,
  contactFromRow,
  type ImportedContact,
  type ImportRowOutcome,
} from '@balcao/domain/contact-imports'
import type { ContactImportId } from '@balcao/domain/ids'
import { canonicalPhone } from '@balcao/domain/phone-number'
import { z } from 'zod'
import { type JobKind, jobKind } from '../../platform/jobs'
import type { CompanyWork, JobRequest } from '../../platform/work'
import { importContactRows } from '../contacts/admit-contacts'
import { contactsChangedInBulk } from '../contacts/contacts.events'
import { contactImportChanged } from './contact-imports.events'
import {
  type ContactImportRow,
  endContactImport,
  lockContactImport,
  nextContactImportRows,
  saveImportRowOutcomes,
  updateImportProgress,
} from './contact-imports.queries'

/** Rows per transaction. Each phone number takes a lock, and PostgreSQL has room for only some thousands of locks. */
const rowsOfAnAct = 250
const actsOfAJob = 20
const maxAttempts = 5
const taskName = 'contactImports.carryOut'

/** The job that continues an import. It replaces a waiting job of the same import, which has the same key. */
export function contactImportJobRequest(importId: ContactImportId): JobRequest {
  return { task: taskName, payload: { importId }, key: `contact import ${importId}` }
}

/** Imports some rows, then enqueues itself for the rest, so that other jobs run too. No row is imported twice. */
export const carryOutContactImportJob: JobKind = jobKind({
  task: taskName,
  payload: z.object({ importId: z.number().int() }),
  async carryOut({ act, attempt, stopping }, payload) {
    const importId = payload.importId as ContactImportId // The schema has checked the id; the cast adds the branded type.
    if (attempt > maxAttempts) return act((work) => failImport(work, importId))
    for (let turn = 0; turn < actsOfAJob && !stopping.aborted; turn++) {
      if (await act((work) => importNextContactRows(work, importId))) return
    }
    await act(async (work) => work.enqueue(contactImportJobRequest(importId)))
  },
})

/** Imports the next rows. Returns whether that was the last of them. */
export async function importNextContactRows(work: CompanyWork, importId: ContactImportId): Promise<boolean> {
  const found = await work.db.row(lockContactImport, { importId })
  if (found?.state !== 'running') return true
  const rows = await work.db.rows(nextContactImportRows, {
    importId,
    after: found.done_place,
    limit: rowsOfAnAct,
  })
  const outcomes = await outcomesOf(work, found, rows)

  const places = rows.map(({ place }) => place)
  const phones = outcomes.map(({ phone }) => phone)
  const results = outcomes.map(({ outcome }) => outcome)
  await work.db.run(saveImportRowOutcomes, { importId, places, outcomes: results, phones })
  const created = results.filter((one) => one === 'created').length
  const known = results.filter((one) => one === 'known').length
  const isOver = rows.length < rowsOfAnAct
  const after = await work.db.one(updateImportProgress, {
    importId,
    donePlace: places.at(-1) ?? found.done_place,
    created,
    known,
    wrong: results.length - created - known,
    finishedAt: isOver ? work.now : null,
  })

  work.record(contactImportChanged, { import: after })
  if (isOver) work.record(contactsChangedInBulk, {})
  return isOver
}

async function outcomesOf(
  work: CompanyWork,
  { columns, targets, source }: ContactImportRow,
  rows: readonly { readonly cells: readonly string[] }[],
): Promise<{ outcome: ImportRowOutcome; phone: string | null }[]> {
  const named = columns.map(({ title }, place) => ({
    title: title || columnLetter(place),
    target: targets[place] ?? 'ignore',
  }))
  const read = rows.map(({ cells }) => contactFromRow(cells, named))
  const people = read.flatMap((one) => (typeof one === 'string' ? [] : [namedBy(source, one)]))
  const admitted = [...(await importContactRows(work, people))]
  return read.map((one) =>
    typeof one === 'string'
      ? { outcome: one, phone: null }
      : { outcome: admitted.shift() ?? 'known', phone: canonicalPhone(one.phone) },
  )
}

/** Marks names from a phone's address book, because names that users typed take precedence over them. */
function namedBy(source: ContactImportRow['source'], person: ImportedContact): ImportedContact {
  if (source === 'file' || person.name === null) return person
  return { ...person, name: { ...person.name, source: 'phone-book' } }
}

async function failImport(work: CompanyWork, importId: ContactImportId): Promise<void> {
  const found = await work.db.row(lockContactImport, { importId })
  if (found?.state !== 'running') return
  const ended = await work.db.one(endContactImport, { importId, state: 'failed', at: work.now })
  work.record(contactImportChanged, { import: ended })
  work.record(contactsChangedInBulk, {})
}
