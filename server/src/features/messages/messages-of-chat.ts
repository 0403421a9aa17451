import type { ConnectionId, MessageId } from '@balcao/domain/ids'
import type { ChatAddress } from '@balcao/whatsapp/gateway'
import type { CompanyWork } from '../../platform/work'
import { addressList } from '../contacts/contact-address'
import { holdTicketsOf } from './hold-tickets'
import { messagesInChat, messagesTicked } from './messages.queries'

/** Each look in vain means that a merge has just ended in between. */
const looks = 5

interface Named {
  readonly connectionId: ConnectionId
  readonly chat: ChatAddress
  readonly ids: readonly string[]
  readonly fromMe: boolean
}

/**
 * The messages named, if they stand in that chat: nobody changes what belongs to another conversation, and who is not
 * known has none. Their tickets are locked.
 */
export function messagesOfChat(work: CompanyWork, named: Named): Promise<MessageId[]> {
  return held(work, messagesInChat, named)
}

/** Those of ours that a tick names: in that chat, or in any while nobody is known by its address. */
export function messagesOfTick(work: CompanyWork, named: Omit<Named, 'fromMe'>): Promise<MessageId[]> {
  return held(work, messagesTicked, { ...named, fromMe: true })
}

/** A merge that took a ticket away while we waited may have taken a message that stood twice, so look again. */
async function held(
  work: CompanyWork,
  found: typeof messagesInChat,
  { connectionId, chat, ids, fromMe }: Named,
): Promise<MessageId[]> {
  const { kinds, values } = addressList(chat)
  for (let look = 0; look < looks; look++) {
    const messages = await work.db.rows(found, [connectionId, ids, fromMe, kinds, values])
    const messageIds = messages.map(({ id }) => id)
    const tickets = await holdTicketsOf(work, messageIds)
    if (tickets >= new Set(messages.map(({ ticket_id }) => ticket_id)).size) return messageIds
  }
  throw new Error('the tickets of these messages go on being merged; the entry is taken up again')
}
