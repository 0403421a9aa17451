import type { Feature } from '../../platform/feature'
import { onHook } from '../../platform/hooks'
import type { CompanyWork } from '../../platform/work'
import { contactErasing } from '../contacts/contacts.hooks'
import { carryOutImportJob } from './carry-out-import'
import { contactImportChanged } from './contact-imports.events'
import { deletePreviews, eraseRowsOf } from './contact-imports.queries'
import { contactImportRoutes } from './contact-imports.routes'
import type { ListParts } from './read-list'

export function contactImportsFeature(parts: ListParts): Feature {
  return {
    name: 'contactImports',
    routes: contactImportRoutes(parts),
    jobs: [carryOutImportJob],
    events: [contactImportChanged],
    hooks: [onHook(contactErasing, eraseRows)],
  }
}

/** Deletes the rows of an erased person from reports, and all previews, because they may name any person. */
async function eraseRows(
  { db }: CompanyWork,
  { phones }: { readonly phones: readonly string[] },
): Promise<void> {
  await db.run(deletePreviews)
  await db.run(eraseRowsOf, { phones })
}
