import type { MessageId } from '@balcao/domain/ids'
import { capabilitiesOf } from '@balcao/domain/providers'
import { queueFileRemoval } from '../../../platform/files/remove-files'
import { refuse } from '../../../platform/refusal'
import type { CompanyWork, PersonWork } from '../../../platform/work'
import { addToOutbox } from '../../connections/add-to-outbox'
import { connectionToRead } from '../../connections/connections.access'
import { lockMessageIfUnsent } from '../../connections/order-changes'
import { fileKeysOfMedia } from '../media/media-facts'
import { ownMessageToChange } from '../messages.access'
import { lockMessage, type MessageRow, markMessageDeleted } from '../messages.queries'
import type { UnsignedMessage } from '../messages.view'
import { lockTicketsForMessages } from '../outgoing/hold-tickets'
import { reserveWhatsappId } from '../outgoing/reserve-id'
import { readUnsignedMessage, recordMessageChange } from '../record-message'

/** WhatsApp allows deletion for everybody for two days and some hours; the limit here is two days. */
const deletableMilliseconds = 48 * 3_600_000

/** Deletes our message for everybody (MESSAGE-08), or again after WhatsApp refused it. An unsent one is cancelled. */
export async function deleteMessage(work: PersonWork, id: MessageId): Promise<UnsignedMessage> {
  const message = await ownMessageToChange(work, id)
  if (work.now.getTime() - message.created_at.getTime() > deletableMilliseconds)
    throw refuse('ERR_DELETE_WAPP_MSG')

  if (!message.is_deleted && !(await mayBeRevoked(work, message))) throw refuse('ERR_NOT_OFFERED')
  return (await revokeLocked(work, id)) ?? readUnsignedMessage(work, id)
}

/** Deletes a replaced or cancelled message. A sent one stays where the provider can't delete it. Idempotent. */
export async function revokeMessage(work: CompanyWork, id: MessageId): Promise<void> {
  await lockTicketsForMessages(work, [id])
  const message = await work.db.row(lockMessage, { messageId: id })
  if (message !== null && (await mayBeRevoked(work, message))) await revokeLocked(work, id)
}

/** Whether the message has not started sending, or its provider can delete a sent message. */
async function mayBeRevoked(
  work: CompanyWork,
  { id, connection_id: connectionId }: MessageRow,
): Promise<boolean> {
  if (connectionId === null || (await lockMessageIfUnsent(work, id))) return true
  const { provider } = await connectionToRead(work, connectionId)
  return capabilitiesOf(provider).deletesForEverybody
}

/** Deletes the message under the lock on its ticket. Null: it does not exist or is deleted already. */
async function revokeLocked(work: CompanyWork, id: MessageId): Promise<UnsignedMessage | null> {
  const deleted = await work.db.row(markMessageDeleted, { messageId: id, at: work.now })
  if (deleted === null) return null
  queueFileRemoval(work, fileKeysOfMedia(deleted.media))
  if (!(await lockMessageIfUnsent(work, id))) await orderDeletion(work, deleted)
  return recordMessageChange(work, deleted, 'deleted')
}

async function orderDeletion(work: CompanyWork, message: MessageRow): Promise<void> {
  const { id: messageId, connection_id: connectionId, contact_id: contactId } = message
  if (connectionId === null) return
  const changeId = reserveWhatsappId(work)
  addToOutbox(work, { connectionId, contactId, kind: 'deletion', messageId, changeId })
}
