import type { PersonAddress } from '@balcao/whatsapp/gateway'
import type { CompanyWork } from '../../platform/work'
import { addressList } from './contact-address'
import { contactsByAddress } from './contacts.queries'
import { recogniseContact } from './recognise-contact'

/** WhatsApp told that a number and a LID are one person: a contact that we know by one of them learns the other. */
export async function learnIdentity(work: CompanyWork, person: PersonAddress): Promise<void> {
  const { kinds, values } = addressList(person)
  const known = await work.db.row(contactsByAddress, [kinds, values])
  if (known !== null) await recogniseContact(work, { chat: person, pushName: null })
}
