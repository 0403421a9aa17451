import type { MessageId } from '@balcao/domain/ids'
import { z } from 'zod'
import type { CompanyWork } from '../../../platform/work'
import type { MessageRow } from '../messages.queries'
import type { MediaMetadata } from './media-facts'

// `fetch-media.ts`, `request-reupload.ts` and `compatible-sound.ts` run the jobs that this module enqueues.

export const fetchMediaTask = 'messages.fetchMedia'
export const requestReuploadTask = 'messages.requestReupload'
export const makeMp3CopyTask = 'messages.makeCompatible'

type OrderWork = Pick<CompanyWork, 'enqueue' | 'companyId'>

/** Enqueues the fetch of a message's media. The job key replaces a waiting job of the same message. */
export function enqueueMediaFetch(
  { companyId, enqueue }: OrderWork,
  messageId: MessageId,
  { wasUploadedAgain = false } = {},
): void {
  const key = `${fetchMediaTask} ${companyId} ${messageId}`
  enqueue({ task: fetchMediaTask, payload: { messageId, wasUploadedAgain }, key })
}

export function enqueueReuploadRequest({ enqueue }: Pick<OrderWork, 'enqueue'>, messageId: MessageId): void {
  enqueue({ task: requestReuploadTask, payload: { messageId } })
}

/** Enqueues an MP3 copy of a sound that iPhones do not play (decision 0018). Does nothing for other media. */
export function enqueueMp3Copy(
  { enqueue }: Pick<OrderWork, 'enqueue'>,
  row: Pick<MessageRow, 'id' | 'media' | 'media_type'>,
): void {
  if (needsMp3Copy(row)) enqueue({ task: makeMp3CopyTask, payload: { messageId: row.id } })
}

export function needsMp3Copy<Row extends Pick<MessageRow, 'media' | 'media_type'>>(
  row: Row,
): row is Row & { media: MediaMetadata & { key: string } } {
  const { media, media_type } = row
  if (media === null || media.key === null || media_type !== 'audio') return false
  return media.mimetype === 'audio/ogg' && media.compatibleKey === undefined
}

export const messageIdPayloadSchema = z
  .number()
  .int()
  .transform((id) => id as MessageId) // The cast is safe, because this server wrote the payload.
