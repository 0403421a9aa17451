import type { CampaignSettingView } from '@balcao/contract/campaigns'
import { channel, type LiveCampaign, type LiveCampaignSettings, type LiveOptOut } from '@balcao/contract/live'
import type { CampaignId } from '@balcao/domain/ids'
import { holds } from '@balcao/domain/permissions'
import { eventKind, sameForAll } from '../../platform/live/event-kind'
import type { CompanyWork } from '../../platform/work'
import { type CampaignRow, campaignsByIds, finishCampaigns } from './campaigns.queries'
import { campaignView, type UnsignedCampaign, unsigned } from './campaigns.view'

type Change =
  | { readonly action: 'create' | 'update'; readonly campaign: UnsignedCampaign }
  | { readonly action: 'delete'; readonly id: CampaignId }

const payloadOf = sameForAll((change: Change, links): LiveCampaign => {
  if (change.action === 'delete') return change
  return { action: change.action, record: campaignView(change.campaign, links) }
})

/** Campaigns are the admins', as their pages are. */
export const campaignChanged = eventKind<Change>({
  name: 'campaign.changed',
  reach: (change, { viewer }, links) =>
    holds(viewer, 'campaigns.manage')
      ? { channel: channel.campaign(viewer.companyId), payload: payloadOf(change, links) }
      : null,
})

export const campaignSettingsChanged = eventKind<{ readonly record: readonly CampaignSettingView[] }>({
  name: 'campaignSettings.changed',
  reach: ({ record }, { viewer }) => {
    if (!holds(viewer, 'campaigns.manage')) return null
    const payload: LiveCampaignSettings = { action: 'create', record }
    return { channel: channel.campaignSettings(viewer.companyId), payload }
  },
})

export const optOutChanged = eventKind<LiveOptOut>({
  name: 'campaignOptOut.changed',
  reach: (payload, { viewer }) =>
    holds(viewer, 'campaigns.manage') ? { channel: channel.campaignOptOut(viewer.companyId), payload } : null,
})

/**
 * Something has become of contacts of these campaigns, or of the campaigns themselves: those in which nothing is left are
 * finished (CAMP-05), and everybody who may know is told. Answers them as they are, in order of id.
 */
export async function tellCampaigns(
  work: CompanyWork,
  ids: readonly CampaignId[],
  action: 'create' | 'update' = 'update',
): Promise<CampaignRow[]> {
  const unique = [...new Set(ids)]
  if (unique.length === 0) return []
  await work.db.rows(finishCampaigns, [unique, work.now])
  const rows = await work.db.rows(campaignsByIds, [unique])
  for (const row of rows) work.record(campaignChanged, { action, campaign: unsigned(row) })
  return rows
}

export async function tellCampaign(
  work: CompanyWork,
  id: CampaignId,
  action: 'create' | 'update' = 'update',
): Promise<CampaignRow> {
  const [row] = await tellCampaigns(work, [id], action)
  if (row === undefined) throw new Error(`campaign ${id} is gone while its act goes on`)
  return row
}
