import { paceAfterContact } from '@balcao/domain/campaign-pace'
import { textInTurn } from '@balcao/domain/campaign-texts'
import { confirmationPatienceMs, type PauseReason } from '@balcao/domain/campaigns'
import type { CampaignId, ConnectionId, MessageId, ShippingId } from '@balcao/domain/ids'
import { fillVariables } from '@balcao/domain/message-variables'
import type { FileStore } from '../../platform/files/file-store'
import type { JobCompany } from '../../platform/jobs'
import { Refusal } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { ownCompany } from '../companies/companies.read'
import type { ContactRow } from '../contacts/contacts.queries'
import { recogniseContact } from '../contacts/recognise-contact'
import { fileListToRead } from '../file-lists/file-lists.access'
import type { MediaFacts } from '../messages/media-facts'
import { retryBulk } from '../messages/retry-message'
import { type Draft, sendMessage } from '../messages/send-message'
import { liveOrClosedTicket } from '../tickets/live-or-closed-ticket'
import { campaignSettings } from './campaign-settings.verbs'
import {
  countAttempt,
  doubtNumber,
  failLost,
  failShipping,
  giveUpAsked,
  noteChecked,
  noteMessage,
  noteRequest,
  skipShipping,
} from './campaign-shipping.queries'
import {
  bulkUnderWay,
  closeSlot,
  nextInSlot,
  paceSlot,
  restSlot,
  runningOver,
  type SendRow,
  type SlotRow,
  useSlot,
} from './campaign-slots.queries'
import { campaignToRead, slotToUse } from './campaigns.access'
import { type CampaignMedia, type CampaignRow, pauseCampaign } from './campaigns.queries'
import { settleCampaigns } from './settle-campaigns'

type Company = Pick<JobCompany, 'companyId' | 'act'>
type Kept = Pick<CampaignMedia, 'key' | 'fileName' | 'mimetype' | 'mediaType' | 'sizeBytes'> & {
  readonly width?: number | null
  readonly height?: number | null
}

/** The next contact, and the files of the message. */
interface Send {
  readonly campaignId: CampaignId
  readonly shippingId: ShippingId
  readonly files: readonly Kept[]
}

/** The pause when no contact is ready: number checks or answers are outstanding. */
const idleLookMs = 10_000
const troubleLookMs = 60_000
const attemptsAllowed = 5
/** Skipping a contact uses no time of the pace; one run skips at most this many. */
const skipsInOneGo = 200

/**
 * Sends the next contact's message of the campaigns over this connection, once: claim, message and outbox item are
 * one transaction. A connection sends to one campaign contact at a time, so WhatsApp's refusal arrives before the
 * next contact is written to (docs/features/campaigns.md). The pace may postpone it. Safe for repeated and concurrent
 * calls.
 */
export async function sendNext(
  company: Company,
  connectionId: ConnectionId,
  store: FileStore,
): Promise<void> {
  const turn = await company.act((work) => nextOf(work, connectionId))
  if (turn === null) return
  const copies: Kept[] = []
  try {
    // Each message has its own copies of files, so that one can be deleted without the others.
    for (const file of turn.files) copies.push({ ...file, key: await store.duplicate(file.key) })
    const named = await company.act((work) => writeTo(work, connectionId, turn, copies))
    await removeAll(store, named ? [] : copies)
  } catch (error) {
    await removeAll(store, copies)
    const reason = await troubleOfFiles(store, turn.files, error)
    if (reason !== null) {
      await company.act((work) => pauseAlone(work, connectionId, turn.campaignId, reason))
      throw error
    }
    await company.act((work) => noteTrouble(work, connectionId, turn.shippingId, error))
    if (!(error instanceof Refusal)) throw error
  }
}

/** Null when no contact can be written to now. */
async function nextOf(work: CompanyWork, connectionId: ConnectionId): Promise<Send | null> {
  const slot = await freeSlot(work, connectionId)
  if (slot === null) return null
  const running = (await work.db.rows(runningOver, { connectionId })).map(({ id }) => id)
  if (running.length === 0) {
    await work.db.run(closeSlot, { connectionId })
    return null
  }
  const lost = await work.db.rows(failLost, {
    campaignIds: running,
    failure: 'ERR_SENDING_WAPP_MSG',
    at: work.now,
  })
  const { turn, skipped } = await firstWhoMayGet(work, connectionId)
  const changed = [...lost.map(({ campaign_id }) => campaign_id), ...skipped]
  if (turn === null) changed.push(...(await tidyUp(work, connectionId, running)))
  await settleCampaigns(work, changed)
  if (turn === null) return null

  return {
    campaignId: turn.campaign_id,
    shippingId: turn.id,
    files: await filesOf(work, await campaignToRead(work, turn.campaign_id), turn),
  }
}

