import type { ConnectionId, MessageId } from '@balcao/domain/ids'
import type { InboundDeletion, InboundReceipt } from '@balcao/whatsapp/gateway'
import { orderFileRemoval } from '../../../platform/files/remove-files'
import type { CompanyWork } from '../../../platform/work'
import { acknowledgeOutbox, failOutbox } from '../../connections/add-to-outbox'
import { writerList } from '../changes/apply-edit'
import { markTakenBack } from '../changes/inbound-changes.queries'
import { applyAckOfChanges } from '../changes/settle-change'
import { messagesOfChat, messagesOfTick } from '../incoming/messages-of-chat'
import { fileKeysOf } from '../media/media-facts'
import { messageSettled, systemMessagesTicked } from '../messages.hooks'
import { raiseAck, setFailure } from '../messages.queries'
import { recordChanged } from '../record-message'
import { holdTicketsOf } from './hold-tickets'

/** Reasons of WhatsApp's server that the user can act on. */
const refusals: Readonly<Record<number, string>> = {
  429: 'ERR_WAPP_MSG_TOO_MANY',
  463: 'ERR_WAPP_MSG_RESTRICTED',
}

/** Applies acks of our messages, or WhatsApp's refusal. Acks only rise and may repeat. */
export async function applyAck(
  work: CompanyWork,
  { connectionId, inbound }: { connectionId: ConnectionId; inbound: InboundReceipt },
): Promise<void> {
  const ours = await messagesOfTick(work, { connectionId, chat: inbound.chat, ids: inbound.ids })
  if (ours.length < inbound.ids.length) await applyAckOfChanges(work, { connectionId, inbound })
  if (inbound.refusedWith !== null) {
    for (const id of ours)
      await failMessage(work, id, refusals[inbound.refusedWith] ?? 'ERR_SENDING_WAPP_MSG')
    return
  }
  for (const id of ours) await acknowledgeOutbox(work, id)
  const raised = await work.db.rows(raiseAck, { messageIds: ours, ack: inbound.ack, at: work.now })
  for (const message of raised) await recordChanged(work, message, 'ack')
  const bySystem = raised.flatMap(({ id, client_id }) => (client_id === null ? [id] : []))
  if (bySystem.length > 0)
    await work.runHook(systemMessagesTicked, { messageIds: bySystem, ack: inbound.ack })
}

/** Fails a message permanently: the page shows the reason and offers *try again*. */
export async function failMessage(work: CompanyWork, messageId: MessageId, code: string): Promise<void> {
  await holdTicketsOf(work, [messageId])
  await failOutbox(work, messageId)
  const failed = await work.db.row(setFailure, { messageId, failure: code, at: work.now })
  if (failed === null) return
  await recordChanged(work, failed, 'failed')
  await work.runHook(messageSettled, { messageId, failure: code })
}

/**
 * Deletes a message that the contact, or our own handset, deleted for everybody; in groups only its writer may.
 * Reports whether the message is `here` or `absent`.
 */
export async function takeMessageBack(
  work: CompanyWork,
  { connectionId, inbound }: { connectionId: ConnectionId; inbound: InboundDeletion },
): Promise<'here' | 'absent'> {
  const { chat, id, fromMe } = inbound
  const writer = writerList(inbound)
  const named = await messagesOfChat(work, { connectionId, chat, ids: [id], fromMe })
  for (const messageId of named) {
    const deleted = await work.db.row(markTakenBack, {
      messageId,
      writerKinds: writer.kinds,
      writerValues: writer.values,
      at: work.now,
    })
    if (deleted === null) continue
    orderFileRemoval(work, fileKeysOf(deleted.media))
    await recordChanged(work, deleted, 'deleted')
  }
  return named.length > 0 ? 'here' : 'absent'
}
