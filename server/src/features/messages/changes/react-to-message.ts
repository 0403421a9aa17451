import type { MessageId } from '@balcao/domain/ids'
import { refuse } from '../../../platform/refusal'
import type { PersonWork } from '../../../platform/work'
import { addToOutbox } from '../../connections/add-to-outbox'
import { messageToChange } from '../messages.access'
import type { UnsignedMessage } from '../messages.view'
import { reserveWhatsappId } from '../outgoing/reserve-id'
import { readUnsignedMessage, recordMessageChange } from '../record-message'
import { currentOwnReaction, saveReaction, saveRefusedMessageChange } from './message-changes.queries'

/**
 * Sets our reaction to a message; an empty emoji removes it. WhatsApp has one reaction for the whole company; our row
 * also stores which user chose it.
 */
export async function reactToMessage(
  work: PersonWork,
  id: MessageId,
  { emoji }: { emoji: string },
): Promise<UnsignedMessage> {
  const message = await messageToChange(work, id)
  const { connection_id: connectionId, contact_id: contactId } = message
  if (message.is_deleted || message.failure !== null || message.whatsapp_id === null || connectionId === null)
    throw refuse('ERR_REACT_WAPP_MSG')
  const before = await work.db.row(currentOwnReaction, { messageId: id })
  if ((before?.emoji ?? '') === emoji) return readUnsignedMessage(work, id)

  // At least the time of our earlier reaction: it may come from a phone whose clock is ahead.
  const at = before !== null && before.at > work.now ? before.at : work.now
  await work.db.run(saveReaction, { messageId: id, contactId: null, userId: work.actor.userId, emoji, at })
  addToOutbox(work, {
    ...{ connectionId, contactId, kind: 'reaction', messageId: id, changeId: reserveWhatsappId(work) },
    payload: {
      emoji,
      at: at.toISOString(),
      before: { emoji: before?.emoji ?? '', userId: before?.user_id ?? null },
    },
  })
  const cleared = { messageId: id, refusedChange: null, at: work.now }
  return recordMessageChange(work, await work.db.one(saveRefusedMessageChange, cleared), 'reaction')
}
