import type { ColumnTarget } from '@balcao/domain/contact-imports'
import type { ContactImportId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { contactsChangedInBulk } from '../contacts/contacts.events'
import { contactImportJobRequest } from './carry-out-import'
import { contactImportToChange } from './contact-imports.access'
import { contactImportChanged } from './contact-imports.events'
import {
  type ContactImportRow,
  deleteContactImport,
  endContactImport,
  markImportRunning,
} from './contact-imports.queries'

export async function startImportOfContacts(
  work: PersonWork,
  importId: ContactImportId,
  chosen: { readonly hasHeader: boolean; readonly targets: readonly ColumnTarget[] },
): Promise<ContactImportRow> {
  const { state, columns, source } = await contactImportToChange(work, importId)
  if (state !== 'preview') throw refuse('ERR_IMPORT_STATE')
  if (!chosen.targets.slice(0, columns.length).includes('number')) throw refuse('ERR_IMPORT_NO_NUMBER')

  const titles = columns.map(({ title }) => ({ title: chosen.hasHeader ? title : '', samples: [] }))
  const begun = await work.db.one(markImportRunning, {
    importId,
    hasHeader: chosen.hasHeader,
    targets: chosen.targets,
    columns: JSON.stringify(titles),
  })
  await recordAudit(work, {
    act: 'contacts.imported',
    subject: { id: importId },
    detail: { source, rows: begun.row_count },
  })
  work.record(contactImportChanged, { import: begun })
  work.enqueue(contactImportJobRequest(importId))
  return begun
}

/** Deletes an import that is still a preview. Stops a running one; the contacts that it created stay. */
export async function cancelImportOfContacts(
  work: CompanyWork,
  importId: ContactImportId,
): Promise<ContactImportRow> {
  const found = await contactImportToChange(work, importId)
  if (found.state === 'preview') {
    await work.db.run(deleteContactImport, { importId })
    return { ...found, state: 'cancelled' }
  }
  if (found.state !== 'running') throw refuse('ERR_IMPORT_STATE')

  const ended = await work.db.one(endContactImport, { importId, state: 'cancelled', at: work.now })
  work.record(contactImportChanged, { import: ended })
  work.record(contactsChangedInBulk, {})
  return ended
}
