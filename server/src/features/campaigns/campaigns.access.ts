import type { CampaignId, ConnectionId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { settingOf } from '../settings/settings.read'
import { lockSlot } from './campaign-slots.queries'
import { type CampaignRow, campaignById, lockCampaign } from './campaigns.queries'

type Read = Pick<CompanyWork, 'db'>

/** Of the company; that only admins get here, the route says. */
export async function campaignToRead({ db }: Read, id: CampaignId): Promise<CampaignRow> {
  return known(await db.row(campaignById, [id]))
}

/**
 * Locked until the act ends, behind the slot of its connection, as whoever sends locks them. Refuses where campaigns are
 * switched off in the company.
 */
export async function campaignToChange(work: Read, id: CampaignId): Promise<CampaignRow> {
  await refuseWhereDisabled(work)
  return campaignToStop(work, id)
}

/** The same for what takes something back: allowed wherever campaigns are switched off. */
export async function campaignToStop(work: Read, id: CampaignId): Promise<CampaignRow> {
  const { connection_id: connectionId } = await campaignToRead(work, id)
  if (connectionId !== null) await slotToUse(work, connectionId)
  return known(await work.db.row(lockCampaign, [id]))
}

/** Null: no campaign has run over this connection yet. */
export function slotToUse({ db }: Read, connectionId: ConnectionId) {
  return db.row(lockSlot, [connectionId])
}

/** COMPANY-15 */
export async function refuseWhereDisabled(work: Read): Promise<void> {
  if ((await settingOf(work, 'campaignsEnabled')) === 'false') throw refuse('ERR_CAMPAIGNS_DISABLED')
}

function known(row: CampaignRow | null): CampaignRow {
  if (row === null) throw refuse('ERR_NO_CAMPAIGN_FOUND')
  return row
}
