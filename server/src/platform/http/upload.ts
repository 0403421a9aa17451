import type { UserId } from '@balcao/domain/ids'
import type { MediaType } from '@balcao/domain/messages'
import { addToCount } from '../add-to-count'
import { refuse } from '../refusal'

/** The most uploads of one user at a time. One upload may contain many files. */
export const maxConcurrentUploads = 4

export interface UploadLimiter {
  take<T>(userId: UserId, read: () => Promise<T>): Promise<T>
}

export interface UploadedFile {
  readonly key: string
  /** The sender's file name without invisible and unsafe characters, for display only. */
  readonly fileName: string
  /** The MIME type, detected from the content and not declared by the sender. */
  readonly mimetype: string
  readonly mediaType: Extract<MediaType, 'image' | 'audio' | 'video' | 'application'>
  readonly sizeBytes: number
  readonly width: number | null
  readonly height: number | null
}

/** Reads a multipart call and stores its files in the company's folder. */
export type UploadReader = (
  request: import('fastify').FastifyRequest,
  companyId: import('@balcao/domain/ids').CompanyId,
) => Promise<{
  fields: Record<string, unknown>
  files: readonly UploadedFile[]
  /** Removes the stored files again. The caller uses it when the rest of the call fails. */
  discard(): Promise<void>
}>

/** Limits the running uploads of a user, because each reserves disk space for its announced size. */
export function createUploadLimiter(): UploadLimiter {
  const running = new Map<UserId, number>()
  return {
    async take(userId, read) {
      if ((running.get(userId) ?? 0) >= maxConcurrentUploads) throw refuse('ERR_TOO_MANY_UPLOADS')
      addToCount(running, userId, 1)
      try {
        return await read()
      } finally {
        addToCount(running, userId, -1)
      }
    },
  }
}
