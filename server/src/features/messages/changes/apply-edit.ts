import type { ConnectionId } from '@balcao/domain/ids'
import type { InboundEdit } from '@balcao/whatsapp/gateway'
import type { CompanyWork } from '../../../platform/work'
import { textsOfCompany } from '../../companies/companies.read'
import { type AddressList, addressList } from '../../contacts/contact-address'
import { cutText } from '../incoming/inbound-content'
import { messagesOfChat } from '../incoming/messages-of-chat'
import { receivedAt } from '../incoming/received-at'
import { messageById } from '../messages.queries'
import { recordChanged } from '../record-message'
import { saveInboundEdit } from './inbound-changes.queries'

/** The addresses of the writer within a group; empty in a one-to-one conversation. */
export function writerList({ author }: Pick<InboundEdit, 'author'>): AddressList {
  return author === null ? { kinds: [], values: [] } : addressList(author)
}

/**
 * Applies a received correction to a message. Only the author may correct it, only within the same
 * conversation, and an older correction never overwrites a newer one. Opens no ticket. Idempotent. Reports
 * whether the message is `here` or `absent`.
 */
export async function correctMessage(
  work: CompanyWork,
  { connectionId, inbound }: { connectionId: ConnectionId; inbound: InboundEdit },
): Promise<'here' | 'absent'> {
  const chat = addressList(inbound.chat)
  const writer = writerList(inbound)
  const { id, fromMe } = inbound
  const isHere =
    (await messagesOfChat(work, { connectionId, chat: inbound.chat, ids: [id], fromMe })).length > 0
  if (!isHere) return 'absent'
  const corrected = await work.db.row(saveInboundEdit, {
    connectionId,
    whatsappId: id,
    fromMe,
    kinds: chat.kinds,
    values: chat.values,
    writerKinds: writer.kinds,
    writerValues: writer.values,
    body: cutText(inbound.text, await textsOfCompany(work)),
    linkPreview: inbound.preview === undefined ? null : JSON.stringify(inbound.preview),
    editedAt: receivedAt(work, inbound.editedAt),
    at: work.now,
  })
  if (corrected !== null)
    await recordChanged(work, await work.db.one(messageById, { messageId: corrected.id }), 'edited')
  return 'here'
}
