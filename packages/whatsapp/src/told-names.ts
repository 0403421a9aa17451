import { shownName } from '@balcao/domain/shown-name'
import type { Contact } from 'baileys'
import { addressOf } from './addresses'
import type { InboundNames } from './gateway'

/**
 * The names in Baileys' contacts: those of the phone book, and of verified businesses. Profile names come
 * with messages.
 */
export function namesOf(contacts: readonly Partial<Contact>[]): InboundNames['names'] {
  return contacts.flatMap(({ id, lid, phoneNumber, name, verifiedName }): InboundNames['names'] => {
    const chat = addressOf(id ?? '', lid ?? phoneNumber)
    if (chat?.kind !== 'person') return []
    if (name && hasLetters(name)) return [{ chat, name: shownName(name), source: 'phone-book' }]
    const business = shownName(verifiedName ?? '')
    return business === '' ? [] : [{ chat, name: business, source: 'business' }]
  })
}

/** False for a phone number, which WhatsApp sends when the phone book has no name. */
export function hasLetters(name: string): boolean {
  return /\p{L}/u.test(name)
}
