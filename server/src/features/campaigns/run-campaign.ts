import type { AuditAct } from '@balcao/domain/audit'
import {
  mayCancelCampaign,
  mayRestartCampaign,
  mayStartCampaign,
  retriableCampaignFailures,
} from '@balcao/domain/campaigns'
import type { CampaignId, ConnectionId } from '@balcao/domain/ids'
import { capabilitiesOf } from '@balcao/domain/providers'
import { Refusal, refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { connectionToRead } from '../connections/connections.access'
import { connectionForNewTicket } from '../connections/connections.read'
import { enqueueContactListNumberChecks } from '../contact-lists/check-numbers'
import { storedRefusalCode } from '../message-templates/template-content'
import { withdrawCampaignMessages } from '../messages/outgoing/withdraw-unsaid'
import {
  contactsWithQueuedOutboxItems,
  deleteSkippedShipping,
  requeueRefusedShipping,
  revertWithdrawnShippings,
  upsertShippingsOfList,
} from './campaign-shipping.queries'
import { activateSendSlot } from './campaign-slots.queries'
import { refuseUnsendableTemplate } from './campaign-template'
import { campaignToChange, campaignToStop } from './campaigns.access'
import {
  type CampaignRow,
  campaignById,
  clearPlannedStartOfCampaign,
  markCampaignCancelled,
  markCampaignRunning,
} from './campaigns.queries'
import { finishExhaustedCampaign, finishExhaustedCampaigns } from './finish-exhausted-campaigns'
import { refuseIncompleteCampaign } from './save-campaign'

/** Prepares the list's contacts and activates the connection's sending slot, on *Start now* or as planned (CAMP-05). */
export async function startCampaign(work: CompanyWork, id: CampaignId): Promise<CampaignRow> {
  const before = await campaignToChange(work, id)
  if (!mayStartCampaign(before)) throw refuse('ERR_CAMPAIGN_STATE')
  return markRunning(work, before, 'campaign.started')
}

/**
 * Continues a cancelled or paused campaign with the contacts that got nothing (CAMP-07). Messages that WhatsApp refused
 * because of the sending number are retried under their ids; those refused because of the template are written anew.
 */
export async function restartCampaign(work: CompanyWork, id: CampaignId): Promise<CampaignRow> {
  const before = await campaignToChange(work, id)
  if (!mayRestartCampaign({ status: before.status, pausedBecause: before.paused_because })) {
    throw refuse('ERR_CAMPAIGN_STATE')
  }
  await work.db.run(deleteSkippedShipping, { campaignId: id })
  const { again, anew } = retriableCampaignFailures
  await work.db.run(requeueRefusedShipping, {
    campaignId: id,
    reasons: [...again, ...anew],
    anew,
    at: work.now,
  })
  return markRunning(work, before, 'campaign.restarted')
}

async function markRunning(work: CompanyWork, before: CampaignRow, act: AuditAct): Promise<CampaignRow> {
  const { id, name, contact_list_id: listId } = before
  refuseIncompleteCampaign(before)
  if (listId === null) throw refuse('ERR_CAMPAIGN_NO_CONTACTS')
  const connectionId = await connectionForNewTicket(work, {
    requestedId: before.connection_id,
    userDefaultId: null,
  })
  const connection = await connectionToRead(work, connectionId)
  await refuseUnsendableTemplate(work, before, connection, { isDraft: false })
  const takesUserIds = capabilitiesOf(connection.provider).userIds
  await work.db.run(upsertShippingsOfList, { campaignId: id, listId, takesUserIds, at: work.now })
  const prepared = await work.db.one(campaignById, { id })
  const contacts = contactsLeftOf(prepared)
  if (contacts === 0) throw refuse('ERR_CAMPAIGN_NO_CONTACTS')
  if ((prepared.list_due ?? 0) > 0) enqueueContactListNumberChecks(work)

  await work.db.run(activateSendSlot, { connectionId, at: work.now })
  await work.db.run(markCampaignRunning, { id, connectionId, at: work.now })

  await recordAudit(work, { act, subject: { id, name }, detail: { contacts, connection: connectionId } })
  return finishExhaustedCampaign(work, id)
}

function contactsLeftOf({ pending_count, sending_count, asked_count, confirmed_count }: CampaignRow): number {
  return pending_count + sending_count + asked_count + confirmed_count
}

/** Cancels a campaign (CAMP-06): withdraws messages that have not started sending; their contacts are pending again. */
export async function cancelCampaign(work: CompanyWork, id: CampaignId): Promise<CampaignRow> {
  const before = await campaignToStop(work, id)
  if (!mayCancelCampaign(before)) throw refuse('ERR_CAMPAIGN_STATE')
  return stopLockedCampaign(work, before)
}

/** Cancels a campaign that the caller has locked. The deletion of a connection uses this too. */
export async function stopLockedCampaign(
  work: CompanyWork,
  { id, name, connection_id: connectionId }: Pick<CampaignRow, 'id' | 'name' | 'connection_id'>,
): Promise<CampaignRow> {
  if (connectionId !== null) await withdraw(work, id, connectionId)
  await work.db.run(markCampaignCancelled, { id, at: work.now })

  await recordAudit(work, { act: 'campaign.cancelled', subject: { id, name } })
  return finishExhaustedCampaign(work, id)
}

async function withdraw(work: CompanyWork, id: CampaignId, connectionId: ConnectionId): Promise<void> {
  const queued = await work.db.rows(contactsWithQueuedOutboxItems, { campaignId: id, connectionId })
  // At most one contact: a connection sends to one campaign contact at a time.
  for (const { contact_id: contactId } of queued) {
    const withdrawn = await withdrawCampaignMessages(work, { connectionId, contactId })
    await work.db.run(revertWithdrawnShippings, { messageIds: withdrawn, at: work.now })
  }
}

/** Starts a campaign at its planned time. A refusal removes that time and is stored, so that the user sees why. */
export async function startPlannedCampaign(
  act: <T>(does: (work: CompanyWork) => Promise<T>) => Promise<T>,
  id: CampaignId,
): Promise<void> {
  try {
    await act((work) => startCampaign(work, id))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await act(async (work) => {
      const unplanned = await work.db.row(clearPlannedStartOfCampaign, {
        id,
        failure: storedRefusalCode(error),
        at: work.now,
      })
      if (unplanned !== null) await finishExhaustedCampaigns(work, [id])
    })
  }
}
