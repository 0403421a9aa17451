import { safeDisplayName } from '@balcao/domain/shown-name'
import type { Contact } from 'baileys'
import { chatAddressOf } from './addresses'
import type { InboundNames } from './gateway'

/** Names from the phone book and of verified businesses. Profile names are left out; they come with messages. */
export function contactNamesOf(contacts: readonly Partial<Contact>[]): InboundNames['names'] {
  return contacts.flatMap(({ id, lid, phoneNumber, name, verifiedName }): InboundNames['names'] => {
    const chat = chatAddressOf(id ?? '', lid ?? phoneNumber)
    if (chat?.kind !== 'person') return []
    if (name && hasLetters(name)) return [{ chat, name: safeDisplayName(name), source: 'phone-book' }]
    const business = safeDisplayName(verifiedName ?? '')
    return business === '' ? [] : [{ chat, name: business, source: 'business' }]
  })
}

/** False for a phone number, which WhatsApp sends when the phone book has no name. */
export function hasLetters(name: string): boolean {
  return /\p{L}/u.test(name)
}
