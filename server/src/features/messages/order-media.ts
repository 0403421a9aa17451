import type { MessageId } from '@balcao/domain/ids'
import { z } from 'zod'
import type { CompanyWork } from '../../platform/work'

// What is ordered of the jobs that bring in media: `fetch-media.ts` and `request-reupload.ts` carry it out.

export const fetchTask = 'messages.fetchMedia'
export const reuploadTask = 'messages.requestReupload'

type OrderWork = Pick<CompanyWork, 'enqueue' | 'companyId'>

/** Orders the media of a message; a repeated order replaces a waiting one. */
export function orderMediaFetch(
  { companyId, enqueue }: OrderWork,
  messageId: MessageId,
  { wasUploadedAgain = false } = {},
): void {
  const key = `${fetchTask} ${companyId} ${messageId}`
  enqueue({ task: fetchTask, payload: { messageId, wasUploadedAgain }, key })
}

/**
 * Orders that the phone which sent a media be asked to upload it again. One at a time in a company: a phone that is
 * switched off lets us wait, and must hold up nobody else's media.
 */
export function orderReupload({ companyId, enqueue }: OrderWork, messageId: MessageId): void {
  enqueue({ task: reuploadTask, payload: { messageId }, queue: `${reuploadTask} ${companyId}` })
}

export const messageIdOfJob = z
  .number()
  .int()
  .transform((id) => id as MessageId) // branding is parsing
