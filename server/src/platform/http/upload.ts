import type { MediaType } from '@balcao/domain/messages'

/** One file of a call, already in the company's store. */
export interface UploadedFile {
  readonly key: string
  /** The sender's name for it, cleaned; for display only. */
  readonly fileName: string
  /** By content, not by the sender's word. */
  readonly mimetype: string
  readonly mediaType: Extract<MediaType, 'image' | 'audio' | 'video' | 'application'>
  readonly sizeBytes: number
  readonly width: number | null
  readonly height: number | null
}

/** Reads the files of a multipart call into the company's store; the fields come beside them, in their order. */
export type UploadReader = (
  request: import('fastify').FastifyRequest,
  companyId: import('@balcao/domain/ids').CompanyId,
) => Promise<{
  fields: Record<string, unknown>
  files: readonly UploadedFile[]
  /** Removes the files again: for a call that came to nothing. */
  discard(): Promise<void>
}>