/** Null while a campaign message is in the outbox of the connection, or before the pace allows another. */
async function freeSlot(work: CompanyWork, connectionId: ConnectionId): Promise<SlotRow | null> {
  const slot = await slotToUse(work, connectionId)
  if (slot === null || slot.paced_until > work.now) return null
  const { is_under_way: isUnderWay } = await work.db.one(bulkUnderWay, { connectionId })
  if (!isUnderWay) return slot
  // Moves this connection to the end of the due queue. Each round reads a limited number of due slots, and blocked
  // ones must not fill it.
  await work.db.run(restSlot, { connectionId, lookAt: work.now })
  return null
}

async function firstWhoMayGet(
  work: CompanyWork,
  connectionId: ConnectionId,
): Promise<{ turn: SendRow | null; skipped: readonly CampaignId[] }> {
  const skipped: CampaignId[] = []
  // The first contact is nearly always sendable.
  while (skipped.length < skipsInOneGo) {
    const turn = await work.db.row(nextInSlot, { connectionId })
    if (turn === null || mayGet(turn)) return { turn, skipped }
    await leaveOut(work, turn)
    skipped.push(turn.campaign_id)
  }
  return { turn: null, skipped }
}

function mayGet(turn: SendRow): boolean {
  return turn.is_listed && turn.is_valid && !turn.is_opted_out
}

async function leaveOut({ db, now }: CompanyWork, turn: SendRow): Promise<void> {
  if (turn.is_opted_out) await db.run(skipShipping, { id: turn.id, reason: 'optedOut', at: now })
  else if (!turn.is_listed) await db.run(skipShipping, { id: turn.id, reason: 'removed', at: now })
  else await db.run(doubtNumber, { id: turn.id, at: now })
}

/** No contact is ready: applies number checks, and skips contacts whose answer is overdue. */
async function tidyUp(
  work: CompanyWork,
  connectionId: ConnectionId,
  running: readonly CampaignId[],
): Promise<readonly CampaignId[]> {
  const askedBefore = new Date(work.now.getTime() - confirmationPatienceMs)
  const checked = await work.db.rows(noteChecked, { campaignIds: running, at: work.now })
  const givenUp = await work.db.rows(giveUpAsked, { campaignIds: running, askedBefore, at: work.now })
  const lookAt = checked.length > 0 ? work.now : new Date(work.now.getTime() + idleLookMs)
  await work.db.run(restSlot, { connectionId, lookAt })
  // All running campaigns: one may have no contact left.
  return [...checked, ...givenUp].length > 0 ? running : []
}

/** Files are sent with the message, not with the question. */
async function filesOf(work: CompanyWork, campaign: CampaignRow, turn: SendRow): Promise<readonly Kept[]> {
  if (isRequest(campaign, turn)) return []
  const own = campaign.media === null || isRetry(campaign, turn) ? [] : [campaign.media]
  if (campaign.file_list_id === null) return own
  const { options } = await fileListToRead(work, campaign.file_list_id)
  return [...own, ...options.flatMap(({ media }) => (media === null ? [] : [media]))]
}

function isRequest({ confirmation }: CampaignRow, { state }: SendRow): boolean {
  return confirmation && state === 'pending'
}

/** WhatsApp refused it because of the sending number: it is sent again under its id. */
function isRetry(campaign: CampaignRow, turn: SendRow): boolean {
  return earlierMessage(campaign, turn) !== null
}

function earlierMessage(campaign: CampaignRow, turn: SendRow): MessageId | null {
  return isRequest(campaign, turn) ? turn.confirmation_message_id : turn.message_id
}

async function removeAll(store: FileStore, files: readonly Kept[]): Promise<void> {
  for (const { key } of files) await store.remove(key)
}

/** False when another contact is next by now, or other files are needed: the caller removes the copies. */
async function writeTo(
  work: CompanyWork,
  connectionId: ConnectionId,
  { shippingId, files }: Send,
  copies: readonly Kept[],
): Promise<boolean> {
  const slot = await freeSlot(work, connectionId)
  const turn = slot === null ? null : await work.db.row(nextInSlot, { connectionId })
  if (slot === null || turn === null || turn.id !== shippingId || !mayGet(turn)) return false
  const campaign = await campaignToRead(work, turn.campaign_id)
  const wanted = await filesOf(work, campaign, turn)
  if (wanted.map(({ key }) => key).join() !== files.map(({ key }) => key).join()) return false

  if (!(await deliver(work, { campaign, turn, connectionId, copies }))) return false

  await work.db.run(useSlot, { campaignId: campaign.id, at: work.now })
  const pace = paceAfterContact(
    await campaignSettings(work),
    { longPauseEndedAt: slot.long_pause_ended_at.getTime() },
    work.now.getTime(),
    work.chance(),
  )
  await work.db.run(paceSlot, {
    connectionId,
    pacedUntil: new Date(pace.pacedUntil),
    longPauseEndedAt: new Date(pace.longPauseEndedAt),
  })
  await settleCampaigns(work, [campaign.id])
  return true
}

