import type { MediaType } from '@balcao/domain/messages'

/** One file of a call, already in the company's store. */
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

/** Reads the files of a multipart call into the company's store, with the fields in their order. */
export type UploadReader = (
  request: import('fastify').FastifyRequest,
  companyId: import('@balcao/domain/ids').CompanyId,
) => Promise<{
  fields: Record<string, unknown>
  files: readonly UploadedFile[]
  /** Removes the files again, for a failed call. */
  discard(): Promise<void>
}>
