import type { ParsedInputOf } from '@balcao/contract/endpoint'
import type * as calls from '@balcao/contract/quick-messages'
import type { QuickMessageId, UserId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { queueFileRemoval } from '../../platform/files/remove-files'
import type { UploadedFile } from '../../platform/http/upload'
import { refuse } from '../../platform/refusal'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { quickMessageToChange } from './quick-messages.access'
import { quickMessageChanged } from './quick-messages.events'
import {
  countQuickMessagesForLimits,
  insertQuickMessage,
  isShortcodeTaken,
  lockQuickMessageShortcodes,
  type QuickMessageMedia,
  type QuickMessageRow,
  removePrivateQuickMessagesOfUser,
  removeQuickMessage,
  saveQuickMessage,
} from './quick-messages.queries'
import { unsignedQuickMessage } from './quick-messages.view'

type QuickMessageForm = ParsedInputOf<typeof calls.createQuickMessage>['body']
type QuickMessageChange = ParsedInputOf<typeof calls.updateQuickMessage>['body']

export async function createQuickMessage(
  work: PersonWork,
  { shortcode, message, geral, status }: QuickMessageForm,
): Promise<QuickMessageRow> {
  const { userId } = work.actor
  await refuseTakenShortcode(work, { shortcode, isShared: geral, userId })
  await refuseTooMany(work, userId)
  const row = await work.db.one(insertQuickMessage, {
    userId,
    shortcode,
    message,
    isShared: geral,
    status,
    at: work.now,
  })
  recordQuickMessageChange(work, null, row)
  return row
}

export async function updateQuickMessage(
  work: PersonWork,
  id: QuickMessageId,
  change: QuickMessageChange,
): Promise<QuickMessageRow> {
  const before = await quickMessageToChange(work, id)
  const { shortcode = before.shortcode, geral: isShared = before.is_shared } = change
  // Older quick messages may share a shortcode. An unchanged one is not checked, so that their other fields can change.
  if (shortcode !== before.shortcode || isShared !== before.is_shared)
    await refuseTakenShortcode(work, { id, shortcode, isShared, userId: before.user_id })
  return save(work, before, { ...change, media: before.media })
}

export async function putQuickMessageFile(
  work: PersonWork,
  id: QuickMessageId,
  files: readonly UploadedFile[],
): Promise<QuickMessageRow> {
  const before = await quickMessageToChange(work, id)
  const [file, ...others] = files
  if (file === undefined) throw refuse('ERR_UPLOAD_EMPTY')
  const unused = others.map((other) => other.key)
  queueFileRemoval(work, unused)
  const { key, fileName, mimetype, mediaType } = file
  return save(work, before, { media: { key, fileName, mimetype, mediaType } })
}

export async function removeQuickMessageFile(work: PersonWork, id: QuickMessageId): Promise<QuickMessageRow> {
  return save(work, await quickMessageToChange(work, id), { media: null })
}

export async function deleteQuickMessage(work: PersonWork, id: QuickMessageId): Promise<void> {
  const before = await quickMessageToChange(work, id)
  await work.db.run(removeQuickMessage, { id })
  removeFileOf(work, before)
  await recordAudit(work, { act: 'quickMessage.deleted', subject: { id, name: before.shortcode } })
  recordQuickMessageChange(work, before, null)
}

/** Deletes a deleted user's private quick messages. Shared ones stay, without an author. */
export async function deletePrivateQuickMessages(
  work: CompanyWork,
  { userId }: { userId: UserId },
): Promise<void> {
  const removed = await work.db.rows(removePrivateQuickMessagesOfUser, { userId })
  for (const row of removed) removeFileOf(work, row)
}

interface WantedShortcode {
  readonly id?: QuickMessageId
  readonly shortcode: string
  readonly isShared: boolean
  readonly userId: UserId | null
}

/** Refuses a shortcode that another shared quick message, or another one of the same user, has already. */
async function refuseTakenShortcode(work: CompanyWork, wanted: WantedShortcode): Promise<void> {
  const { id = null, shortcode, isShared, userId } = wanted
  await work.db.run(lockQuickMessageShortcodes)
  const { taken } = await work.db.one(isShortcodeTaken, { shortcode, isShared, userId, exceptId: id })
  if (taken) throw refuse(isShared ? 'ERR_SHORTCODE_SHARED' : 'ERR_SHORTCODE_OWN')
}

/** Refuses a quick message beyond a limit. Runs under the lock on shortcodes, so that concurrent calls count right. */
async function refuseTooMany(work: CompanyWork, userId: UserId): Promise<void> {
  const { of_person, of_company } = await work.db.one(countQuickMessagesForLimits, { userId })
  const { ofPerson, ofCompany } = limits.quickMessages
  if (of_person >= ofPerson) throw refuse('ERR_TOO_MANY', { what: 'quickMessages', limit: ofPerson })
  if (of_company >= ofCompany)
    throw refuse('ERR_TOO_MANY', { what: 'quickMessagesOfCompany', limit: ofCompany })
}

async function save(
  work: PersonWork,
  before: QuickMessageRow,
  change: QuickMessageChange & { readonly media: QuickMessageMedia | null },
): Promise<QuickMessageRow> {
  const after = await work.db.one(saveQuickMessage, {
    id: before.id,
    shortcode: change.shortcode ?? before.shortcode,
    message: change.message ?? before.message,
    isShared: change.geral ?? before.is_shared,
    status: change.status ?? before.status,
    media: change.media && JSON.stringify(change.media),
    at: work.now,
  })
  if (before.media?.key !== after.media?.key) removeFileOf(work, before)
  recordQuickMessageChange(work, before, after)
  return after
}

function removeFileOf(work: CompanyWork, { media }: Pick<QuickMessageRow, 'media'>): void {
  if (media !== null) queueFileRemoval(work, [media.key])
}

function recordQuickMessageChange(
  work: CompanyWork,
  before: QuickMessageRow | null,
  after: QuickMessageRow | null,
): void {
  const id = (after ?? before)?.id
  if (id === undefined) return
  work.record(quickMessageChanged, {
    id,
    before: before && { isShared: before.is_shared, userId: before.user_id },
    record: after && unsignedQuickMessage(after),
  })
}
