import type { ContactImportId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { type ImportRow, importById, lockImport } from './contact-imports.queries'

/** Loads an import. The route admits only users who may import. */
export async function importToRead(work: CompanyWork, id: ContactImportId): Promise<ImportRow> {
  return requireImport(await work.db.row(importById, { importId: id }))
}

/** Locks the row until the transaction ends, which blocks the import of further rows. */
export async function importToChange(work: CompanyWork, id: ContactImportId): Promise<ImportRow> {
  return requireImport(await work.db.row(lockImport, { importId: id }))
}

function requireImport(row: ImportRow | null): ImportRow {
  if (row === null) throw refuse('ERR_NO_IMPORT_FOUND')
  return row
}
