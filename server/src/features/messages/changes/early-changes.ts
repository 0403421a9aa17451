import type { ConnectionId } from '@balcao/domain/ids'
import type { InboundDeletion, InboundEdit, InboundMessage } from '@balcao/whatsapp/gateway'
import type { CompanyWork } from '../../../platform/work'
import { addressListOf } from '../../contacts/contact-address'
import { applyInboundDeletion } from '../outgoing/apply-receipts'
import { applyInboundEdit } from './apply-edit'
import {
  deleteEarlyChanges,
  type EarlyChangeJson,
  earlyChangesOfChats,
  earlyChangesOfMessage,
  messagePositionsWithEarlyChange,
  type StoredEarlyChange,
  saveEarlyChange,
} from './early-changes.queries'

/** The most changes stored for a chat while their messages are missing; a further one deletes the oldest. */
const maxChangesPerChat = 100

/** Stores a correction or deletion of an unknown message until the message arrives (docs/features/messages.md). */
export async function storeEarlyChange(
  work: CompanyWork,
  { connectionId, inbound }: { connectionId: ConnectionId; inbound: InboundEdit | InboundDeletion },
): Promise<void> {
  const { id, fromMe, chat } = inbound
  await work.db.run(saveEarlyChange, {
    connectionId,
    whatsappId: id,
    fromMe,
    chat: addressListOf(chat).values.join(' '),
    inbound: JSON.stringify(inbound),
    at: work.now,
    most: maxChangesPerChat,
  })
}

export async function haveEarlyChanges(
  work: CompanyWork,
  messages: readonly { connectionId: ConnectionId; inbound: Pick<InboundMessage, 'id' | 'fromMe'> }[],
): Promise<readonly boolean[]> {
  const rows = await work.db.rows(messagePositionsWithEarlyChange, {
    connectionIds: messages.map(({ connectionId }) => connectionId),
    whatsappIds: messages.map(({ inbound }) => inbound.id),
    areFromMe: messages.map(({ inbound }) => inbound.fromMe),
  })
  const awaited = new Set(rows.map(({ position }) => position))
  return messages.map((_, at) => awaited.has(at + 1))
}

/**
 * Applies changes that arrived before this message. A change by another author is deleted without effect; a change for
 * another chat's message with the same id may stay stored.
 */
export async function applyEarlyChanges(
  work: CompanyWork,
  { connectionId, inbound }: { connectionId: ConnectionId; inbound: Pick<InboundMessage, 'id' | 'fromMe'> },
): Promise<void> {
  const { id: whatsappId, fromMe } = inbound
  const waiting = await work.db.rows(earlyChangesOfMessage, { connectionId, whatsappId, fromMe })
  await applyChangeIfAllowed(work, waiting)
}

/**
 * Applies waiting changes stored under a contact's new addresses, because the changed messages may already be stored
 * under the contact's other addresses.
 */
export async function applyEarlyChangesOfNewAddresses(
  work: CompanyWork,
  { values }: { values: readonly string[] },
): Promise<void> {
  await applyChangeIfAllowed(work, await work.db.rows(earlyChangesOfChats, { addresses: values }))
}

async function applyChangeIfAllowed(work: CompanyWork, waiting: readonly StoredEarlyChange[]): Promise<void> {
  const applied: string[] = []
  for (const { id, connection_id, inbound } of waiting) {
    if ((await applyStoredChanges(work, connection_id, inbound)) === 'here') applied.push(id)
  }
  if (applied.length > 0) await work.db.run(deleteEarlyChanges, { ids: applied })
}

function applyStoredChanges(
  work: CompanyWork,
  connectionId: ConnectionId,
  kept: EarlyChangeJson,
): Promise<'here' | 'absent'> {
  return kept.kind === 'edit'
    ? applyInboundEdit(work, { connectionId, inbound: { ...kept, editedAt: new Date(kept.editedAt) } })
    : applyInboundDeletion(work, { connectionId, inbound: kept })
}
