import type { ConnectionId } from '@balcao/domain/ids'
import type { InboundEdit } from '@balcao/whatsapp/gateway'
import type { CompanyWork } from '../../../platform/work'
import { systemTextsInCompanyLanguage } from '../../companies/companies.read'
import { type AddressList, addressListOf } from '../../contacts/contact-address'
import { cutLongText } from '../incoming/inbound-content'
import { lockMessagesOfChat } from '../incoming/messages-of-chat'
import { phoneTimeOrNow } from '../incoming/received-at'
import { messageById } from '../messages.queries'
import { recordMessageChange } from '../record-message'
import { saveInboundEdit } from './inbound-changes.queries'

/** The addresses of the writer within a group; empty in a one-to-one conversation. */
export function writerAddresses({ author }: Pick<InboundEdit, 'author'>): AddressList {
  return author === null ? { kinds: [], values: [] } : addressListOf(author)
}

/** Only the author may correct a message, in its own conversation. An older correction never wins. Idempotent. */
export async function applyInboundEdit(
  work: CompanyWork,
  { connectionId, inbound }: { connectionId: ConnectionId; inbound: InboundEdit },
): Promise<'here' | 'absent'> {
  const chat = addressListOf(inbound.chat)
  const writer = writerAddresses(inbound)
  const { id, fromMe } = inbound
  const here = await lockMessagesOfChat(work, { connectionId, chat: inbound.chat, ids: [id], fromMe })
  if (here.length === 0) return 'absent'
  const corrected = await work.db.row(saveInboundEdit, {
    connectionId,
    whatsappId: id,
    fromMe,
    kinds: chat.kinds,
    values: chat.values,
    writerKinds: writer.kinds,
    writerValues: writer.values,
    body: cutLongText(inbound.text, await systemTextsInCompanyLanguage(work)),
    linkPreview: inbound.preview === undefined ? null : JSON.stringify(inbound.preview),
    editedAt: phoneTimeOrNow(work, inbound.editedAt),
    at: work.now,
  })
  if (corrected !== null)
    await recordMessageChange(work, await work.db.one(messageById, { messageId: corrected.id }), 'edited')
  return 'here'
}
