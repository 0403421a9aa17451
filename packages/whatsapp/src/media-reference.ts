import type { MediaType } from 'baileys'
import type { MediaReference } from './gateway'

export interface MediaLocation {
  readonly kind: MediaType
  readonly host: string | null
  readonly directPath: string
  readonly mediaKey: Buffer
  /** The SHA-256 of the encrypted file. `hash` is the SHA-256 of the decrypted file. */
  readonly encryptedHash: Buffer | null
  readonly hash: Buffer | null
}

/** The fields that a download needs; a phone may leave out any of them. */
export interface MediaDownloadFields {
  url?: string | null
  directPath?: string | null
  mediaKey?: Uint8Array | null
  fileEncSha256?: Uint8Array | null
  fileSha256?: Uint8Array | null
}

/** WhatsApp's paths have some 200 characters; a hostile phone could send any length. */
const longestPath = 2_048
const keyBytes = 32
const hashBytes = 32

/** Null when the message lacks the key or path that a download needs. */
export function mediaReference(kind: MediaType, fields: MediaDownloadFields): MediaReference | null {
  const url = parsedUrl(fields.url)
  const directPath = fields.directPath || (url ? url.pathname + url.search : '')
  if (!directPath || directPath.length > longestPath || fields.mediaKey?.length !== keyBytes) return null
  const hashes = [fields.fileEncSha256, fields.fileSha256].filter((hash) => hash?.length)
  if (hashes.some((hash) => hash?.length !== hashBytes)) return null
  const packed = {
    kind,
    host: url?.host ?? null,
    directPath,
    mediaKey: base64(fields.mediaKey),
    encryptedHash: base64(fields.fileEncSha256),
    hash: base64(fields.fileSha256),
  }
  return JSON.stringify(packed) as MediaReference // the cast is safe: it has all fields
}

export function mediaReferenceAtPath(reference: MediaReference, directPath: string): MediaReference {
  const packed: unknown = JSON.parse(reference)
  // the cast is safe: the fields stay the same
  return JSON.stringify({ ...Object(packed), directPath }) as MediaReference
}

export function mediaLocationOf(reference: MediaReference): MediaLocation {
  // The brand guarantees that `mediaReference` made the text.
  const packed = JSON.parse(reference) as Record<'directPath' | 'mediaKey', string> &
    Record<'host' | 'encryptedHash' | 'hash', string | null> & { kind: MediaType }
  return {
    kind: packed.kind,
    host: packed.host,
    directPath: packed.directPath,
    mediaKey: Buffer.from(packed.mediaKey, 'base64'),
    encryptedHash: packed.encryptedHash === null ? null : Buffer.from(packed.encryptedHash, 'base64'),
    hash: packed.hash === null ? null : Buffer.from(packed.hash, 'base64'),
  }
}

function base64(bytes: Uint8Array | null | undefined): string | null {
  return bytes?.length ? Buffer.from(bytes).toString('base64') : null
}

function parsedUrl(text: string | null | undefined): URL | null {
  return text && URL.canParse(text) ? new URL(text) : null
}
