import type { ConnectionId } from '@balcao/domain/ids'
import type {
  InboundDeletion,
  InboundEdit,
  InboundGroupRename,
  InboundNames,
  InboundUpdate,
} from '@balcao/whatsapp/gateway'
import type { DataKeys } from '../../platform/encryption'
import type { CompanyWork } from '../../platform/work'
import { applyMarketingPreference } from '../campaigns/opt-outs.verbs'
import { applyReportedAddressesOfPerson } from '../contacts/recognise-contact'
import { storeReportedNames } from '../contacts/reported-names'
import { applyInboundEdit } from '../messages/changes/apply-edit'
import { applyInboundReaction } from '../messages/changes/apply-reaction'
import { storeEarlyChange } from '../messages/changes/early-changes'
import { applyInboundDeletion, applyReceipts } from '../messages/outgoing/apply-receipts'
import { receiveCall } from './receive-call'
import { receiveHistory, recordHistoryPart } from './receive-history'
import { receiveMessages } from './receive-messages'
import { makeTextsStorable } from './storable-texts'

/** Processes one inbound content in the caller's transaction (docs/architecture.md, section 5). Idempotent. */
export async function handleInbound(
  work: CompanyWork,
  dataKeys: DataKeys,
  { connectionId, inbound }: { connectionId: ConnectionId; inbound: InboundUpdate },
): Promise<void> {
  switch (inbound.kind) {
    case 'message':
      return receiveMessages(work, dataKeys, [{ connectionId, inbound: makeTextsStorable(inbound) }])
    case 'ack':
      return applyReceipts(work, [{ connectionId, inbound }])
    case 'deletion':
      return receiveChange(work, { connectionId, inbound })
    case 'edit':
      return receiveChange(work, { connectionId, inbound: makeTextsStorable(inbound) })
    case 'reaction':
      return applyInboundReaction(work, { connectionId, inbound: makeTextsStorable(inbound) })
    case 'identity':
      return applyReportedAddressesOfPerson(work, inbound.person, inbound.former ?? null)
    case 'preference':
      return applyMarketingPreference(work, makeTextsStorable(inbound))
    case 'names':
      return storeReportedNames(work, makeTextsStorable(inbound))
    case 'group':
      return storeReportedNames(work, makeTextsStorable(subjectOf(inbound)))
    case 'call':
      return receiveCall(work, { connectionId, inbound })
    case 'history':
      return receiveHistory(work, dataKeys, { connectionId, inbound: makeTextsStorable(inbound) })
    case 'history-part':
      return recordHistoryPart(work, { connectionId, inbound })
  }
}

/** WhatsApp delivers out of order, so a change of an unknown message is stored until the message arrives. */
async function receiveChange(
  work: CompanyWork,
  change: { readonly connectionId: ConnectionId; readonly inbound: InboundEdit | InboundDeletion },
): Promise<void> {
  const { connectionId, inbound } = change
  const message =
    inbound.kind === 'edit'
      ? await applyInboundEdit(work, { connectionId, inbound })
      : await applyInboundDeletion(work, { connectionId, inbound })
  if (message === 'absent') await storeEarlyChange(work, change)
}

function subjectOf({ chat, subject }: InboundGroupRename): InboundNames {
  return { kind: 'names', names: [{ chat, name: subject, source: 'subject' }] }
}
