import { campaignPauseAfterFailure } from '@balcao/domain/campaigns'
import type { CampaignId, MessageId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { withdrawCampaignMessages } from '../messages/outgoing/withdraw-unsaid'
import {
  applyAcksToShipping,
  recordShippingFailure,
  revertWithdrawnShippings,
} from './campaign-shipping.queries'
import { connectionOfMessage } from './campaign-slots.queries'
import { pauseCampaign, pauseCampaignsOfConnection } from './campaigns.queries'
import { finishExhaustedCampaigns } from './finish-exhausted-campaigns'

export async function applyAcksToCampaigns(
  work: CompanyWork,
  { messageIds, ack }: { readonly messageIds: readonly MessageId[]; readonly ack: number },
): Promise<void> {
  const ticked = await work.db.rows(applyAcksToShipping, { messageIds, ack, at: work.now })
  const ids = ticked.map(({ campaign_id }) => campaign_id)
  await finishExhaustedCampaigns(work, ids)
}

/**
 * WhatsApp refused a message for good, or it is retried (`failure` null). A refusal withdraws the files queued after
 * it. A limit on the number pauses all its campaigns; a refused template pauses only its own campaign.
 */
export async function applyMessageFailureToCampaigns(
  work: CompanyWork,
  { messageId, failure }: { readonly messageId: MessageId; readonly failure: string | null },
): Promise<void> {
  const settled = await work.db.rows(recordShippingFailure, { messageId, failure, at: work.now })
  const changed: CampaignId[] = settled.map(({ campaign_id }) => campaign_id)
  const sender = failure === null ? null : await work.db.row(connectionOfMessage, { messageId })
  const connectionId = sender?.connection_id ?? null
  if (failure !== null && connectionId !== null) {
    for (const { contact_id: contactId } of settled) {
      if (contactId !== null) await withdrawCampaignMessages(work, { connectionId, contactId })
    }
    const pause = campaignPauseAfterFailure(failure)
    if (pause?.what === 'campaign') {
      // This loop runs at most once, because a message belongs to one contact of one campaign.
      for (const { campaign_id: id } of settled)
        await work.db.row(pauseCampaign, { id, reason: pause.reason, at: work.now })
    }
    if (pause?.what === 'connection') {
      // A limited number sends no further campaign message, so withdraw all queued ones, files included.
      const withdrawn = await withdrawCampaignMessages(work, { connectionId, contactId: null })
      await work.db.run(revertWithdrawnShippings, { messageIds: withdrawn, at: work.now })
      const paused = await work.db.rows(pauseCampaignsOfConnection, {
        connectionId,
        reason: pause.reason,
        at: work.now,
      })
      changed.push(...paused.map(({ id }) => id))
    }
  }
  await finishExhaustedCampaigns(work, changed)
}
