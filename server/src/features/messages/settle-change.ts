import type { ConnectionId } from '@balcao/domain/ids'
import type { InboundReceipt, MessageReference } from '@balcao/whatsapp/gateway'
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

/** What WhatsApp's server did with our changes of messages: took them, or refused. May repeat. */
export async function applyAckOfChanges(
  work: CompanyWork,
  { connectionId, inbound }: { connectionId: ConnectionId; inbound: InboundReceipt },
): Promise<void> {
  for (const { orderId } of await changesNamed(work, connectionId, inbound.ids)) {
    if (inbound.refusedWith === null) await settleChangeOrder(work, orderId)
    else await refuseChange(work, orderId)
  }
}

/** Nobody will hear any more what becomes of the changes that this connection has not handed over. */
export async function refuseChangesOver(work: CompanyWork, connectionId: ConnectionId): Promise<void> {
  for (const { orderId } of await changesUnderWay(work, connectionId)) await refuseChange(work, orderId)
}

/**
 * WhatsApp does not take it, for good: the message says so, and what stood before is shown again. What was to be deleted
 * stays deleted here, where its files are gone. May repeat.
 */
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
    const preview = before.preview == null ? null : JSON.stringify(before.preview)
    await work.db.run(takeBackText, [messageId, text, at, before.text, before.at, preview])
  }
  if (change.kind === 'reaction') {
    const { emoji, at, before } = change.payload
    await work.db.run(takeBackReaction, [messageId, emoji, at, before.emoji, before.userId])
  }
}

/** The message that a change names, as WhatsApp knows it. */
export type Changeable =
  | { readonly state: 'there'; readonly message: MessageReference }
  /** Gone meanwhile: nothing is left to change. */
  | { readonly state: 'gone' }
  /** It could not be sent itself. */
  | { readonly state: 'unsent' }

export async function messageToChange(
  work: CompanyWork,
  { messageId, kind }: Pick<MessageChange, 'messageId' | 'kind'>,
): Promise<Changeable> {
  const row = await work.db.row(messageById, [messageId])
  const isDeletion = kind === 'deletion'
  if (row === null || (row.is_deleted && !isDeletion)) return { state: 'gone' }
  // What failed may have reached the phone all the same: it is deleted there as well.
  const message = row.failure === null || isDeletion ? await referenceTo(work, row) : null
  return message === null ? { state: 'unsent' } : { state: 'there', message }
}
