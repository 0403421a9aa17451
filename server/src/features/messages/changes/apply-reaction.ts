import type { ConnectionId, ContactId } from '@balcao/domain/ids'
import type { InboundReaction } from '@balcao/whatsapp/gateway'
import type { CompanyWork } from '../../../platform/work'
import { addressListOf } from '../../contacts/contact-address'
import { recogniseContact } from '../../contacts/recognise-contact'
import { lockMessagesOfChat } from '../incoming/messages-of-chat'
import { phoneTimeOrNow } from '../incoming/received-at'
import { recordMessageChange } from '../record-message'
import { isMessageInChat, saveReaction, setMessageUpdateTime } from './message-changes.queries'

/** The longest emojis have about thirty characters. Longer texts are cut, because a stranger may send any text. */
const longestEmoji = 64

/** Stores a reaction. One to an unknown message creates no contact (docs/features/messages.md). Idempotent. */
export async function applyInboundReaction(
  work: CompanyWork,
  { connectionId, inbound }: { connectionId: ConnectionId; inbound: InboundReaction },
): Promise<void> {
  const { kinds, values } = addressListOf(inbound.chat)
  const isKnown = await work.db.row(isMessageInChat, {
    connectionId,
    whatsappId: inbound.id,
    fromMe: inbound.onOurs,
    kinds,
    values,
  })
  if (isKnown === null) return

  // This comes first: every transaction locks contacts before tickets.
  const reactor = await reactorOf(work, inbound)
  const at = phoneTimeOrNow(work, inbound.at)
  const emoji = inbound.emoji.slice(0, longestEmoji)
  const named = { connectionId, chat: inbound.chat, ids: [inbound.id], fromMe: inbound.onOurs }
  for (const id of await lockMessagesOfChat(work, named)) {
    const reaction = { messageId: id, contactId: reactor, userId: null, emoji, at }
    if ((await work.db.run(saveReaction, reaction)) === 0) continue
    const message = await work.db.one(setMessageUpdateTime, { messageId: id, at: work.now })
    await recordMessageChange(work, message, 'reaction')
  }
}

/** The contact who reacted; null for a reaction from the company's own phone. */
async function reactorOf(
  work: CompanyWork,
  { chat, author, fromMe }: InboundReaction,
): Promise<ContactId | null> {
  if (fromMe) return null
  return (await recogniseContact(work, { chat: author ?? chat, called: null })).id
}
