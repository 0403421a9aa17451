import type { ConnectionId } from '@balcao/domain/ids'
import type { HeardEdit } from '@balcao/whatsapp/gateway'
import type { CompanyWork } from '../../platform/work'
import { textsOfCompany } from '../companies/companies.read'
import { type AddressList, addressList } from '../contacts/contact-address'
import { heardAt } from './heard-at'
import { correctBody } from './heard-changes.queries'
import { cutText } from './heard-content'
import { messageById } from './messages.queries'
import { messagesOfChat } from './messages-of-chat'
import { recordChanged } from './record-message'

/** The addresses of a writer within a group; none in a conversation of two. */
export function writerList({ author }: Pick<HeardEdit, 'author'>): AddressList {
  return author === null ? { kinds: [], values: [] } : addressList(author)
}

/**
 * A message got another text from its author. Nobody changes what stands in another conversation, nor (in groups) what
 * another member wrote, and an older correction never wins. Opens nothing; may repeat. Says whether such a message is
 * `here` or `absent`.
 */
export async function correctMessage(
  work: CompanyWork,
  { connectionId, heard }: { connectionId: ConnectionId; heard: HeardEdit },
): Promise<'here' | 'absent'> {
  const chat = addressList(heard.chat)
  const writer = writerList(heard)
  const { id, fromMe } = heard
  const isHere =
    (await messagesOfChat(work, { connectionId, chat: heard.chat, ids: [id], fromMe })).length > 0
  if (!isHere) return 'absent'
  const corrected = await work.db.row(correctBody, [
    connectionId,
    id,
    fromMe,
    chat.kinds,
    chat.values,
    writer.kinds,
    writer.values,
    cutText(heard.text, await textsOfCompany(work)),
    heard.preview === undefined ? null : JSON.stringify(heard.preview),
    heardAt(work, heard.editedAt),
    work.now,
  ])
  if (corrected !== null) await recordChanged(work, await work.db.one(messageById, [corrected.id]), 'edited')
  return 'here'
}
