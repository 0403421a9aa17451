import type { ConnectionId, MessageId } from '@balcao/domain/ids'
import type { ChatAddress } from '@balcao/whatsapp/gateway'
import type { CompanyWork } from '../../platform/work'
import { addressList } from '../contacts/contact-address'
import { holdTicketsOf } from './hold-tickets'
import { messagesInChat } from './messages.queries'

/** Each look in vain means that a merge has just ended in between. */
const looks = 5

/**
 * The messages named, if they stand in that chat: nobody changes what belongs to another conversation. Their tickets
 * are locked; a merge that took a ticket away while we waited may have taken a message that stood twice, so look again.
 */
export async function messagesOfChat(
  work: CompanyWork,
  connectionId: ConnectionId,
  chat: ChatAddress,
  ids: readonly string[],
  fromMe: boolean,
): Promise<MessageId[]> {
  const { kinds, values } = addressList(chat)
  for (let look = 0; look < looks; look++) {
    const messages = await work.db.rows(messagesInChat, [connectionId, ids, fromMe, kinds, values])
    const messageIds = messages.map(({ id }) => id)
    const held = await holdTicketsOf(work, messageIds)
    if (held >= new Set(messages.map(({ ticket_id }) => ticket_id)).size) return messageIds
  }
  throw new Error('the tickets of these messages go on being merged; the entry is taken up again')
}
