import type { MessageId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { MediaGone, type MediaReference, type WhatsappGateway } from '@balcao/whatsapp/gateway'
import { z } from 'zod'
import { type DataKeys, decrypt } from '../../platform/encryption'
import type { FileStore } from '../../platform/files/file-store'
import { type JobCompany, type JobKind, jobKind } from '../../platform/jobs'
import type { CompanyWork } from '../../platform/work'
import type { MediaFacts } from './media-facts'
import { mediaReferenceContext } from './media-reference'
import { type MessageRow, messageById, setMedia } from './messages.queries'
import { recordChanged } from './record-message'

const task = 'messages.fetchMedia'
/** About ten minutes in all, by the job runner's growing pauses; then *try again* is on the message. */
const attempts = 6

/** Orders the media of a message; a repeated order replaces a waiting one. */
export function orderMediaFetch(work: CompanyWork, messageId: MessageId): void {
  work.enqueue({ task, payload: { messageId }, key: `${task} ${work.companyId} ${messageId}` })
}

export interface MediaParts {
  readonly gateway: Pick<WhatsappGateway, 'fetchMedia'>
  readonly store: FileStore
  readonly dataKeys: DataKeys
}

/** Fetches and keeps the media of an incoming message; the message itself has long been there (MESSAGE-10). */
export function fetchMediaJob(parts: MediaParts): JobKind {
  return jobKind({
    task,
    payload: z.object({
      messageId: z
        .number()
        .int()
        .transform((id) => id as MessageId),
    }), // branding is parsing
    async carryOut(company, { messageId }) {
      const order = await company.act((work) => mediaToFetch(work, messageId, parts.dataKeys))
      if (order === null) return
      const stored = await fetchAndKeep(company, order.reference, parts)
      await company.act((work) => settleMedia(work, messageId, stored))
    },
  })
}

async function mediaToFetch(
  work: CompanyWork,
  messageId: MessageId,
  dataKeys: DataKeys,
): Promise<{ reference: MediaReference } | null> {
  const row = await work.db.row(messageById, [messageId])
  if (row?.sealed_media_reference == null || row.media?.key !== null || row.is_deleted) return null
  const context = mediaReferenceContext(work, row.whatsapp_id ?? '')
  const reference = decrypt(dataKeys, row.sealed_media_reference, context).toString()
  return { reference: reference as MediaReference } // it was one when it was sealed
}

/** The stored file, or null when it can't be had any more. Passing trouble throws, and the job comes again. */
async function fetchAndKeep(company: JobCompany, reference: MediaReference, { gateway, store }: MediaParts) {
  try {
    const bytes = await gateway.fetchMedia(reference, company.stopping)
    return await store.put(company.companyId, bytes, (kind) => limits.uploads[kind])
  } catch (error) {
    if (error instanceof MediaGone || company.attempt >= attempts) return null
    throw error
  }
}

async function settleMedia(
  work: CompanyWork,
  messageId: MessageId,
  stored: { key: string; sizeBytes: number } | null,
): Promise<void> {
  const row = await work.db.row(messageById, [messageId])
  if (row === null || row.media === null) return
  const media: MediaFacts =
    stored === null
      ? { ...row.media, state: 'failed' }
      : { ...row.media, state: 'ready', key: stored.key, sizeBytes: stored.sizeBytes }
  await recordChanged(work, await saveMedia(work, messageId, media))
}

export function saveMedia(work: CompanyWork, messageId: MessageId, media: MediaFacts): Promise<MessageRow> {
  return work.db.one(setMedia, [messageId, JSON.stringify(media), work.now])
}
