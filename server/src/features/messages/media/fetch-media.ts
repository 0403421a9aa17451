import { MediaGone, type WhatsappGateway } from '@balcao/whatsapp/gateway'
import { z } from 'zod'
import type { DataKeys } from '../../../platform/encryption'
import type { FileStore } from '../../../platform/files/file-store'
import { type JobKind, jobKind } from '../../../platform/jobs'
import type { Log } from '../../../platform/log'
import { loadSessionKeys } from '../../connections/session-keys'
import {
  isCompanyStorageFullError,
  isPermanentMediaFailure,
  markMediaUnavailable,
  mediaToFetch,
  reportMediaFailure,
  saveFetchedMedia,
} from './fetched-media'
import { storeMedia } from './keep-media'
import { enqueueReuploadRequest, fetchMediaTask, messageIdPayloadSchema } from './order-media'

/** Six attempts take about four minutes, because the pauses grow. Afterwards the message offers *try again*. */
const maxAttempts = 6
/** A host that sends very slowly would block a worker. 100 MB take this long at 7 Mbit/s. */
const timeoutMs = 120_000

export interface MediaDependencies {
  readonly gateway: Pick<WhatsappGateway, 'fetchMedia'>
  readonly store: FileStore
  readonly dataKeys: DataKeys
  readonly log: Pick<Log, 'warn' | 'error'>
}

/** Fetches and stores the media of an incoming message that is already shown (MESSAGE-10). */
export function fetchMediaJob({ gateway, store, dataKeys, log }: MediaDependencies): JobKind {
  return jobKind({
    task: fetchMediaTask,
    workerPool: 'downloads',
    payload: z.object({ messageId: messageIdPayloadSchema, wasUploadedAgain: z.boolean().default(false) }),
    async carryOut(company, { messageId, wasUploadedAgain }) {
      const order = await company.act((work) => mediaToFetch(work, messageId, dataKeys))
      if (order === null) return
      try {
        const signal = AbortSignal.any([company.stopping, AbortSignal.timeout(timeoutMs)])
        const content = gateway.fetchMedia(order.reference, signal, {
          load: (type, ids) =>
            company.act((work) => loadSessionKeys(work, dataKeys, order.row.connection_id, type, ids)),
        })
        const kept = await storeMedia(store, company.companyId, content, order.declared)
        await company.act((work) => saveFetchedMedia(work, messageId, kept))
      } catch (error) {
        const isGone = error instanceof MediaGone
        // The sender's phone may still have the file, so request a new upload, unless that has just happened.
        if (isGone && !wasUploadedAgain)
          return company.act(async (work) => enqueueReuploadRequest(work, messageId))
        await reportMediaFailure(company, messageId, error, log)
        if (isCompanyStorageFullError(error))
          return company.act((work) => markMediaUnavailable(work, messageId, 'no-room'))
        if (!isPermanentMediaFailure(error) && company.attempt < maxAttempts) throw error
        await company.act((work) => markMediaUnavailable(work, messageId))
      }
    },
  })
}
