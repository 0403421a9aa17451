import type { Feature } from '../../platform/feature'
import { onHook } from '../../platform/hooks'
import { contactErasing } from '../contacts/contacts.hooks'
import { checkNumbersJob } from './check-numbers'
import { contactListChanged, contactListItemChanged, itemOfListChanged } from './contact-lists.events'
import { type ContactListParts, contactListRoutes } from './contact-lists.routes'
import { eraseListed } from './contact-lists.verbs'

/** Numbers for campaigns, and WhatsApp's check of them. */
export function contactListsFeature(parts: ContactListParts): Feature {
  return {
    name: 'contactLists',
    routes: contactListRoutes(parts),
    jobs: [checkNumbersJob(parts.directory)],
    events: [contactListChanged, contactListItemChanged, itemOfListChanged],
    hooks: [onHook(contactErasing, eraseListed)],
  }
}
