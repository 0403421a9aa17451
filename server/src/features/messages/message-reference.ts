import type { WhatsappMessageId } from '@balcao/domain/ids'
import type { MessageReference } from '@balcao/whatsapp/gateway'
import type { CompanyWork } from '../../platform/work'
import { chatAddressOf } from '../contacts/contacts.read'
import type { MessageRow } from './messages.queries'

/** The chat, id and author that identify a message for WhatsApp. Null: the message has no WhatsApp id. */
export async function whatsappReferenceOf(
  work: CompanyWork,
  row: Pick<MessageRow, 'contact_id' | 'author_contact_id' | 'whatsapp_id' | 'from_me'>,
): Promise<MessageReference | null> {
  if (row.whatsapp_id === null) return null
  const author = row.author_contact_id === null ? null : await chatAddressOf(work, row.author_contact_id)
  return {
    chat: await chatAddressOf(work, row.contact_id),
    id: row.whatsapp_id as WhatsappMessageId, // The cast is safe: the column holds only WhatsApp ids.
    fromMe: row.from_me,
    author: author?.kind === 'person' ? author : null,
  }
}
