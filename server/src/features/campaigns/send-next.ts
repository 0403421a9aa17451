import { campaignPaceStateAfterSend } from '@balcao/domain/campaign-pace'
import type { CampaignPauseReason } from '@balcao/domain/campaigns'
import type { CampaignId, ConnectionId, ShippingId } from '@balcao/domain/ids'
import type { FileStore } from '../../platform/files/file-store'
import type { CompanyJobContext } from '../../platform/jobs'
import { Refusal } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { storedRefusalCode } from '../message-templates/template-content'
import { campaignSettings } from './campaign-settings.verbs'
import { failShipping, incrementShippingAttempts } from './campaign-shipping.queries'
import {
  nextShippingOfSendSlot,
  postponeSendSlot,
  saveLastSendTimeOfCampaign,
  saveSendSlotPace,
} from './campaign-slots.queries'
import { isTemplateRefusedForAll } from './campaign-template'
import { campaignToRead, lockSendSlot } from './campaigns.access'
import { pauseCampaign } from './campaigns.queries'
import {
  type ClaimedCampaignContact,
  claimNextCampaignContact,
  filesOfCampaignMessage,
  isShippingSendable,
  lockSendSlotWhenReady,
  type StoredCampaignFile,
} from './claim-next'
import { finishExhaustedCampaigns } from './finish-exhausted-campaigns'
import { queueCampaignMessage } from './write-campaign-message'

type Company = Pick<CompanyJobContext, 'companyId' | 'act'>

const retryDelayMs = 60_000
const attemptsAllowed = 5

/**
 * Sends the next contact's message over this connection. A connection sends to one campaign contact at a time, so
 * WhatsApp's refusal arrives before the next contact is written to (docs/features/campaigns.md). Safe to repeat.
 */
export async function sendNextCampaignMessage(
  company: Company,
  connectionId: ConnectionId,
  store: FileStore,
): Promise<void> {
  const next = await company.act((work) => claimNextCampaignContact(work, connectionId))
  if (next === null) return
  const copies: StoredCampaignFile[] = []
  try {
    // Each message has its own copies of files, so that one can be deleted without the others.
    for (const file of next.files) copies.push({ ...file, key: await store.duplicate(file.key) })
    const named = await company.act((work) => writeTo(work, connectionId, next, copies))
    await removeAll(store, named ? [] : copies)
  } catch (error) {
    await removeAll(store, copies)
    const refused = troubleOfTemplate(error)
    const reason = refused ?? (await troubleOfFiles(store, next.files, error))
    await company.act((work) =>
      reason === null
        ? recordSendFailure(work, connectionId, next.shippingId, error)
        : pauseFaultyCampaign(work, connectionId, next.campaignId, reason),
    )
    const isExpected = reason === null ? error instanceof Refusal : refused !== null
    if (!isExpected) throw error
  }
}

async function removeAll(store: FileStore, files: readonly StoredCampaignFile[]): Promise<void> {
  for (const { key } of files) await store.remove(key)
}

/** Queues the message. False: another contact or other files are next by now, and the caller removes the copies. */
async function writeTo(
  work: CompanyWork,
  connectionId: ConnectionId,
  { shippingId, files }: ClaimedCampaignContact,
  copies: readonly StoredCampaignFile[],
): Promise<boolean> {
  const slot = await lockSendSlotWhenReady(work, connectionId)
  const shipping = slot === null ? null : await work.db.row(nextShippingOfSendSlot, { connectionId })
  if (slot === null || shipping === null || shipping.id !== shippingId || !isShippingSendable(shipping))
    return false
  const campaign = await campaignToRead(work, shipping.campaign_id)
  const wanted = await filesOfCampaignMessage(work, campaign, shipping)
  if (wanted.map(({ key }) => key).join() !== files.map(({ key }) => key).join()) return false

  const result = await queueCampaignMessage(work, { campaign, shipping, connectionId, copies })
  if (result === 'skipped') await finishExhaustedCampaigns(work, [campaign.id])
  if (result !== 'sent') return false

  await work.db.run(saveLastSendTimeOfCampaign, { campaignId: campaign.id, at: work.now })
  const pace = campaignPaceStateAfterSend(
    await campaignSettings(work),
    { longPauseEndedAt: slot.long_pause_ended_at.getTime() },
    work.now.getTime(),
    work.chance(),
  )
  await work.db.run(saveSendSlotPace, {
    connectionId,
    pacedUntil: new Date(pace.pacedUntil),
    longPauseEndedAt: new Date(pace.longPauseEndedAt),
  })
  await finishExhaustedCampaigns(work, [campaign.id])
  return true
}

/** A refusal of the template that every contact of the list would meet; null when it concerns this contact. */
function troubleOfTemplate(error: unknown): CampaignPauseReason | null {
  if (error instanceof Refusal && error.code === 'ERR_CAMPAIGN_TEMPLATE_GONE') return error.code
  return isTemplateRefusedForAll(error) ? 'ERR_WAPP_MSG_TEMPLATE' : null
}

/** A failure of the files that every contact would meet; null when it concerns only this contact or is temporary. */
async function troubleOfFiles(
  store: FileStore,
  files: readonly StoredCampaignFile[],
  error: unknown,
): Promise<CampaignPauseReason | null> {
  if (error instanceof Refusal && error.code === 'ERR_STORAGE_FULL') return error.code
  for (const { key } of files) if ((await store.open(key)) === null) return 'ERR_CAMPAIGN_FILE_GONE'
  return null
}

/** Pauses this campaign until a user repairs its files or its template. Other campaigns of the connection continue. */
async function pauseFaultyCampaign(
  work: CompanyWork,
  connectionId: ConnectionId,
  id: CampaignId,
  reason: CampaignPauseReason,
): Promise<void> {
  await lockSendSlot(work, connectionId)
  const paused = await work.db.row(pauseCampaign, { id, reason, at: work.now })
  if (paused !== null) await finishExhaustedCampaigns(work, [id])
}

/** Stores a refusal on the contact's row. After any other failure the message is tried up to five times. */
async function recordSendFailure(
  work: CompanyWork,
  connectionId: ConnectionId,
  id: ShippingId,
  error: unknown,
): Promise<void> {
  await lockSendSlot(work, connectionId)
  const tried = await work.db.row(incrementShippingAttempts, { id })
  if (tried === null) return
  const isOver = error instanceof Refusal || tried.attempts >= attemptsAllowed
  if (!isOver) {
    await work.db.run(postponeSendSlot, { connectionId, lookAt: new Date(work.now.getTime() + retryDelayMs) })
    return
  }
  const failure = error instanceof Refusal ? storedRefusalCode(error) : 'ERR_SENDING_WAPP_MSG'
  await work.db.run(failShipping, { id, failure, at: work.now })
  await finishExhaustedCampaigns(work, [tried.campaign_id])
}
