import type { PersonAddress } from '@balcao/whatsapp/gateway'
import type { CompanyWork } from '../../platform/work'
import { addressList } from './contact-address'
import { contactsOfAll, holdersOf } from './find-contact'
import { joinContacts, noteAbout } from './recognise-contact'

/**
 * Applies WhatsApp's report that a number and a LID are one person: a known contact gets the other address, and two
 * contacts are merged. The person has sent no message, so this creates no contact and restores no deleted one.
 * Idempotent.
 */
export async function learnIdentity(work: CompanyWork, person: PersonAddress): Promise<void> {
  const addresses = addressList(person)
  if (addresses.kinds.length < 2) return
  const [known] = await contactsOfAll(work, [addresses])
  if (known != null) return

  const contact = await joinContacts(work, await holdersOf(work, addresses), addresses)
  if (contact === null) return
  await noteAbout(work, contact, { phone: person.phone, called: null, removedAt: contact.removed_at })
}
