import type { PersonAddress } from '@balcao/whatsapp/gateway'
import type { CompanyWork } from '../../platform/work'
import { addressList } from './contact-address'
import { contactOfAll, holdersOf } from './find-contact'
import { joinContacts, noteAbout } from './recognise-contact'

/**
 * WhatsApp told that a number and a LID are one person: a contact that we know by one of them learns the other, and two
 * become one. Nobody has written, so a stranger stays one, and a removed contact stays deleted. May repeat.
 */
export async function learnIdentity(work: CompanyWork, person: PersonAddress): Promise<void> {
  const addresses = addressList(person)
  if (addresses.kinds.length < 2 || (await contactOfAll(work, addresses)) !== null) return

  const contact = await joinContacts(work, await holdersOf(work, addresses), addresses)
  if (contact === null) return
  await noteAbout(work, contact, { phone: person.phone, called: null, removedAt: contact.removed_at })
}
