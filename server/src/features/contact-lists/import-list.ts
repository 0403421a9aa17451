import { setImmediate } from 'node:timers/promises'
import type { ContactListImportResult } from '@balcao/contract/contact-lists'
import { contactFromRow, type ImportedContact } from '@balcao/domain/contact-imports'
import { contactListColumnsOf } from '@balcao/domain/contact-lists'
import type { ContactListId } from '@balcao/domain/ids'
import { canonicalPhone } from '@balcao/domain/phone-number'
import type { Sheet } from '../../outside/spreadsheets/port'
import type { UserCaller } from '../../platform/http/route'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { enqueueContactListNumberChecks } from './check-numbers'
import { type ContactListItemRow, insertContactListItems } from './contact-list-items.queries'
import { contactListToChange } from './contact-lists.access'
import { recordContactListCounters, recordListItemChange } from './contact-lists.events'

/** How many rows one transaction inserts. More would block the event loop for milliseconds. */
const rowsOfAnAct = 250
const maxReportedRows = 100
/** How many rows are read, in less than a millisecond, before other calls get the event loop. */
const rowsOfATurn = 100

type WrongRow = ContactListImportResult['wrongRows'][number]
interface ReadSheet {
  readonly people: readonly ImportedContact[]
  readonly wrong: readonly WrongRow[]
}

/** Reads the people of a spreadsheet, and collects the rows that describe no person (CLIST-10). */
export async function readPeopleOfSheet({ rows }: Sheet): Promise<ReadSheet> {
  const { hasHeader, columns } = contactListColumnsOf(rows[0]?.cells ?? [])
  if (!columns.some(({ target }) => target === 'number')) throw refuse('ERR_IMPORT_NO_NUMBER')
  const people: ImportedContact[] = []
  const wrong: WrongRow[] = []
  for (const [at, { number, cells }] of (hasHeader ? rows.slice(1) : rows).entries()) {
    if (at % rowsOfATurn === 0) await setImmediate() // Lets other calls run.
    const read = contactFromRow(cells, columns, { takesUserIds: true })
    if (typeof read === 'string') wrong.push({ row: number, outcome: read })
    else people.push(read)
  }
  return { people, wrong }
}

/** Inserts batch by batch. After a crash, a second import of the file adds the rest, because numbers are unique. */
export async function importPeopleIntoList(
  caller: UserCaller,
  listId: ContactListId,
  people: readonly ImportedContact[],
): Promise<ContactListItemRow[]> {
  const added: ContactListItemRow[] = []
  for (let from = 0; from === 0 || from < people.length; from += rowsOfAnAct) {
    added.push(
      ...(await caller.act((work) => addPeople(work, listId, people.slice(from, from + rowsOfAnAct)))),
    )
  }
  await caller.act((work) =>
    recordAudit(work, {
      act: 'contactList.imported',
      subject: { id: listId },
      detail: { rows: people.length, created: added.length },
    }),
  )
  return added
}

async function addPeople(
  work: CompanyWork,
  listId: ContactListId,
  people: readonly ImportedContact[],
): Promise<ContactListItemRow[]> {
  await contactListToChange(work, listId)
  const added = await work.db.rows(insertContactListItems, {
    listId,
    names: people.map(({ name, phone }) => name?.name ?? phone),
    numbers: people.map(({ phone }) => phone),
    phones: people.map(({ phone }) => canonicalPhone(phone)),
    emails: people.map(({ email }) => email),
    at: work.now,
  })
  if (added.some((item) => item.is_check_due)) enqueueContactListNumberChecks(work)
  await recordContactListCounters(work, [listId])
  recordListItemChange(work, { action: 'reload', contactListId: listId, records: [] })
  return added
}

export function buildListImportResult(
  { people, wrong }: ReadSheet,
  created: number,
): ContactListImportResult {
  return {
    created,
    known: people.length - created,
    wrong: wrong.length,
    wrongRows: wrong.slice(0, maxReportedRows),
  }
}
