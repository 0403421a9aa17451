import type { TemplateWithValues } from '@balcao/contract/message-templates'
import {
  campaignStatusAfterSaving,
  maxCampaignTextVariants,
  mayChangeCampaign,
  mayDeleteCampaign,
  optOutWindowMs,
} from '@balcao/domain/campaigns'
import { instantOfLocalTime } from '@balcao/domain/days'
import type { CampaignId, ConnectionId, ContactListId, FileListId, TagId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { queueFileRemoval } from '../../platform/files/remove-files'
import type { UploadedFile } from '../../platform/http/upload'
import { refuse } from '../../platform/refusal'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { ownCompany } from '../companies/companies.read'
import { connectionToRead } from '../connections/connections.access'
import type { ConnectionRow } from '../connections/connections.queries'
import { contactListToRead } from '../contact-lists/contact-lists.access'
import { addContactsOfTag, createContactList } from '../contact-lists/contact-lists.verbs'
import { fileListToRead } from '../file-lists/file-lists.access'
import { readTag } from '../tags/tags.read'
import {
  connectionOfCampaign,
  refuseUnsendableTemplate,
  templateAfterCampaignUpdate,
} from './campaign-template'
import { insertPastRecipients } from './campaign-writings.queries'
import { campaignToChange, campaignToStop, refuseWhenCampaignsDisabled } from './campaigns.access'
import { campaignChanged } from './campaigns.events'
import {
  type CampaignMedia,
  type CampaignRow,
  campaignById,
  insertCampaign,
  removeCampaign,
  saveCampaign,
} from './campaigns.queries'
import { finishExhaustedCampaign } from './finish-exhausted-campaigns'

type Slots<Name extends string> = { readonly [slot in `${Name}${1 | 2 | 3 | 4 | 5}`]?: string | undefined }

interface CampaignFormFields extends Slots<'message'>, Slots<'confirmationMessage'> {
  readonly name?: string | undefined
  readonly confirmation?: boolean | undefined
  /** ISO 8601; without an offset it is local time of the company. Null: not planned. */
  readonly scheduledAt?: string | null | undefined
  readonly whatsappId?: ConnectionId | null | undefined
  readonly contactListId?: ContactListId | null | undefined
  readonly tagListId?: TagId | null | undefined
  readonly fileListId?: FileListId | null | undefined
  readonly template?: TemplateWithValues | null | undefined
}

/** Accepts the current minute as a start time, although it began up to 60 seconds ago. */
const startToleranceMs = 60_000
const minuteMs = 60_000

export async function createCampaign(
  work: PersonWork,
  form: CampaignFormFields & { readonly name: string },
): Promise<CampaignRow> {
  await refuseWhenCampaignsDisabled(work)
  const { id } = await work.db.one(insertCampaign, { name: form.name, at: work.now })
  const empty = await work.db.one(campaignById, { id })
  await saveChecked(work, empty, await changedFields(work, empty, form))
  return finishExhaustedCampaign(work, id, 'create')
}

/** Changes a campaign. Refuses while it runs, after its end, and from an hour before its planned time (CAMP-08). */
export async function updateCampaign(
  work: PersonWork,
  id: CampaignId,
  change: CampaignFormFields,
): Promise<CampaignRow> {
  const before = await campaignToEdit(work, id)
  await saveChecked(work, before, await changedFields(work, before, change))
  return finishExhaustedCampaign(work, id)
}

/** Deletes a campaign that is not running. A copy of its contacts stays, because they may still opt out. */
export async function deleteCampaign(work: PersonWork, id: CampaignId): Promise<void> {
  const before = await campaignToStop(work, id)
  if (!mayDeleteCampaign(before)) throw refuse('ERR_CAMPAIGN_STATE')

  await work.db.run(insertPastRecipients, {
    campaignId: id,
    since: new Date(work.now.getTime() - optOutWindowMs),
  })
  await work.db.run(removeCampaign, { id })
  removeFile(work, before.media)
  const { name, status, total_count: contacts } = before
  await recordAudit(work, { act: 'campaign.deleted', subject: { id, name }, detail: { status, contacts } })
  work.record(campaignChanged, { action: 'delete', id })
}

/** Stores the campaign's file and removes the previous one. */
export async function putCampaignFile(
  work: PersonWork,
  id: CampaignId,
  [file, ...others]: readonly UploadedFile[],
): Promise<CampaignRow> {
  const before = await campaignToEdit(work, id)
  if (file === undefined) throw refuse('ERR_UPLOAD_EMPTY')
  if (others.length > 0) throw refuse('ERR_VALIDATION', { field: 'file' })
  return saveMedia(work, before, file)
}

export async function removeCampaignFile(work: PersonWork, id: CampaignId): Promise<CampaignRow> {
  return saveMedia(work, await campaignToEdit(work, id), null)
}

async function campaignToEdit(work: PersonWork, id: CampaignId): Promise<CampaignRow> {
  const before = await campaignToChange(work, id)
  const { status, scheduled_at: scheduledAt } = before
  if (!mayChangeCampaign({ status, scheduledAt }, work.now)) throw refuse('ERR_CAMPAIGN_STATE')
  return before
}

async function saveMedia(
  work: PersonWork,
  before: CampaignRow,
  file: UploadedFile | null,
): Promise<CampaignRow> {
  await save(work, before, { ...before, media: file && mediaOf(file) })
  removeFile(work, before.media)
  return finishExhaustedCampaign(work, before.id)
}

type Saved = Pick<
  CampaignRow,
  | 'name'
  | 'messages'
  | 'confirmation_messages'
  | 'confirmation'
  | 'scheduled_at'
  | 'connection_id'
  | 'contact_list_id'
  | 'tag_id'
  | 'file_list_id'
  | 'template_id'
  | 'template_values'
  | 'media'
>

interface Change {
  readonly next: Saved
  readonly connection: ConnectionRow | null
}

/** Checks all ids in the form. A new tag creates a list of its contacts (CAMP-17); an unchanged tag keeps its list. */
async function changedFields(
  work: PersonWork,
  before: CampaignRow,
  change: CampaignFormFields,
): Promise<Change> {
  const { name = before.name, confirmation = before.confirmation } = change
  const { whatsappId, fileListId, scheduledAt } = change
  if (whatsappId != null) await connectionToRead(work, whatsappId)
  if (fileListId != null) await fileListToRead(work, fileListId)
  const connectionId = whatsappId === undefined ? before.connection_id : whatsappId
  const connection = await connectionOfCampaign(work, { connection_id: connectionId })
  const next = {
    name,
    confirmation,
    messages: slotsAfter(before.messages, (slot) => change[`message${slot}`]),
    confirmation_messages: slotsAfter(
      before.confirmation_messages,
      (slot) => change[`confirmationMessage${slot}`],
    ),
    scheduled_at: scheduledAt === undefined ? before.scheduled_at : await momentOf(work, before, scheduledAt),
    connection_id: connectionId,
    file_list_id: fileListId === undefined ? before.file_list_id : fileListId,
    ...(await templateAfterCampaignUpdate(work, before, connection, change.template)),
    media: before.media,
    ...(await peopleOf(work, before, name, change)),
  }
  return { next, connection }
}

function slotsAfter(
  before: readonly string[],
  written: (slot: 1 | 2 | 3 | 4 | 5) => string | undefined,
): string[] {
  return Array.from(
    { length: maxCampaignTextVariants },
    // The cast is safe: `place` counts the five texts of a campaign from zero.
    (_, place) => written((place + 1) as 1 | 2 | 3 | 4 | 5) ?? before[place] ?? '',
  )
}

async function peopleOf(
  work: PersonWork,
  before: CampaignRow,
  name: string,
  { contactListId, tagListId }: CampaignFormFields,
): Promise<Pick<Saved, 'contact_list_id' | 'tag_id'>> {
  if (tagListId !== undefined && tagListId !== null && tagListId !== before.tag_id) {
    const tag = await readTag(work, tagListId)
    const list = await createContactList(work, `${name} · ${tag.name}`.slice(0, limits.name.max))
    await addContactsOfTag(work, list.id, tagListId)
    return { contact_list_id: list.id, tag_id: tagListId }
  }
  const isSameTag = tagListId !== undefined && tagListId !== null
  const keepsList = contactListId === undefined || (contactListId === null && isSameTag)
  const listId = keepsList ? before.contact_list_id : contactListId
  if (listId !== null && listId !== before.contact_list_id) await contactListToRead(work, listId)
  const isSameList = listId === before.contact_list_id
  return { contact_list_id: listId, tag_id: isSameList && tagListId !== null ? before.tag_id : null }
}

/** Refuses a new time in the past. An unchanged one may have passed: forms send it with every change. */
async function momentOf(
  work: CompanyWork,
  before: CampaignRow,
  written: string | null,
): Promise<Date | null> {
  if (written === null) return null
  const hasOffset = /(Z|[+-]\d{2}:?\d{2})$/i.test(written)
  const moment = hasOffset
    ? new Date(written)
    : instantOfLocalTime(written, (await ownCompany(work)).time_zone)
  const minuteOf = (at: Date) => Math.floor(at.getTime() / minuteMs)
  if (before.scheduled_at !== null && minuteOf(moment) === minuteOf(before.scheduled_at)) {
    return before.scheduled_at
  }
  if (moment.getTime() < work.now.getTime() - startToleranceMs) throw refuse('ERR_CAMPAIGN_IN_PAST')
  return moment
}

/**
 * Checks and saves a campaign. A planned one must have a contact list, and a template if its connection requires one.
 */
async function saveChecked(
  work: PersonWork,
  before: CampaignRow,
  { next, connection }: Change,
): Promise<void> {
  refuseIncompleteCampaign(next)
  const status = campaignStatusAfterSaving({ status: before.status, scheduledAt: next.scheduled_at })
  const isDraft = status !== 'PROGRAMADA'
  if (!isDraft && next.contact_list_id === null) throw refuse('ERR_CAMPAIGN_NO_CONTACTS')
  if (connection !== null) await refuseUnsendableTemplate(work, next, connection, { isDraft })
  await save(work, { ...before, status }, next)
}

/**
 * Refuses a campaign without a text, or without a question when it asks for confirmation (CAMP-02). A campaign with a
 * template needs no text for its first message, because that is the template.
 */
export function refuseIncompleteCampaign({
  messages,
  confirmation,
  confirmation_messages,
  template_values,
}: Pick<CampaignRow, 'messages' | 'confirmation' | 'confirmation_messages' | 'template_values'>): void {
  const hasTemplate = template_values !== null
  if (!(hasTemplate && !confirmation) && !messages.some(isWritten)) throw refuse('ERR_CAMPAIGN_NO_MESSAGE')
  if (confirmation && !hasTemplate && !confirmation_messages.some(isWritten))
    throw refuse('ERR_CAMPAIGN_NO_CONFIRMATION')
}

function isWritten(text: string): boolean {
  return text.trim() !== ''
}

/**
 * Saves a campaign. During a visit of the platform's support, refuses a planned time, because the campaign would start
 * by itself later (docs/features/campaigns.md).
 */
async function save(
  { db, now, actor }: PersonWork,
  { id, status }: Pick<CampaignRow, 'id' | 'status'>,
  next: Saved,
): Promise<void> {
  if (status === 'PROGRAMADA' && actor.isSupport === true) throw refuse('ERR_SUPPORT_MAY_NOT')
  await db.run(saveCampaign, {
    id,
    name: next.name,
    messages: next.messages,
    confirmationMessages: next.confirmation_messages,
    confirmation: next.confirmation,
    scheduledAt: next.scheduled_at,
    status,
    connectionId: next.connection_id,
    contactListId: next.contact_list_id,
    tagId: next.tag_id,
    fileListId: next.file_list_id,
    templateId: next.template_id,
    templateValues: next.template_values === null ? null : JSON.stringify(next.template_values),
    media: next.media === null ? null : JSON.stringify(next.media),
    at: now,
  })
}

function mediaOf(file: UploadedFile): CampaignMedia {
  const { key, fileName, mimetype, mediaType, sizeBytes, width, height } = file
  return { key, fileName, mimetype, mediaType, sizeBytes, width, height }
}

function removeFile(work: CompanyWork, media: CampaignMedia | null): void {
  if (media !== null) queueFileRemoval(work, [media.key])
}
