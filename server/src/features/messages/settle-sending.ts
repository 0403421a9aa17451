import type { ConnectionId, MessageId } from '@balcao/domain/ids'
import type { ChatAddress, HeardAck, HeardDeletion } from '@balcao/whatsapp/gateway'
import { orderFileRemoval } from '../../platform/files/remove-files'
import type { CompanyWork } from '../../platform/work'
import { failOutTray, settleOutTray } from '../connections/hand-to-out-tray'
import { addressList } from '../contacts/contact-address'
import { holdTicketsOf } from './hold-tickets'
import { fileKeysOf } from './media-facts'
import { markDeleted, messagesInChat, raiseAck, setFailure } from './messages.queries'
import { recordChanged } from './record-message'

/** Ticks of our messages, or WhatsApp's refusal to take one. They only rise, and may repeat. */
export async function applyAck(
  work: CompanyWork,
  { connectionId, heard }: { connectionId: ConnectionId; heard: HeardAck },
): Promise<void> {
  const ours = await messagesOfChat(work, connectionId, heard.chat, heard.ids, true)
  if (heard.refusedWith !== null) {
    for (const id of ours) await failMessage(work, id, 'ERR_SENDING_WAPP_MSG')
    return
  }
  for (const id of ours) await settleOutTray(work, id)
  const raised = await work.db.rows(raiseAck, [ours, heard.ack, work.now])
  for (const message of raised) await recordChanged(work, message)
}

/** This message could not be sent, for good: the bubble says why and offers *try again*. */
export async function failMessage(work: CompanyWork, messageId: MessageId, code: string): Promise<void> {
  await holdTicketsOf(work, [messageId])
  await failOutTray(work, messageId)
  const failed = await work.db.row(setFailure, [messageId, code, work.now])
  if (failed !== null) await recordChanged(work, failed)
}

/** The contact, or our own handset, deleted a message for everybody. */
export async function applyDeletion(
  work: CompanyWork,
  { connectionId, heard }: { connectionId: ConnectionId; heard: HeardDeletion },
): Promise<void> {
  for (const id of await messagesOfChat(work, connectionId, heard.chat, [heard.id], heard.fromMe)) {
    const deleted = await work.db.row(markDeleted, [id, work.now])
    if (deleted === null) continue
    orderFileRemoval(work, fileKeysOf(deleted.media))
    await recordChanged(work, deleted)
  }
}

/**
 * The messages named, if they stand in that chat: nobody changes what belongs to another conversation. Their tickets
 * are locked; a merge that took a ticket away while we waited may have taken a message that stood twice, so look again.
 */
async function messagesOfChat(
  work: CompanyWork,
  connectionId: ConnectionId,
  chat: ChatAddress,
  ids: readonly string[],
  fromMe: boolean,
): Promise<MessageId[]> {
  const { kinds, values } = addressList(chat)
  for (;;) {
    const messages = await work.db.rows(messagesInChat, [connectionId, ids, fromMe, kinds, values])
    const messageIds = messages.map(({ id }) => id)
    const held = await holdTicketsOf(work, messageIds)
    if (held >= new Set(messages.map(({ ticket_id }) => ticket_id)).size) return messageIds
  }
}
