import type { CampaignId, ConnectionId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import { rowOrRefuse } from '../../platform/row-or-refuse'
import type { CompanyWork } from '../../platform/work'
import { readCompanySetting } from '../settings/settings.read'
import { lockSendSlotRow } from './campaign-slots.queries'
import { type CampaignRow, campaignById, lockCampaign } from './campaigns.queries'

type DbReader = Pick<CompanyWork, 'db'>

/** Any campaign of the company; the route admits admins only. */
export async function campaignToRead({ db }: DbReader, id: CampaignId): Promise<CampaignRow> {
  return rowOrRefuse(await db.row(campaignById, { id }), 'ERR_NO_CAMPAIGN_FOUND')
}

/**
 * Locks the connection's sending slot, then the campaign, as sending does. Refuses while campaigns are switched off.
 */
export async function campaignToChange(work: DbReader, id: CampaignId): Promise<CampaignRow> {
  await refuseWhenCampaignsDisabled(work)
  return campaignToStop(work, id)
}

/** Locks a campaign to cancel or delete it. Unlike `campaignToChange`, it works while campaigns are switched off. */
export async function campaignToStop(work: DbReader, id: CampaignId): Promise<CampaignRow> {
  const { connection_id: connectionId } = await campaignToRead(work, id)
  if (connectionId !== null) await lockSendSlot(work, connectionId)
  return rowOrRefuse(await work.db.row(lockCampaign, { id }), 'ERR_NO_CAMPAIGN_FOUND')
}

/** Locks the connection's sending slot; null when no campaign has run over this connection yet. */
export function lockSendSlot({ db }: DbReader, connectionId: ConnectionId) {
  return db.row(lockSendSlotRow, { connectionId })
}

/** Refuses while the company has switched the campaign feature off (COMPANY-15). */
export async function refuseWhenCampaignsDisabled(work: DbReader): Promise<void> {
  if ((await readCompanySetting(work, 'campaignsEnabled')) === 'false') throw refuse('ERR_CAMPAIGNS_DISABLED')
}
