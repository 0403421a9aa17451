import type { ConnectionId, MessageId } from '@balcao/domain/ids'
import type { ChatAddress, HeardAck, HeardDeletion } from '@balcao/whatsapp/gateway'
import type { CompanyWork } from '../../platform/work'
import { failOutTray, settleOutTray } from '../connections/hand-to-out-tray'
import { contactAt } from '../contacts/contacts.read'
import { type MessageRow, markDeleted, messagesByWhatsappId, raiseAck, setFailure } from './messages.queries'
import { recordChanged } from './record-message'

/** Ticks of our messages, or WhatsApp's refusal to take one. They only rise, and may repeat. */
export async function applyAck(
  work: CompanyWork,
  { connectionId, heard }: { connectionId: ConnectionId; heard: HeardAck },
): Promise<void> {
  const ours = await messagesOfChat(work, connectionId, heard.chat, heard.ids, true)
  if (heard.refusedWith !== null) {
    for (const message of ours) await failMessage(work, message.id, 'ERR_SENDING_WAPP_MSG')
    return
  }
  for (const message of ours) await settleOutTray(work, message.id)
  const raised = await work.db.rows(raiseAck, [ours.map(({ id }) => id), heard.ack, work.now])
  for (const message of raised) await recordChanged(work, message)
}

/** This message could not be sent, for good: the bubble says why and offers *try again*. */
export async function failMessage(work: CompanyWork, messageId: MessageId, code: string): Promise<void> {
  await failOutTray(work, messageId)
  const failed = await work.db.row(setFailure, [messageId, code, work.now])
  if (failed !== null) await recordChanged(work, failed)
}

/** The contact, or our own handset, deleted a message for everybody. */
export async function applyDeletion(
  work: CompanyWork,
  { connectionId, heard }: { connectionId: ConnectionId; heard: HeardDeletion },
): Promise<void> {
  for (const message of await messagesOfChat(work, connectionId, heard.chat, [heard.id], heard.fromMe)) {
    const deleted = await work.db.row(markDeleted, [message.id, work.now])
    if (deleted !== null) await recordChanged(work, deleted)
  }
}

/** The messages named, if they stand in that chat: nobody changes what belongs to another conversation. */
async function messagesOfChat(
  work: CompanyWork,
  connectionId: ConnectionId,
  chat: ChatAddress,
  ids: readonly string[],
  fromMe: boolean,
): Promise<MessageRow[]> {
  const known = await work.db.rows(messagesByWhatsappId, [connectionId, ids])
  const contact = await contactAt(work, chat)
  return known.filter(
    ({ from_me, contact_id }) => from_me === fromMe && contact_id === (contact?.id ?? contact_id),
  )
}
