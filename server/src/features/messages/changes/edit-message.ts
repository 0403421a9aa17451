import type { MessageId } from '@balcao/domain/ids'
import { mayEditMessage } from '@balcao/domain/messages'
import { capabilitiesOf } from '@balcao/domain/providers'
import { refuse } from '../../../platform/refusal'
import type { PersonWork } from '../../../platform/work'
import { addToOutbox } from '../../connections/add-to-outbox'
import { connectionToRead } from '../../connections/connections.access'
import { lockMessageIfUnsent } from '../../connections/order-changes'
import { ownMessageToChange } from '../messages.access'
import type { MessageRow } from '../messages.queries'
import type { UnsignedMessage } from '../messages.view'
import { reserveWhatsappId } from '../outgoing/reserve-id'
import { readUnsignedMessage, recordMessageChange } from '../record-message'
import { setMessageText } from './message-changes.queries'

/**
 * Edits our message: an unsent one is sent with the new text, for a sent one WhatsApp gets a correction. Idempotent.
 */
export async function editMessage(
  work: PersonWork,
  id: MessageId,
  { body }: { body: string },
): Promise<UnsignedMessage> {
  const message = await ownMessageToChange(work, id)
  if (!isEditable(message, work.now)) throw refuse('ERR_EDIT_WAPP_MSG')
  if (body.trim() === '') throw refuse('ERR_VALIDATION', { field: 'body' })
  if (body === message.body) return readUnsignedMessage(work, id)

  const isUnsent = await lockMessageIfUnsent(work, id)
  if (!isUnsent) await orderCorrection(work, message, body)
  const editedAt = isUnsent ? message.edited_at : work.now
  const edited = await work.db.one(setMessageText, { messageId: id, body, editedAt, at: work.now })
  return recordMessageChange(work, edited, 'edited')
}

function isEditable(message: MessageRow, now: Date): boolean {
  if (message.connection_id === null) return false
  const { from_me: fromMe, is_deleted: isDeleted, media_type: mediaType } = message
  const { failure, created_at: createdAt } = message
  return mayEditMessage({ fromMe, isDeleted, mediaType, failure, createdAt }, now)
}

async function orderCorrection(work: PersonWork, message: MessageRow, text: string): Promise<void> {
  if (message.connection_id === null) return
  const { provider } = await connectionToRead(work, message.connection_id)
  if (!capabilitiesOf(provider).edits) throw refuse('ERR_NOT_OFFERED')
  addToOutbox(work, {
    connectionId: message.connection_id,
    contactId: message.contact_id,
    kind: 'edit',
    messageId: message.id,
    changeId: reserveWhatsappId(work),
    payload: {
      text,
      at: work.now.toISOString(),
      before: {
        text: message.body,
        at: message.edited_at?.toISOString() ?? null,
        preview: message.link_preview,
      },
    },
  })
}
