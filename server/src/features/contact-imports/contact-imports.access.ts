import type { ContactImportId } from '@balcao/domain/ids'
import { rowOrRefuse } from '../../platform/row-or-refuse'
import type { CompanyWork } from '../../platform/work'
import { type ContactImportRow, contactImportById, lockContactImport } from './contact-imports.queries'

/** Loads an import. The route has checked that the user may import contacts. */
export async function contactImportToRead(work: CompanyWork, id: ContactImportId): Promise<ContactImportRow> {
  return rowOrRefuse(await work.db.row(contactImportById, { importId: id }), 'ERR_NO_IMPORT_FOUND')
}

/** Loads an import and locks its row, so that no further rows are imported meanwhile. */
export async function contactImportToChange(
  work: CompanyWork,
  id: ContactImportId,
): Promise<ContactImportRow> {
  return rowOrRefuse(await work.db.row(lockContactImport, { importId: id }), 'ERR_NO_IMPORT_FOUND')
}
