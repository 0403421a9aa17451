import type { UserId } from '@balcao/domain/ids'
import type { MediaType } from '@balcao/domain/messages'
import { addToCount } from '../add-to-count'
import { refuse } from '../refusal'

/** The maximum of running uploads of one user. One call may contain many files. */
export const maxConcurrentUploads = 4

export interface UploadLimiter {
  take<T>(userId: UserId, read: () => Promise<T>): Promise<T>
}

export interface UploadedFile {
  readonly key: string
  /** The sender's file name, cleaned; for display only. */
  readonly fileName: string
  /** Detected from the content, not declared by the sender. */
  readonly mimetype: string
  readonly mediaType: Extract<MediaType, 'image' | 'audio' | 'video' | 'application'>
  readonly sizeBytes: number
  readonly width: number | null
  readonly height: number | null
}

/** Stores the files of a multipart call in the company's store. */
export type UploadReader = (
  request: import('fastify').FastifyRequest,
  companyId: import('@balcao/domain/ids').CompanyId,
) => Promise<{
  fields: Record<string, unknown>
  files: readonly UploadedFile[]
  /** Removes the stored files again, for a call that fails. */
  discard(): Promise<void>
}>

/** Each upload reserves disk space for its announced size. */
export function uploadLimiter(): UploadLimiter {
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
