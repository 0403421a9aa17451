import type { ContactImportId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { type ContactImportRow, importById, lockImport } from './contact-imports.queries'

/** Loads an import. The route admits only users who may import. */
export async function contactImportToRead(work: CompanyWork, id: ContactImportId): Promise<ContactImportRow> {
  return requireImport(await work.db.row(importById, { importId: id }))
}

/** Locks the row until the transaction ends, which blocks the import of further rows. */
export async function contactImportToChange(
  work: CompanyWork,
  id: ContactImportId,
): Promise<ContactImportRow> {
  return requireImport(await work.db.row(lockImport, { importId: id }))
}

function requireImport(row: ContactImportRow | null): ContactImportRow {
  if (row === null) throw refuse('ERR_NO_IMPORT_FOUND')
  return row
}
