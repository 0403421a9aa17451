import type { MessageId } from '@balcao/domain/ids'
import { MediaGone, type MediaReference } from '@balcao/whatsapp/gateway'
import type { DataKeys } from '../../../platform/encryption'
import { queueFileRemoval } from '../../../platform/files/remove-files'
import type { CompanyJobContext } from '../../../platform/jobs'
import type { Log } from '../../../platform/log'
import { Refusal } from '../../../platform/refusal'
import type { CompanyWork } from '../../../platform/work'
import { storageFull } from '../messages.events'
import { type MessageRow, messageById, setMediaOfMessage } from '../messages.queries'
import { lockTicketsForMessages } from '../outgoing/hold-tickets'
import { recordMessageChange } from '../record-message'
import type { StoredMedia } from './keep-media'
import { fileKeysOfMedia, type MediaMetadata } from './media-facts'
import { decryptMediaReference } from './media-reference'
import { enqueueMp3Copy } from './order-media'

export interface MediaToFetch {
  readonly row: MessageRow
  readonly reference: MediaReference
  readonly declared: { readonly mediaType: MessageRow['media_type']; readonly mimetype: string }
}

/** The reference of a message's media; null: there is none, or the media is stored already. */
export async function mediaToFetch(
  work: CompanyWork,
  messageId: MessageId,
  dataKeys: DataKeys,
): Promise<MediaToFetch | null> {
  const row = await work.db.row(messageById, { messageId })
  if (row?.sealed_media_reference == null || row.media?.key !== null || row.is_deleted) return null
  return {
    row,
    reference: decryptMediaReference(work, dataKeys, row.whatsapp_id ?? '', row.sealed_media_reference),
    declared: { mediaType: row.media_type, mimetype: row.media.mimetype },
  }
}

/** Saves fetched media in its message. Deletes the files if the message was deleted or another job was first. */
export async function saveFetchedMedia(
  work: CompanyWork,
  messageId: MessageId,
  { mediaType, facts }: StoredMedia,
): Promise<void> {
  await lockTicketsForMessages(work, [messageId])
  const row = await work.db.row(messageById, { messageId })
  if (row === null || row.media?.key !== null || row.is_deleted) {
    queueFileRemoval(work, fileKeysOfMedia(facts))
    return
  }
  const media = { ...row.media, ...facts, state: 'ready' as const }
  const ready = await saveMediaOfMessage(work, messageId, media, mediaType)
  enqueueMp3Copy(work, ready)
  await recordMessageChange(work, ready, 'media')
}

/** Marks the media as unavailable. The message keeps its caption, its media reference and *try again*. */
export async function markMediaUnavailable(
  work: CompanyWork,
  messageId: MessageId,
  state: 'failed' | 'no-room' = 'failed',
): Promise<void> {
  await lockTicketsForMessages(work, [messageId])
  const row = await work.db.row(messageById, { messageId })
  if (row === null || (row.media?.state !== 'on-its-way' && row.media?.state !== 'no-room')) return
  if (row.media.state === state) return
  const media: MediaMetadata = { ...row.media, state }
  await recordMessageChange(work, await saveMediaOfMessage(work, messageId, media, row.media_type))
}

/** Logs the failure (MESSAGE-10). A full storage also notifies the admins, because they can free space. */
export async function reportMediaFailure(
  company: CompanyJobContext,
  messageId: MessageId,
  error: unknown,
  log: Pick<Log, 'warn' | 'error'>,
  trouble = 'ERR_WAPP_DOWNLOAD_MEDIA: a media could not be fetched',
): Promise<void> {
  if (company.stopping.aborted) return
  const facts = { err: error, companyId: company.companyId, messageId, attempt: company.attempt }
  if (isCompanyStorageFullError(error))
    log.warn(facts, 'ERR_COMPANY_STORAGE_FULL: a company has no room for files')
  else if (!isStorageFull(error)) return log.warn(facts, trouble)
  else log.error(facts, 'ERR_STORAGE_FULL: the disk is full; messages go on without their media')
  // The event is recorded once per message, not for each attempt.
  if (company.attempt === 1)
    await company.act(async (work) =>
      work.record(storageFull, { of: isCompanyStorageFullError(error) ? 'company' : 'disk' }),
    )
}

/** Whether a retry would have the same result: the media is gone, too large or empty. */
export function isPermanentMediaFailure(error: unknown): boolean {
  return error instanceof MediaGone || (error instanceof Refusal && !isStorageFull(error))
}

export function isCompanyStorageFullError(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'ERR_COMPANY_STORAGE_FULL'
}

function isStorageFull(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'ERR_STORAGE_FULL'
}

export function saveMediaOfMessage(
  work: Pick<CompanyWork, 'db' | 'now'>,
  messageId: MessageId,
  media: MediaMetadata,
  mediaType: MessageRow['media_type'],
): Promise<MessageRow> {
  return work.db.one(setMediaOfMessage, { messageId, media: JSON.stringify(media), mediaType, at: work.now })
}
