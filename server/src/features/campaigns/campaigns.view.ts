import type {
  CampaignContactCounts,
  CampaignSettingView,
  CampaignView,
  OptOutView,
  ShippingView,
} from '@balcao/contract/campaigns'
import type { CampaignSettings } from '@balcao/domain/campaign-settings'
import type { MediaLinkSigner } from '../../platform/media-links'
import type { ShippingRow } from './campaign-shipping.queries'
import type { CampaignRow } from './campaigns.queries'
import type { OptOutRow } from './opt-outs.queries'

/** A campaign without its file link, which each answer and event signs anew. */
export type UnsignedCampaign = Omit<CampaignView, 'mediaPath'> & { readonly mediaKey: string | null }

export function unsignedCampaign(row: CampaignRow): UnsignedCampaign {
  return {
    id: row.id,
    name: row.name,
    ...slotsOf(row),
    status: row.status,
    confirmation: row.confirmation,
    scheduledAt: wireTime(row.scheduled_at),
    startedAt: wireTime(row.started_at),
    completedAt: wireTime(row.completed_at),
    pausedBecause: row.paused_because,
    pausedAt: wireTime(row.paused_at),
    failure: row.failure,
    whatsappId: row.connection_id,
    whatsapp: namedEntity(row.connection_id, row.connection_name),
    contactListId: row.contact_list_id,
    contactList: namedEntity(row.contact_list_id, row.contact_list_name),
    tagListId: row.tag_id,
    fileListId: row.file_list_id,
    fileList: namedEntity(row.file_list_id, row.file_list_name),
    template: row.template_values && {
      templateId: row.template_id,
      name: row.template_name,
      language: row.template_language,
      values: row.template_values,
    },
    companyId: row.company_id,
    mediaKey: row.media?.key ?? null,
    mediaName: row.media?.fileName ?? null,
    mediaType: row.media?.mediaType ?? null,
    counts: campaignCountsOf(row),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

export function campaignView(
  { mediaKey, ...campaign }: UnsignedCampaign,
  links: MediaLinkSigner,
): CampaignView {
  const mediaPath = mediaKey === null ? null : links.toFile(mediaKey, campaign.mediaName ?? undefined)
  return { ...campaign, mediaPath }
}

/** Counters of the campaign's contacts. Before the start no row is prepared, so `valid` comes from the list. */
export function campaignCountsOf(row: CampaignRow): CampaignContactCounts {
  return {
    total: row.total_count,
    valid: row.started_at === null ? (row.list_valid ?? 0) : row.valid_count,
    pending: row.pending_count,
    sending: row.sending_count,
    asked: row.asked_count,
    confirmed: row.confirmed_count,
    sent: row.sent_count,
    delivered: row.delivered_count,
    read: row.read_count,
    failed: row.failed_count,
    skipped: row.skipped_count,
    shipped: row.sent_count + row.delivered_count + row.read_count,
    confirmationsRequested: row.requested_count,
    confirmations: row.confirmation_count,
  }
}

export function shippingView(row: ShippingRow): ShippingView {
  return {
    id: row.id,
    campaignId: row.campaign_id,
    name: row.name,
    number: row.number,
    email: row.email,
    state: row.state,
    reason: row.reason,
    deliveredAt: wireTime(row.delivered_at),
    receivedAt: wireTime(row.received_at),
    readAt: wireTime(row.read_at),
    failedAt: wireTime(row.failed_at),
    confirmationRequestedAt: wireTime(row.confirmation_requested_at),
    confirmedAt: wireTime(row.confirmed_at),
    contactId: row.contact_id,
    ticketUuid: row.ticket_uuid,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

export function optOutView(row: OptOutRow): OptOutView {
  return {
    id: row.id,
    name: row.name,
    number: row.number,
    word: row.word,
    isFromWhatsapp: row.is_from_whatsapp,
    campaign: namedEntity(row.campaign_id, row.campaign_name),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.created_at.toISOString(),
  }
}

/** The settings as pairs of a key and a JSON text (CAMP-25). */
export function campaignSettingsView(settings: CampaignSettings): CampaignSettingView[] {
  return (
    ['messageInterval', 'longerIntervalAfter', 'greaterInterval', 'variables', 'optOutWord'] as const
  ).map((key) => ({ key, value: JSON.stringify(settings[key]) }))
}

function slotsOf({ messages, confirmation_messages: confirmations }: CampaignRow) {
  return {
    message1: messages[0] ?? '',
    message2: messages[1] ?? '',
    message3: messages[2] ?? '',
    message4: messages[3] ?? '',
    message5: messages[4] ?? '',
    confirmationMessage1: confirmations[0] ?? '',
    confirmationMessage2: confirmations[1] ?? '',
    confirmationMessage3: confirmations[2] ?? '',
    confirmationMessage4: confirmations[3] ?? '',
    confirmationMessage5: confirmations[4] ?? '',
  }
}

function namedEntity<Id>(id: Id | null, name: string | null): { id: Id; name: string } | null {
  return id === null ? null : { id, name: name ?? '' }
}

function wireTime(at: Date | null): string | null {
  return at?.toISOString() ?? null
}
