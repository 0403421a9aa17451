import type { ConnectionId } from '@balcao/domain/ids'
import type { ChatAddress, HeardDeletion, HeardEdit, HeardMessage } from '@balcao/whatsapp/gateway'
import type { CompanyWork } from '../../platform/work'
import { addressList } from '../contacts/contact-address'
import { correctMessage } from './apply-edit'
import { type KeptChange, keepEarlyChange, takeEarlyChanges } from './early-changes.queries'
import { takeMessageBack } from './settle-sending'

/** More than anybody corrects before a phone delivers; a stranger who sends more loses their own oldest. */
const mostOfChat = 100

/** A correction or deletion of a message that is not here: it waits until that one comes (decision 0058). */
export async function keepForMessage(
  work: CompanyWork,
  { connectionId, heard }: { connectionId: ConnectionId; heard: HeardEdit | HeardDeletion },
): Promise<void> {
  const { id, fromMe, chat } = heard
  await work.db.run(keepEarlyChange, [
    connectionId,
    id,
    fromMe,
    nameOf(chat),
    JSON.stringify(heard),
    work.now,
    mostOfChat,
  ])
}

/** What waited for this message, which has just been stored. What fits it neither in conversation nor in author is dropped. */
export async function applyEarlyChanges(
  work: CompanyWork,
  { connectionId, heard }: { connectionId: ConnectionId; heard: Pick<HeardMessage, 'id' | 'fromMe'> },
): Promise<void> {
  const kept = await work.db.rows(takeEarlyChanges, [connectionId, heard.id, heard.fromMe])
  for (const { heard: change } of kept) {
    if (change.kind === 'edit') await correctMessage(work, { connectionId, heard: editOf(change) })
    else await takeMessageBack(work, { connectionId, heard: change })
  }
}

function editOf(kept: Extract<KeptChange, { kind: 'edit' }>): HeardEdit {
  return { ...kept, editedAt: new Date(kept.editedAt) }
}

function nameOf(chat: ChatAddress): string {
  return addressList(chat).values.join(' ')
}
