import type { ConnectionId, MessageId } from '@balcao/domain/ids'
import type { ChatAddress } from '@balcao/whatsapp/gateway'
import type { CompanyWork } from '../../../platform/work'
import { addressList } from '../../contacts/contact-address'
import { messagesInChat, messagesTicked } from '../messages.queries'
import { holdTicketsOf } from '../outgoing/hold-tickets'

/** Each failed attempt means that a merge committed in between. */
const looks = 5

interface Named {
  readonly connectionId: ConnectionId
  readonly chat: ChatAddress
  readonly ids: readonly string[]
  readonly fromMe: boolean
}

/**
 * Returns these messages if they are in that chat, so that no change applies to another conversation. An unknown
 * address has none. Locks their tickets.
 */
export function messagesOfChat(work: CompanyWork, named: Named): Promise<MessageId[]> {
  return held(work, messagesInChat, named)
}

/** Returns our messages that an ack names: in that chat, or in any chat while its address is unknown. */
export function messagesOfTick(work: CompanyWork, named: Omit<Named, 'fromMe'>): Promise<MessageId[]> {
  return held(work, messagesTicked, { ...named, fromMe: true })
}

/**
 * Repeats the search when a merge deleted one of the tickets while the act waited for its lock, because the merge may
 * also have deleted a twin of the message.
 */
async function held(
  work: CompanyWork,
  found: typeof messagesInChat,
  { connectionId, chat, ids, fromMe }: Named,
): Promise<MessageId[]> {
  const { kinds, values } = addressList(chat)
  for (let look = 0; look < looks; look++) {
    const messages = await work.db.rows(found, { connectionId, whatsappIds: ids, fromMe, kinds, values })
    const messageIds = messages.map(({ id }) => id)
    const tickets = await holdTicketsOf(work, messageIds)
    if (tickets >= new Set(messages.map(({ ticket_id }) => ticket_id)).size) return messageIds
  }
  throw new Error('the tickets of these messages go on being merged; the entry is taken up again')
}
