import { shownName } from '@balcao/domain/shown-name'
import type { Contact } from 'baileys'
import { addressOf } from './addresses'
import type { InboundNames } from './gateway'

/**
 * The names in what Baileys tells of contacts: of the phone book, and of businesses that WhatsApp has verified. What
 * people call themselves comes with their messages.
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

/** Where the phone book has no name, WhatsApp puts the number. */
export function hasLetters(name: string): boolean {
  return /\p{L}/u.test(name)
}
