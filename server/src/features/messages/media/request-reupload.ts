import type { MessageId } from '@balcao/domain/ids'
import { type MediaReference, type MessageReference, UnsupportedByProvider } from '@balcao/whatsapp/gateway'
import { z } from 'zod'
import type { DataKeys } from '../../../platform/encryption'
import { type JobKind, jobKind } from '../../../platform/jobs'
import type { Log } from '../../../platform/log'
import type { CompanyWork } from '../../../platform/work'
import type { LiveLinks } from '../../connections/live-links.port'
import { whatsappReferenceOf } from '../message-reference'
import { setMediaReference } from '../messages.queries'
import {
  isPermanentMediaFailure,
  type MediaToFetch,
  markMediaUnavailable,
  mediaToFetch,
  reportMediaFailure,
} from './fetched-media'
import { encryptMediaReference } from './media-reference'
import { enqueueMediaFetch, messageIdPayloadSchema, requestReuploadTask } from './order-media'

/** Each attempt waits up to a minute for the phone. Afterwards the message offers *try again*. */
const maxAttempts = 3

export interface ReuploadDependencies {
  readonly liveLinks: LiveLinks
  readonly dataKeys: DataKeys
  readonly log: Pick<Log, 'warn' | 'error'>
}

/** Asks the sender's phone to upload media again that WhatsApp has deleted (404, 410), and then fetches the file. */
export function requestReuploadJob({ liveLinks, dataKeys, log }: ReuploadDependencies): JobKind {
  return jobKind({
    task: requestReuploadTask,
    workerPool: 'phones',
    payload: z.object({ messageId: messageIdPayloadSchema }),
    async carryOut(company, { messageId }) {
      const order = await company.act((work) => mediaToReupload(work, messageId, dataKeys))
      if (order === null) return
      try {
        const { connection_id: connectionId } = order.row
        const link = connectionId === null ? null : liveLinks.link(company.companyId, connectionId)
        if (link === null) throw new Error('the number that received this media is not connected')
        const reference = await link.requestReupload(order.message, order.reference)
        await company.act((work) => fetchBy(work, messageId, reference, order.message, dataKeys))
      } catch (error) {
        await reportMediaFailure(company, messageId, error, log)
        const isOver = isPermanentMediaFailure(error) || error instanceof UnsupportedByProvider
        if (!isOver && company.attempt < maxAttempts) throw error
        await company.act((work) => markMediaUnavailable(work, messageId))
      }
    },
  })
}

async function mediaToReupload(
  work: CompanyWork,
  messageId: MessageId,
  dataKeys: DataKeys,
): Promise<(MediaToFetch & { readonly message: MessageReference }) | null> {
  const media = await mediaToFetch(work, messageId, dataKeys)
  const message = media && (await whatsappReferenceOf(work, media.row))
  return message && { ...media, message }
}

/** Stores the new media reference, because *try again* also uses it, and enqueues the fetch. */
async function fetchBy(
  work: CompanyWork,
  messageId: MessageId,
  reference: MediaReference,
  { id }: MessageReference,
  dataKeys: DataKeys,
): Promise<void> {
  const sealedReference = encryptMediaReference(work, dataKeys, id, reference)
  await work.db.run(setMediaReference, { messageId, sealedReference })
  enqueueMediaFetch(work, messageId, { wasUploadedAgain: true })
}
