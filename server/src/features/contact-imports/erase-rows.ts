import type { CompanyWork } from '../../platform/work'
import { deletePreviews, eraseRowsOf } from './contact-imports.queries'

/** Deletes the rows of an erased person from reports, and all previews, because they may name any person. */
export async function eraseRows(
  { db }: CompanyWork,
  { phones }: { readonly phones: readonly string[] },
): Promise<void> {
  await db.run(deletePreviews)
  await db.run(eraseRowsOf, { phones })
}
