import type { ConnectionId } from '@balcao/domain/ids'
import type { InboundReceipt, MessageReference } from '@balcao/whatsapp/gateway'
import type { CompanyWork } from '../../../platform/work'
import type { MessageChange } from '../../connections/message-change'
import {
  changeOfOutboxItem,
  failOutboxChange,
  findOutboxChanges,
  finishOutboxChange,
  unacknowledgedOutboxChanges,
} from '../../connections/order-changes'
import { whatsappReferenceOf } from '../message-reference'
import { messageById } from '../messages.queries'
import { lockTicketsForMessages } from '../outgoing/hold-tickets'
import { recordMessageChange } from '../record-message'
import { restoreFormerReaction, restoreFormerText, saveRefusedMessageChange } from './message-changes.queries'

/** Applies WhatsApp's answer to our changes of messages: accepted or refused. Idempotent. */
export async function applyAckOfMessageChanges(
  work: CompanyWork,
  { connectionId, inbound }: { connectionId: ConnectionId; inbound: InboundReceipt },
): Promise<void> {
  for (const { orderId } of await findOutboxChanges(work, connectionId, inbound.ids)) {
    if (inbound.refusedWith === null) await finishOutboxChange(work, orderId)
    else await failRefusedMessageChange(work, orderId)
  }
}

/** WhatsApp can no longer answer over this connection, so the changes without an acknowledgement fail. */
export async function failUnacknowledgedMessageChanges(
  work: CompanyWork,
  connectionId: ConnectionId,
): Promise<void> {
  for (const { orderId } of await unacknowledgedOutboxChanges(work, connectionId))
    await failRefusedMessageChange(work, orderId)
}

/** Restores a message's state before a refused change, and shows the refusal. A deleted message stays deleted. */
export async function failRefusedMessageChange(work: CompanyWork, orderId: number): Promise<void> {
  const ordered = await changeOfOutboxItem(work, orderId)
  if (ordered === null) return
  await lockTicketsForMessages(work, [ordered.messageId])
  const change = await failOutboxChange(work, orderId)
  if (change === null) return
  await revertRefusedChange(work, change)
  const { messageId, kind: refusedChange } = change
  const message = await work.db.one(saveRefusedMessageChange, { messageId, refusedChange, at: work.now })
  await recordMessageChange(work, message)
}

/** Restores the former state only where the refused change is still the current one. A later change stays. */
async function revertRefusedChange(
  work: CompanyWork,
  { messageId, ...change }: MessageChange,
): Promise<void> {
  if (change.kind === 'edit') {
    const { text, at, before } = change.payload
    const preview = before.preview == null ? null : JSON.stringify(before.preview)
    await work.db.run(restoreFormerText, {
      messageId,
      refused: text,
      refusedAt: at,
      former: before.text,
      formerAt: before.at,
      formerPreview: preview,
    })
  }
  if (change.kind === 'reaction') {
    const { emoji, at, before } = change.payload
    await work.db.run(restoreFormerReaction, {
      messageId,
      refused: emoji,
      refusedAt: at,
      former: before.emoji,
      formerUserId: before.userId,
    })
  }
}

/** The WhatsApp reference of a message that a change is for, or why the change can't be sent. */
export type MessageChangeTarget =
  | { readonly state: 'there'; readonly message: MessageReference }
  /** The message was deleted meanwhile; nothing is left to change. */
  | { readonly state: 'gone' }
  /** WhatsApp never got the message, so it cannot be changed there. */
  | { readonly state: 'unsent' }

export async function messageChangeTargetOf(
  work: CompanyWork,
  { messageId, kind }: Pick<MessageChange, 'messageId' | 'kind'>,
): Promise<MessageChangeTarget> {
  const row = await work.db.row(messageById, { messageId })
  const isDeletion = kind === 'deletion'
  if (row === null || (row.is_deleted && !isDeletion)) return { state: 'gone' }
  // A failed message may have reached the phone, so a deletion is sent for it too.
  const message = row.failure === null || isDeletion ? await whatsappReferenceOf(work, row) : null
  return message === null ? { state: 'unsent' } : { state: 'there', message }
}
