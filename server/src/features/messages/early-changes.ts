import type { ConnectionId } from '@balcao/domain/ids'
import type { ChatAddress, InboundDeletion, InboundEdit, InboundMessage } from '@balcao/whatsapp/gateway'
import type { CompanyWork } from '../../platform/work'
import { addressList } from '../contacts/contact-address'
import { correctMessage } from './apply-edit'
import {
  earlyChangesOfChats,
  earlyChangesOfMessage,
  forgetEarlyChanges,
  type KeptChange,
  keepEarlyChange,
  type WaitingChange,
} from './early-changes.queries'
import { takeMessageBack } from './settle-sending'

/** More than anybody corrects before a phone delivers; a stranger who sends more loses their own oldest. */
const mostOfChat = 100

/** A correction or deletion of a message that is not here: it waits until that one comes (decision 0058). */
export async function keepForMessage(
  work: CompanyWork,
  { connectionId, inbound }: { connectionId: ConnectionId; inbound: InboundEdit | InboundDeletion },
): Promise<void> {
  const { id, fromMe, chat } = inbound
  await work.db.run(keepEarlyChange, [
    connectionId,
    id,
    fromMe,
    nameOf(chat),
    JSON.stringify(inbound),
    work.now,
    mostOfChat,
  ])
}

/**
 * What waited for this message, which has just been stored. What does not fit its author is dropped; what was received in a
 * chat that is not known to be this conversation goes on waiting, until that is told or its day is over.
 */
export async function applyEarlyChanges(
  work: CompanyWork,
  { connectionId, inbound }: { connectionId: ConnectionId; inbound: Pick<InboundMessage, 'id' | 'fromMe'> },
): Promise<void> {
  await applyFitting(
    work,
    await work.db.rows(earlyChangesOfMessage, [connectionId, inbound.id, inbound.fromMe]),
  )
}

/**
 * A known contact turned out to have these addresses: what was received under one of them, of messages that stand in this
 * contact's conversation already, could not be told to be about them. The rest goes on waiting for its message.
 */
export async function applyChangesOfLearnt(
  work: CompanyWork,
  { values }: { values: readonly string[] },
): Promise<void> {
  await applyFitting(work, await work.db.rows(earlyChangesOfChats, [values]))
}

async function applyFitting(work: CompanyWork, waiting: readonly WaitingChange[]): Promise<void> {
  const applied: string[] = []
  for (const { id, connection_id, inbound } of waiting) {
    if ((await applyKept(work, connection_id, inbound)) === 'here') applied.push(id)
  }
  if (applied.length > 0) await work.db.run(forgetEarlyChanges, [applied])
}

function applyKept(
  work: CompanyWork,
  connectionId: ConnectionId,
  kept: KeptChange,
): Promise<'here' | 'absent'> {
  return kept.kind === 'edit'
    ? correctMessage(work, { connectionId, inbound: { ...kept, editedAt: new Date(kept.editedAt) } })
    : takeMessageBack(work, { connectionId, inbound: kept })
}

function nameOf(chat: ChatAddress): string {
  return addressList(chat).values.join(' ')
}
