import { campaignConfirmationTimeoutMs } from '@balcao/domain/campaigns'
import type { CampaignId, ConnectionId, MessageId, ShippingId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { fileListToRead } from '../file-lists/file-lists.access'
import {
  applyNumberChecks,
  clearNumberCheck,
  failLostShipping,
  skipShipping,
  skipUnansweredConfirmations,
} from './campaign-shipping.queries'
import {
  deactivateSendSlot,
  hasCampaignItemInOutbox,
  nextShippingOfSendSlot,
  postponeSendSlot,
  runningCampaignsOfConnection,
  type SendSlotRow,
  type ShippingToSendRow,
} from './campaign-slots.queries'
import { hasTemplateFileHeader, isSentAsTemplate, templateOfCampaign } from './campaign-template'
import { campaignToRead, lockSendSlot } from './campaigns.access'
import type { CampaignMedia, CampaignRow } from './campaigns.queries'
import { finishExhaustedCampaigns } from './finish-exhausted-campaigns'

/** A file of a campaign or a file list, in the file store. */
export type StoredCampaignFile = Pick<
  CampaignMedia,
  'key' | 'fileName' | 'mimetype' | 'mediaType' | 'sizeBytes'
> & { readonly width?: number | null; readonly height?: number | null }

export interface ClaimedCampaignContact {
  readonly campaignId: CampaignId
  readonly shippingId: ShippingId
  readonly files: readonly StoredCampaignFile[]
}

/** How long a message that the official API accepted may wait for its delivery status. Then it counts as failed. */
const longestStatusMs = 86_400_000
/** The pause before the next attempt when no contact is ready, because checks or answers are outstanding. */
const idlePollIntervalMs = 10_000
/** The most contacts that one transaction skips. Skips have no pause between them, so it could last very long. */
const maxSkipsPerRun = 200

/** The contact that the connection's campaigns write to next, and its files. Null when none can be written to now. */
export async function claimNextCampaignContact(
  work: CompanyWork,
  connectionId: ConnectionId,
): Promise<ClaimedCampaignContact | null> {
  const slot = await lockSendSlotWhenReady(work, connectionId)
  if (slot === null) return null
  const running = (await work.db.rows(runningCampaignsOfConnection, { connectionId })).map(({ id }) => id)
  if (running.length === 0) {
    await work.db.run(deactivateSendSlot, { connectionId })
    return null
  }
  const lost = await work.db.rows(failLostShipping, {
    campaignIds: running,
    failure: 'ERR_SENDING_WAPP_MSG',
    takenBefore: new Date(work.now.getTime() - longestStatusMs),
    at: work.now,
  })
  const { shipping, skipped } = await firstSendable(work, connectionId)
  const changed = [...lost.map(({ campaign_id }) => campaign_id), ...skipped]
  if (shipping === null) changed.push(...(await skipOverdueRequests(work, connectionId, running)))
  await finishExhaustedCampaigns(work, changed)
  if (shipping === null) return null

  return {
    campaignId: shipping.campaign_id,
    shippingId: shipping.id,
    files: await filesOfCampaignMessage(work, await campaignToRead(work, shipping.campaign_id), shipping),
  }
}

/** Locks the sending slot. Null while a campaign message is in the connection's outbox, or the pace demands a pause. */
export async function lockSendSlotWhenReady(
  work: CompanyWork,
  connectionId: ConnectionId,
): Promise<SendSlotRow | null> {
  const slot = await lockSendSlot(work, connectionId)
  if (slot === null || slot.paced_until > work.now) return null
  const { is_under_way: isUnderWay } = await work.db.one(hasCampaignItemInOutbox, { connectionId })
  if (!isUnderWay) return slot
  // Move the slot to the end of the due queue: each poll reads only the first due slots, and slots that can't send yet
  // must not fill these places.
  await work.db.run(postponeSendSlot, { connectionId, lookAt: work.now })
  return null
}

async function firstSendable(
  work: CompanyWork,
  connectionId: ConnectionId,
): Promise<{ shipping: ShippingToSendRow | null; skipped: readonly CampaignId[] }> {
  const skipped: CampaignId[] = []
  // The loop skips contacts that cannot be written to; nearly always the first one can.
  while (skipped.length < maxSkipsPerRun) {
    const shipping = await work.db.row(nextShippingOfSendSlot, { connectionId })
    if (shipping === null || isShippingSendable(shipping)) return { shipping, skipped }
    await markSkipped(work, shipping)
    skipped.push(shipping.campaign_id)
  }
  return { shipping: null, skipped }
}

export function isShippingSendable(shipping: ShippingToSendRow): boolean {
  return shipping.is_listed && shipping.is_valid && !shipping.is_opted_out
}

async function markSkipped({ db, now }: CompanyWork, shipping: ShippingToSendRow): Promise<void> {
  if (shipping.is_opted_out) await db.run(skipShipping, { id: shipping.id, reason: 'optedOut', at: now })
  else if (!shipping.is_listed) await db.run(skipShipping, { id: shipping.id, reason: 'removed', at: now })
  else await db.run(clearNumberCheck, { id: shipping.id, at: now })
}

/** Applies finished number checks, and skips contacts who did not answer the confirmation question in time. */
async function skipOverdueRequests(
  work: CompanyWork,
  connectionId: ConnectionId,
  running: readonly CampaignId[],
): Promise<readonly CampaignId[]> {
  const askedBefore = new Date(work.now.getTime() - campaignConfirmationTimeoutMs)
  const checked = await work.db.rows(applyNumberChecks, { campaignIds: running, at: work.now })
  const givenUp = await work.db.rows(skipUnansweredConfirmations, {
    campaignIds: running,
    askedBefore,
    at: work.now,
  })
  const lookAt = checked.length > 0 ? work.now : new Date(work.now.getTime() + idlePollIntervalMs)
  await work.db.run(postponeSendSlot, { connectionId, lookAt })
  // Return all running campaigns, because the caller finishes those that skipping has left without contacts.
  return [...checked, ...givenUp].length > 0 ? running : []
}

/** The files of a campaign message. A confirmation question has at most one: that of its template's header. */
export async function filesOfCampaignMessage(
  work: CompanyWork,
  campaign: CampaignRow,
  shipping: ShippingToSendRow,
): Promise<readonly StoredCampaignFile[]> {
  const carriesFile = await isCampaignFileInMessage(work, campaign, shipping)
  const isRetry = messageToRetry(campaign, shipping) !== null
  const own = campaign.media === null || !carriesFile || isRetry ? [] : [campaign.media]
  const isFirst = isConfirmationRequest(campaign, shipping) || isSentAsTemplate(campaign, shipping)
  if (campaign.file_list_id === null || isFirst) return own
  const { options } = await fileListToRead(work, campaign.file_list_id)
  return [...own, ...options.flatMap(({ media }) => (media === null ? [] : [media]))]
}

/** Whether this message carries the campaign's file: the template if its header takes a file, else the text message. */
export async function isCampaignFileInMessage(
  work: CompanyWork,
  campaign: CampaignRow,
  shipping: ShippingToSendRow,
): Promise<boolean> {
  if (campaign.media === null) return false
  // A deleted template counts as none here. `queueCampaignMessage` then refuses it, and the campaign pauses.
  const template = campaign.template_id === null ? null : await templateOfCampaign(work, campaign)
  if (template === null) return !isConfirmationRequest(campaign, shipping)
  return isSentAsTemplate(campaign, shipping) === hasTemplateFileHeader(template)
}

export function isConfirmationRequest({ confirmation }: CampaignRow, { state }: ShippingToSendRow): boolean {
  return confirmation && state === 'pending'
}

/**
 * The message that WhatsApp refused because of the sending number, to be sent again under its id. Null: there is none.
 */
export function messageToRetry(campaign: CampaignRow, shipping: ShippingToSendRow): MessageId | null {
  return isConfirmationRequest(campaign, shipping) ? shipping.confirmation_message_id : shipping.message_id
}
