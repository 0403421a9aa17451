import type { WhatsappMessageId } from '@balcao/domain/ids'
import type { MessageReference } from '@balcao/whatsapp/gateway'
import type { CompanyWork } from '../../platform/work'
import { chatAddressOf } from '../contacts/contacts.read'
import type { MessageRow } from './messages.queries'

/** A message as WhatsApp names it; null when WhatsApp has not heard of it. */
export async function referenceTo(
  work: CompanyWork,
  row: Pick<MessageRow, 'contact_id' | 'author_contact_id' | 'whatsapp_id' | 'from_me'>,
): Promise<MessageReference | null> {
  if (row.whatsapp_id === null) return null
  const author = row.author_contact_id === null ? null : await chatAddressOf(work, row.author_contact_id)
  return {
    chat: await chatAddressOf(work, row.contact_id),
    id: row.whatsapp_id as WhatsappMessageId, // branding is parsing
    fromMe: row.from_me,
    author: author?.kind === 'person' ? author : null,
  }
}