interface Delivery {
  readonly campaign: CampaignRow
  readonly turn: SendRow
  readonly connectionId: ConnectionId
  readonly copies: readonly Kept[]
}

/** False when the message to retry was deleted meanwhile. The next run writes it anew with all files. */
async function deliver(
  work: CompanyWork,
  { campaign, turn, connectionId, copies }: Delivery,
): Promise<boolean> {
  const { number, name } = turn
  const contact = await recogniseContact(work, {
    chat: { kind: 'person', phone: number, lid: null },
    called: { name, source: 'push' },
  })
  const ticket = await liveOrClosedTicket(work, { contact, connectionId, userId: null })
  const send = async (draft: Draft) =>
    (await sendMessage(work, { ...ticket, connection_id: connectionId }, draft, null)).id

  const rest = [...copies]
  const earlier = earlierMessage(campaign, turn)
  if (earlier !== null) {
    if (!(await retryBulk(work, earlier, connectionId))) return false
  } else {
    const picture = campaign.media === null || isRequest(campaign, turn) ? null : (rest.shift() ?? null)
    const body = await textFor(work, campaign, turn)
    await note(work, campaign, turn, contact, await send(draftOf(body, picture)))
  }
  // The files of its list, in order; a list has at most fifty.
  for (const file of rest) await send(draftOf('', file))
  return true
}

async function note(
  { db, now }: CompanyWork,
  campaign: CampaignRow,
  turn: SendRow,
  contact: ContactRow,
  messageId: MessageId,
): Promise<void> {
  const statement = isRequest(campaign, turn) ? noteRequest : noteMessage
  await db.run(statement, { id: turn.id, contactId: contact.id, messageId, at: now })
}

async function textFor(work: CompanyWork, campaign: CampaignRow, turn: SendRow): Promise<string> {
  const { variables } = await campaignSettings(work)
  const { id, failed_count, sent_count, delivered_count, read_count, requested_count } = campaign
  const text = isRequest(campaign, turn)
    ? textInTurn(campaign.confirmation_messages, requested_count, id)
    : textInTurn(campaign.messages, failed_count + sent_count + delivered_count + read_count, id)
  if (text === null) throw new Error(`campaign ${id} runs without a text`)
  const { name, number, email } = turn
  const { time_zone: timeZone, language } = await ownCompany(work)
  return fillVariables(text, { name, number, email, now: work.now, timeZone, language }, variables)
}

function draftOf(body: string, file: Kept | null): Draft {
  return {
    body,
    clientId: null,
    mediaType: file?.mediaType ?? null,
    media: file && mediaFacts(file),
    quotedId: null,
    origin: 'campaign',
  }
}

function mediaFacts({ key, fileName, mimetype, sizeBytes, width = null, height = null }: Kept): MediaFacts {
  return { state: 'ready', key, fileName, mimetype, sizeBytes, seconds: null, width, height }
}

/** A failure that every contact of the list would have; null when it concerns this contact or passes. */
async function troubleOfFiles(
  store: FileStore,
  files: readonly Kept[],
  error: unknown,
): Promise<PauseReason | null> {
  if (error instanceof Refusal && error.code === 'ERR_STORAGE_FULL') return error.code
  for (const { key } of files) if ((await store.open(key)) === null) return 'ERR_CAMPAIGN_FILE_GONE'
  return null
}

/** Pauses this campaign until a user repairs its files. Other campaigns of the connection continue. */
async function pauseAlone(
  work: CompanyWork,
  connectionId: ConnectionId,
  id: CampaignId,
  reason: PauseReason,
): Promise<void> {
  await slotToUse(work, connectionId)
  const paused = await work.db.row(pauseCampaign, { id, reason, at: work.now })
  if (paused !== null) await settleCampaigns(work, [id])
}

/** Stores a refusal on the contact's row; after another failure it is tried up to five times. */
async function noteTrouble(
  work: CompanyWork,
  connectionId: ConnectionId,
  id: ShippingId,
  error: unknown,
): Promise<void> {
  await slotToUse(work, connectionId)
  const tried = await work.db.row(countAttempt, { id })
  if (tried === null) return
  const isOver = error instanceof Refusal || tried.attempts >= attemptsAllowed
  if (!isOver) {
    await work.db.run(restSlot, { connectionId, lookAt: new Date(work.now.getTime() + troubleLookMs) })
    return
  }
  const failure = error instanceof Refusal ? error.code : 'ERR_SENDING_WAPP_MSG'
  await work.db.run(failShipping, { id, failure, at: work.now })
  await settleCampaigns(work, [tried.campaign_id])
}
