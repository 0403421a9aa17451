import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { CompanyId } from '@balcao/domain/ids'
import type { CompanyStorageUsage } from './company-usage'
import type { DetectedFileType, FileKind } from './file-kind'

/** `<company>/<32 random hex digits>.<extension>`. The content behind a key never changes, so it can be cached. */
export type FileKey = `${number}/${string}`

export interface StoredFile {
  readonly key: FileKey
  readonly sizeBytes: number
  /** The SHA-256 of the content in hexadecimal. */
  readonly sha256: string
  readonly sniffed: DetectedFileType
}

/** A range of bytes. Both ends are inclusive, as in HTTP. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface OpenedFile {
  readonly sizeBytes: number
  stream(range?: ByteRange): Readable
}

export interface FilePutOptions {
  /** The size that the sender announced, which is reserved on the disk at the start. The content may be larger. */
  readonly announcedBytes?: number
  /** True: the file is stored even if the company's quota is used up. */
  readonly isOwed?: boolean
}

/** The storage of companies' files, on the disk or in an object store. */
export interface FileStore extends Pick<CompanyStorageUsage, 'usedBytes' | 'knownBytes'> {
  /**
   * Stores the whole content or nothing, safe from a power failure. Refuses with `ERR_UPLOAD_TOO_LARGE` above the limit
   * of the file's kind, with `ERR_UPLOAD_EMPTY`, and with `ERR_STORAGE_FULL` or `ERR_COMPANY_STORAGE_FULL` when the
   * disk or the company's quota has too little space beside the running uploads.
   */
  put(
    companyId: CompanyId,
    content: Uint8Array | AsyncIterable<Uint8Array>,
    limitBytesOf: (kind: FileKind) => number,
    how?: FilePutOptions,
  ): Promise<StoredFile>
  /** Stores a file's content under another key too and returns that key. Each of the two can be removed separately. */
  duplicate(key: string): Promise<FileKey>
  /** Opens a file for reading. Null: it does not exist, or the text is no key. */
  open(key: string): Promise<OpenedFile | null>
  /** Removes a file. A missing file is no error. */
  remove(key: string): Promise<void>
  /** Removes all files of a deleted company. Idempotent. */
  removeCompany(companyId: CompanyId): Promise<void>
  /** The companies with files, including `platformFolderId`, and on the disk companies with an empty folder. */
  companies(): Promise<readonly CompanyId[]>
  /** The keys in one of the 256 parts of a company's files, except files stored after `before`. */
  part(companyId: CompanyId, part: number, before: Date): Promise<readonly FileKey[]>
  /** Removes the leftovers of uploads that began before this time and never finished. */
  removeAbandoned(before: Date): Promise<void>
}

/** A store whose files can move to another one under the same keys. */
export interface MovableFileStore extends Pick<FileStore, 'open' | 'remove'> {
  files(): AsyncIterable<{ readonly key: FileKey; readonly sizeBytes: number }>
  /** Stores a file of another store under its key. Replaces an existing file, such as an interrupted copy. */
  copyIn(key: FileKey, file: OpenedFile): Promise<void>
}

/** Replaces the company id in the keys of the platform's own files. No company has this id. */
export const platformFolderId = 0 as CompanyId // the cast adds the type's brand

const KEY = /^(0|[1-9]\d{0,9})\/([0-9a-f]{32})\.([a-z0-9]{1,5})$/

export function newFileKey(companyId: CompanyId, extension: string): FileKey {
  return `${companyId}/${randomBytes(16).toString('hex')}.${extension}`
}

/** Splits a key; null for every text that is no key, so that a request path cannot leave the company's folder. */
export function fileKeyParts(key: string): { company: string; name: string; extension: string } | null {
  const [, company, name, extension] = KEY.exec(key) ?? []
  return company && name && extension ? { company, name, extension } : null
}

/** A company's files are divided into this many parts by the first two hexadecimal digits of their names. */
export const companyFilePartCount = 256

export function companyFilePartOf(key: FileKey): number {
  return Number.parseInt(key.slice(key.indexOf('/') + 1).slice(0, 2), 16)
}

export function hexPrefixOfCompanyFilePart(part: number): string {
  return part.toString(16).padStart(2, '0')
}

export function companyOfFileKey(key: FileKey): CompanyId {
  return Number.parseInt(key, 10) as CompanyId // the cast is safe: every key begins with a company's id
}

/** The key of a file and a new key for its copy. Throws for a text that is no key. */
export function keysForFileCopy(key: string): { first: FileKey; second: FileKey } {
  const parts = fileKeyParts(key)
  if (parts === null || !isFileKey(key)) throw new Error('A stored file is missing')
  return { first: key, second: newFileKey(companyOfFileKey(key), parts.extension) }
}

export function isFileKey(text: string): text is FileKey {
  return fileKeyParts(text) !== null
}
