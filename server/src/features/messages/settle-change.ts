import type { ConnectionId, MessageId } from '@balcao/domain/ids'
import type { HeardAck, MessageReference } from '@balcao/whatsapp/gateway'
import type { CompanyWork } from '../../platform/work'
import type { MessageChange } from '../connections/message-change'
import {
  changeOfOrder,
  changesNamed,
  changesUnderWay,
  failChangeOrder,
  settleChangeOrder,
} from '../connections/order-changes'
import { holdTicketsOf } from './hold-tickets'
import { noteRefusal, takeBackReaction, takeBackText } from './message-changes.queries'
import { referenceTo } from './message-reference'
import { messageById } from './messages.queries'
import { recordChanged } from './record-message'

/** What WhatsApp's server did with corrections and reactions of ours: took them, or refused. May repeat. */
export async function applyAckOfChanges(
  work: CompanyWork,
  { connectionId, heard }: { connectionId: ConnectionId; heard: HeardAck },
): Promise<void> {
  for (const { orderId } of await changesNamed(work, connectionId, heard.ids)) {
    if (heard.refusedWith === null) await settleChangeOrder(work, orderId)
    else await refuseChange(work, orderId)
  }
}

/** Nobody will hear any more what becomes of the changes that this connection has not handed over. */
export async function refuseChangesOver(work: CompanyWork, connectionId: ConnectionId): Promise<void> {
  for (const { orderId } of await changesUnderWay(work, connectionId)) await refuseChange(work, orderId)
}

/** WhatsApp does not take it, for good: what stood before is shown again, and the message says so. May repeat. */
export async function refuseChange(work: CompanyWork, orderId: number): Promise<void> {
  const ordered = await changeOfOrder(work, orderId)
  if (ordered === null) return
  await holdTicketsOf(work, [ordered.messageId])
  const change = await failChangeOrder(work, orderId)
  if (change === null) return
  await takeBack(work, change)
  await recordChanged(work, await work.db.one(noteRefusal, [change.messageId, change.kind, work.now]))
}

/** Only what is still shown goes back: a later change, here or on the handset, stays. */
async function takeBack(work: CompanyWork, { messageId, ...change }: MessageChange): Promise<void> {
  if (change.kind === 'edit') {
    const { text, at, before } = change.payload
    await work.db.run(takeBackText, [messageId, text, at, before.text, before.at])
    return
  }
  const { emoji, at, before } = change.payload
  await work.db.run(takeBackReaction, [messageId, emoji, at, before.emoji, before.userId])
}

/** The message that a change names, as WhatsApp knows it. */
export type Changeable =
  | { readonly state: 'there'; readonly message: MessageReference }
  /** Deleted meanwhile: nothing is left to change. */
  | { readonly state: 'gone' }
  /** It could not be sent itself. */
  | { readonly state: 'unsent' }

export async function messageToCorrect(work: CompanyWork, messageId: MessageId): Promise<Changeable> {
  const row = await work.db.row(messageById, [messageId])
  if (row === null || row.is_deleted) return { state: 'gone' }
  const message = row.failure === null ? await referenceTo(work, row) : null
  return message === null ? { state: 'unsent' } : { state: 'there', message }
}
