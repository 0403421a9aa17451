import type { Feature } from '../../platform/feature'
import { onHook } from '../../platform/hooks'
import { contactErasing } from '../contacts/contacts.hooks'
import { carryOutImportJob } from './carry-out-import'
import { contactImportChanged } from './contact-imports.events'
import { contactImportRoutes } from './contact-imports.routes'
import { eraseRows } from './erase-rows'
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
