import type { CompanyWork } from '../../platform/work'
import { deletePreviews, eraseRowsOf } from './contact-imports.queries'

/** A person who is erased leaves the reports too. Lists that were only read are dropped: they may name anybody. */
export async function eraseRows(
  { db }: CompanyWork,
  { phones }: { readonly phones: readonly string[] },
): Promise<void> {
  await db.run(deletePreviews, [])
  await db.run(eraseRowsOf, [phones])
}
