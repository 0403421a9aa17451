import type { MessageId } from '@balcao/domain/ids'
import { orderFileRemoval } from '../../../platform/files/remove-files'
import { refuse } from '../../../platform/refusal'
import type { CompanyWork, PersonWork } from '../../../platform/work'
import { addToOutbox } from '../../connections/add-to-outbox'
import { holdInOutbox } from '../../connections/order-changes'
import { fileKeysOf } from '../media/media-facts'
import { ownMessageToChange } from '../messages.access'
import { type MessageRow, markDeleted } from '../messages.queries'
import type { UnsignedMessage } from '../messages.view'
import { holdTicketsOf } from '../outgoing/hold-tickets'
import { reserveWhatsappId } from '../outgoing/reserve-id'
import { recordChanged, wireMessage } from '../record-message'

/** WhatsApp allows deletion for everybody for two days and some hours; the limit here is two days. */
const deletableMilliseconds = 48 * 3_600_000

/**
 * Deletes one of our messages for everybody (MESSAGE-08), or again after WhatsApp refused it. A message that has not
 * started sending is cancelled in the outbox. Idempotent.
 */
export async function deleteMessage(work: PersonWork, id: MessageId): Promise<UnsignedMessage> {
  const message = await ownMessageToChange(work, id)
  if (work.now.getTime() - message.created_at.getTime() > deletableMilliseconds)
    throw refuse('ERR_DELETE_WAPP_MSG')

  return (await revokeLocked(work, id)) ?? wireMessage(work, id)
}

/**
 * Deletes a message of the system for everybody, because another one replaces it or its sender cancelled it before
 * the acknowledgement. Idempotent.
 */
export async function revokeMessage(work: CompanyWork, id: MessageId): Promise<void> {
  await holdTicketsOf(work, [id])
  await revokeLocked(work, id)
}

/** Requires the lock on the message's ticket. Null: the message does not exist or is deleted already. */
async function revokeLocked(work: CompanyWork, id: MessageId): Promise<UnsignedMessage | null> {
  const deleted = await work.db.row(markDeleted, { messageId: id, at: work.now })
  if (deleted === null) return null
  orderFileRemoval(work, fileKeysOf(deleted.media))
  if (!(await holdInOutbox(work, id))) await orderDeletion(work, deleted)
  return recordChanged(work, deleted, 'deleted')
}

async function orderDeletion(work: CompanyWork, message: MessageRow): Promise<void> {
  const { id: messageId, connection_id: connectionId, contact_id: contactId } = message
  if (connectionId === null) return
  const changeId = reserveWhatsappId(work)
  addToOutbox(work, { connectionId, contactId, kind: 'deletion', messageId, changeId })
}
