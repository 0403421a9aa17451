import type { ContactId, TicketId, WhatsappMessageId } from '@balcao/domain/ids'
import type { MessageReference, PersonAddress } from '@balcao/whatsapp/gateway'
import type { CompanyWork } from '../../../platform/work'
import { addToOutbox } from '../../connections/add-to-outbox'
import { chatAddressOf } from '../../contacts/contacts.read'
import { type MessageRow, markMessagesOfTicketRead } from '../messages.queries'

/** The owner has seen the conversation (TICKET-51): its messages are read here, and WhatsApp gets read receipts. */
export async function markMessagesRead(
  work: CompanyWork,
  { ticketId, contactId }: { ticketId: TicketId; contactId: ContactId },
): Promise<void> {
  const marked = await work.db.rows(markMessagesOfTicketRead, { ticketId, at: work.now })
  const read = marked.toSorted((one, other) => one.id - other.id)
  const connectionIds = new Set(read.flatMap(({ connection_id }) => connection_id ?? []))
  for (const connectionId of connectionIds) {
    const messages = read.filter((message) => message.connection_id === connectionId)
    const payload = { messages: await references(work, contactId, messages) }
    addToOutbox(work, { connectionId, contactId, kind: 'read', payload })
  }
}

async function references(
  work: CompanyWork,
  contactId: ContactId,
  messages: readonly MessageRow[],
): Promise<MessageReference[]> {
  const chat = await chatAddressOf(work, contactId)
  const authors = await readAuthorAddresses(work, messages)
  return messages
    .filter((message) => message.whatsapp_id !== null)
    .map((message) => ({
      chat,
      id: message.whatsapp_id as WhatsappMessageId, // not null by the filter above; the column holds only such ids
      fromMe: false,
      author: message.author_contact_id === null ? null : (authors.get(message.author_contact_id) ?? null),
    }))
}

/** Reads the addresses of the writers in a group, each writer once. */
async function readAuthorAddresses(
  work: CompanyWork,
  messages: readonly MessageRow[],
): Promise<ReadonlyMap<ContactId, PersonAddress>> {
  const addresses = new Map<ContactId, PersonAddress>()
  for (const { author_contact_id: id } of messages) {
    if (id === null || addresses.has(id)) continue
    const address = await chatAddressOf(work, id)
    if (address.kind === 'person') addresses.set(id, address)
  }
  return addresses
}
