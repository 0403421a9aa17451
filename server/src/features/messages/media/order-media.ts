import type { MessageId } from '@balcao/domain/ids'
import { z } from 'zod'
import type { CompanyWork } from '../../../platform/work'
import type { MessageRow } from '../messages.queries'
import type { MediaMetadata } from './media-facts'

// Orders the jobs about media; `fetch-media.ts`, `request-reupload.ts` and `compatible-sound.ts` carry them out.

export const fetchMediaTask = 'messages.fetchMedia'
export const requestReuploadTask = 'messages.requestReupload'
export const makeCompatibleSoundTask = 'messages.makeCompatible'

type OrderWork = Pick<CompanyWork, 'enqueue' | 'companyId'>

/** Orders the fetch of a message's media; the job key replaces a waiting order. */
export function enqueueMediaFetch(
  { companyId, enqueue }: OrderWork,
  messageId: MessageId,
  { wasUploadedAgain = false } = {},
): void {
  const key = `${fetchMediaTask} ${companyId} ${messageId}`
  enqueue({ task: fetchMediaTask, payload: { messageId, wasUploadedAgain }, key })
}

/** Orders the request to the sender's phone to upload a media again. */
export function enqueueReuploadRequest({ enqueue }: Pick<OrderWork, 'enqueue'>, messageId: MessageId): void {
  enqueue({ task: requestReuploadTask, payload: { messageId } })
}

/** Orders an MP3 for a sound that iPhones do not play (decision 0018). Does nothing for other media. */
export function enqueueCompatibleSound(
  { enqueue }: Pick<OrderWork, 'enqueue'>,
  row: Pick<MessageRow, 'id' | 'media' | 'media_type'>,
): void {
  if (needsMp3(row)) enqueue({ task: makeCompatibleSoundTask, payload: { messageId: row.id } })
}

export function needsMp3<Row extends Pick<MessageRow, 'media' | 'media_type'>>(
  row: Row,
): row is Row & { media: MediaMetadata & { key: string } } {
  const { media, media_type } = row
  if (media === null || media.key === null || media_type !== 'audio') return false
  return media.mimetype === 'audio/ogg' && media.compatibleKey === undefined
}

export const messageIdInPayload = z
  .number()
  .int()
  .transform((id) => id as MessageId) // This server wrote the payload.
