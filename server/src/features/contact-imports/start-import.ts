import type { ColumnTarget } from '@balcao/domain/contact-imports'
import type { ContactImportId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { contactsReloaded } from '../contacts/contacts.events'
import { importOrder } from './carry-out-import'
import { importToChange } from './contact-imports.access'
import { contactImportChanged } from './contact-imports.events'
import { beginImport, deleteImport, endImport, type ImportRow } from './contact-imports.queries'

/** From here on the rows are taken in by a job, whether anybody looks or not. */
export async function startImport(
  work: PersonWork,
  importId: ContactImportId,
  chosen: { readonly hasHeader: boolean; readonly targets: readonly ColumnTarget[] },
): Promise<ImportRow> {
  const { state, columns, source } = await importToChange(work, importId)
  if (state !== 'preview') throw refuse('ERR_IMPORT_STATE')
  if (!chosen.targets.slice(0, columns.length).includes('number')) throw refuse('ERR_IMPORT_NO_NUMBER')

  const titles = columns.map(({ title }) => ({ title: chosen.hasHeader ? title : '', samples: [] }))
  const begun = await work.db.one(beginImport, [
    importId,
    chosen.hasHeader,
    chosen.targets,
    JSON.stringify(titles),
  ])
  await recordAudit(work, {
    act: 'contacts.imported',
    subject: { id: importId },
    detail: { source, rows: begun.row_count },
  })
  work.record(contactImportChanged, { import: begun })
  work.enqueue(importOrder(importId))
  return begun
}

/** Drops one that was only read; stops one that runs, and what it brought so far stays. */
export async function cancelImport(work: CompanyWork, importId: ContactImportId): Promise<ImportRow> {
  const found = await importToChange(work, importId)
  if (found.state === 'preview') {
    await work.db.run(deleteImport, [importId])
    return { ...found, state: 'cancelled' }
  }
  if (found.state !== 'running') throw refuse('ERR_IMPORT_STATE')

  const ended = await work.db.one(endImport, [importId, 'cancelled', work.now])
  work.record(contactImportChanged, { import: ended })
  work.record(contactsReloaded, {})
  return ended
}
