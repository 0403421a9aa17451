import type { ContactId } from '@balcao/domain/ids'
import type { ContactCard } from '@balcao/whatsapp/gateway'
import { refuse } from '../../../platform/refusal'
import type { CompanyWork } from '../../../platform/work'
import { readContactCardRows } from '../../contacts/contacts.read'

/** Returns vCards in the requested order. Refuses a contact that is known only by a LID, which has no number. */
export async function vcardsOfContacts(work: CompanyWork, contactIds: readonly ContactId[]): Promise<string> {
  const wanted = [...new Set(contactIds)]
  const known = await readContactCardRows(work, wanted)
  const cards = wanted.map((id) => {
    const contact = known.find((one) => one.id === id)
    if (contact === undefined) throw refuse('ERR_NO_CONTACT_FOUND')
    if (contact.number === '') throw refuse('ERR_CONTACT_WITHOUT_NUMBER', { contactName: contact.name })
    return buildVcard(contact)
  })
  return cards.join('\n')
}

/** A vCard 3.0 (RFC 2426) as WhatsApp's clients write it: `waid` opens a conversation on tap. `number`: only digits. */
export function buildVcard({ name, number }: { name: string; number: string }): string {
  const shown = escaped(name)
  return [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:;${shown};;;`,
    `FN:${shown}`,
    ...(number === '' ? [] : [`TEL;type=CELL;type=VOICE;waid=${number}:+${number}`]),
    'END:VCARD',
  ].join('\n')
}

/** Parses a text of contact cards into cards, each with its name. */
export function parseContactCards(body: string): readonly ContactCard[] {
  return (body.match(/^BEGIN:VCARD$[\s\S]*?^END:VCARD$/gm) ?? []).map((card) => ({
    name: unescaped(/^FN:(.*)$/m.exec(card)?.[1] ?? ''),
    vcard: card,
  }))
}

function escaped(name: string): string {
  return name.replace(/\s+/g, ' ').replace(/[\\,;]/g, (sign) => `\\${sign}`)
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, '$1')
}
