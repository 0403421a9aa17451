import type { ContactId } from '@balcao/domain/ids'
import { orderFileRemoval } from '../../platform/files/remove-files'
import { refuse } from '../../platform/refusal'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { contactOfAnyState, contactToServe } from '../contacts/contacts.access'
import { deleteExportsOf, type ExportRow, exportOfContact, insertExport } from './personal-data.queries'
import { writeTask } from './write-personal-data'

/**
 * Has everything that is kept about a person made into zips by a job (LGPD, article 18, II and V), whoever may read which
 * of it: it is theirs. One that is being made goes on; one that is there makes room for the new one.
 */
export async function orderPersonalData(work: PersonWork, contactId: ContactId): Promise<ExportRow> {
  const contact = await contactToServe(work, contactId)
  if (contact.is_group) throw refuse('ERR_NO_CONTACT_FOUND')
  const before = await work.db.row(exportOfContact, [contactId])
  if (before?.state === 'running') return before

  await dropPersonalData(work, contactId)
  const ordered = await work.db.one(insertExport, [contactId, work.actor.userId, work.now])
  work.enqueue({ task: writeTask, payload: { exportId: ordered.id } })
  await recordAudit(work, { act: 'contact.dataExported', subject: { id: contactId } })
  return ordered
}

/** The zips of a person, or how far they are; null where there are none, or not any more. */
export async function personalDataToRead(work: CompanyWork, contactId: ContactId): Promise<ExportRow | null> {
  const [, found] = await Promise.all([
    contactOfAnyState(work, contactId),
    work.db.row(exportOfContact, [contactId]),
  ])
  const isOver = found?.expires_at != null && found.expires_at <= work.now
  return isOver ? null : found
}

/** Whoever is erased, or turns out to be somebody else, leaves no copy behind; a job that is at it finds nothing to go on with. */
export async function dropPersonalData(work: CompanyWork, contactId: ContactId): Promise<void> {
  const gone = await work.db.rows(deleteExportsOf, [contactId])
  orderFileRemoval(
    work,
    gone.flatMap(({ file_keys }) => file_keys),
  )
}
