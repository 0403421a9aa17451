import type { CampaignSettingView } from '@balcao/contract/campaigns'
import {
  type LiveCampaignPayload,
  type LiveCampaignSettingsPayload,
  type LiveOptOutPayload,
  liveChannel,
} from '@balcao/contract/live'
import type { CampaignId } from '@balcao/domain/ids'
import { hasPermission } from '@balcao/domain/permissions'
import { eventKind, memoizePayload } from '../../platform/live/event-kind'
import { campaignView, type UnsignedCampaign } from './campaigns.view'

type CampaignChange =
  | { readonly action: 'create' | 'update'; readonly campaign: UnsignedCampaign }
  | { readonly action: 'delete'; readonly id: CampaignId }

const payloadOf = memoizePayload((change: CampaignChange, links): LiveCampaignPayload => {
  if (change.action === 'delete') return change
  return { action: change.action, record: campaignView(change.campaign, links) }
})

export const campaignChanged = eventKind<CampaignChange>({
  name: 'campaign.changed',
  audience: (change, { viewer }, links) =>
    hasPermission(viewer, 'campaigns.manage')
      ? { channel: liveChannel.campaign(viewer.companyId), payload: payloadOf(change, links) }
      : null,
})

export const campaignSettingsChanged = eventKind<{ readonly record: readonly CampaignSettingView[] }>({
  name: 'campaignSettings.changed',
  audience: ({ record }, { viewer }) => {
    if (!hasPermission(viewer, 'campaigns.manage')) return null
    const payload: LiveCampaignSettingsPayload = { action: 'create', record }
    return { channel: liveChannel.campaignSettings(viewer.companyId), payload }
  },
})

export const optOutChanged = eventKind<LiveOptOutPayload>({
  name: 'campaignOptOut.changed',
  audience: (payload, { viewer }) =>
    hasPermission(viewer, 'campaigns.manage')
      ? { channel: liveChannel.campaignOptOut(viewer.companyId), payload }
      : null,
})
