import type { ConnectionId, ContactId } from '@balcao/domain/ids'
import type {
  Heard,
  HeardDeletion,
  HeardEdit,
  HeardGroup,
  HeardMessage,
  HeardNames,
} from '@balcao/whatsapp/gateway'
import type { DataKeys } from '../../platform/encryption'
import type { CompanyWork } from '../../platform/work'
import { learnIdentity } from '../contacts/learn-identity'
import { learnNames } from '../contacts/told-names'
import { correctMessage } from '../messages/apply-edit'
import { applyReaction } from '../messages/apply-reaction'
import { keepForMessage } from '../messages/early-changes'
import { applyAck, takeMessageBack } from '../messages/settle-sending'
import { receiveCall } from './receive-call'
import { noteHistoryPart, receiveHistory } from './receive-history'
import { receiveMessage } from './receive-message'
import { storableTexts } from './storable-texts'

/**
 * What was heard over a connection, taken in: steps 3 to 7 of docs/architecture.md 6, in the caller's act. May repeat. Answers
 * whose conversation a message is in; null: it is none, or in none.
 */
export async function receiveHeard(
  work: CompanyWork,
  dataKeys: DataKeys,
  { connectionId, heard }: { connectionId: ConnectionId; heard: Heard },
): Promise<ContactId | null> {
  if (heard.kind === 'message')
    return receiveMessage(work, dataKeys, { connectionId, heard: storableTexts(heard) })
  await receiveOther(work, dataKeys, { connectionId, heard })
  return null
}

async function receiveOther(
  work: CompanyWork,
  dataKeys: DataKeys,
  { connectionId, heard }: { connectionId: ConnectionId; heard: Exclude<Heard, HeardMessage> },
): Promise<void> {
  switch (heard.kind) {
    case 'ack':
      return applyAck(work, { connectionId, heard })
    case 'deletion':
      return receiveChange(work, { connectionId, heard })
    case 'edit':
      return receiveChange(work, { connectionId, heard: storableTexts(heard) })
    case 'reaction':
      return applyReaction(work, { connectionId, heard: storableTexts(heard) })
    case 'identity':
      return learnIdentity(work, heard.person)
    case 'names':
      return learnNames(work, storableTexts(heard))
    case 'group':
      return learnNames(work, storableTexts(subjectOf(heard)))
    case 'call':
      return receiveCall(work, { connectionId, heard })
    case 'history':
      return receiveHistory(work, dataKeys, { connectionId, heard: storableTexts(heard) })
    case 'history-part':
      return noteHistoryPart(work, { connectionId, heard })
  }
}

/** What is about a message that has not come yet waits for it: WhatsApp delivers out of order. */
async function receiveChange(
  work: CompanyWork,
  change: { readonly connectionId: ConnectionId; readonly heard: HeardEdit | HeardDeletion },
): Promise<void> {
  const { connectionId, heard } = change
  const message =
    heard.kind === 'edit'
      ? await correctMessage(work, { connectionId, heard })
      : await takeMessageBack(work, { connectionId, heard })
  if (message === 'absent') await keepForMessage(work, change)
}

function subjectOf({ chat, subject }: HeardGroup): HeardNames {
  return { kind: 'names', names: [{ chat, name: subject, source: 'subject' }] }
}
