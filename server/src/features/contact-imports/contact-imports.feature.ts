import type { Feature } from '../../platform/feature'
import { reactTo } from '../../platform/reactions'
import { contactErasing } from '../contacts/contacts.reactions'
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
    reactions: [reactTo(contactErasing, eraseRows)],
  }
}
