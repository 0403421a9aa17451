import type { ContactId } from '@balcao/domain/ids'
import { queueFileRemoval } from '../../platform/files/remove-files'
import { refuse } from '../../platform/refusal'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { contactIncludingDeleted, lockContactForTicket } from '../contacts/contacts.access'
import {
  deletePersonalDataExportsOfContact,
  insertPersonalDataExport,
  type PersonalDataExportRow,
  personalDataExportOfContact,
} from './personal-data.queries'
import { writePersonalDataExportTask } from './write-personal-data'

/** Requests the export of all data of a contact, even from queues that the user may not read (LGPD, article 18). */
export async function requestPersonalDataExport(
  work: PersonWork,
  contactId: ContactId,
): Promise<PersonalDataExportRow> {
  const contact = await lockContactForTicket(work, contactId)
  if (contact.is_group) throw refuse('ERR_NO_CONTACT_FOUND')
  const before = await work.db.row(personalDataExportOfContact, { contactId })
  if (before?.state === 'running') return before

  await deletePersonalDataZips(work, contactId)
  const ordered = await work.db.one(insertPersonalDataExport, {
    contactId,
    userId: work.actor.userId,
    at: work.now,
  })
  work.enqueue({ task: writePersonalDataExportTask, payload: { exportId: ordered.id } })
  await recordAudit(work, { act: 'contact.dataExported', subject: { id: contactId } })
  return ordered
}

/** The export of a contact, with its progress. Null: none was requested, or it has expired. */
export async function readPersonalDataExport(
  work: CompanyWork,
  contactId: ContactId,
): Promise<PersonalDataExportRow | null> {
  const [, found] = await Promise.all([
    contactIncludingDeleted(work, contactId),
    work.db.row(personalDataExportOfContact, { contactId }),
  ])
  const isOver = found?.expires_at != null && found.expires_at <= work.now
  return isOver ? null : found
}

/** Deletes the export of a contact that is erased or merged. A running job finds no row and ends. */
export async function deletePersonalDataZips(work: CompanyWork, contactId: ContactId): Promise<void> {
  const deleted = await work.db.rows(deletePersonalDataExportsOfContact, { contactId })
  const keys = deleted.flatMap(({ file_keys }) => file_keys)
  queueFileRemoval(work, keys)
}
