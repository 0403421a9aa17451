import type { Readable } from 'node:stream'
import type { CompanyId } from '@balcao/domain/ids'
import type { FileKind, Sniffed } from './file-kind'

/**
 * Names one stored file for ever: `<company>/<32 random hex digits>.<extension>`. Random, so that nobody guesses it;
 * the extension comes from the content. The same key never holds other bytes.
 */
export type FileKey = `${number}/${string}`

export interface StoredFile {
  readonly key: FileKey
  readonly sizeBytes: number
  /** Hex. */
  readonly sha256: string
  readonly sniffed: Sniffed
}

/** Both ends count, as in HTTP. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface OpenedFile {
  readonly sizeBytes: number
  stream(range?: ByteRange): Readable
}

export interface PutOptions {
  /** How large the content is said to be: room for all of it is held from the start. It may turn out larger. */
  readonly announcedBytes?: number
  /** The company must be able to store it whatever its plan says. It counts like any other file. */
  readonly isOwed?: boolean
}

/** Where companies' files lie. The disk fulfils it; an object store can. */
export interface FileStore {
  /**
   * Stores the whole content or nothing; when it returns, the file survives a loss of power. Refuses with
   * `ERR_UPLOAD_TOO_LARGE` as soon as the limit of its kind is passed, `ERR_UPLOAD_EMPTY`, `ERR_STORAGE_FULL` when the
   * disk, and `ERR_COMPANY_STORAGE_FULL` when the company has no room for it and for what else is on its way.
   */
  put(
    companyId: CompanyId,
    content: Uint8Array | AsyncIterable<Uint8Array>,
    limitBytesOf: (kind: FileKind) => number,
    how?: PutOptions,
  ): Promise<StoredFile>
  /**
   * Gives a stored file another key, so that each can be removed without the other: a campaign's picture for each of
   * its messages. Takes no room where the disk can share the bytes. Throws when there is no such file.
   */
  duplicate(key: string): Promise<FileKey>
  /** Null when there is no such file, or when the text is no key at all. */
  open(key: string): Promise<OpenedFile | null>
  /** May run twice. */
  remove(key: string): Promise<void>
  /** All files of a company that is no more. May run twice. */
  removeCompany(companyId: CompanyId): Promise<void>
  /** The companies that have, or had, files; the platform's own folder among them. */
  companies(): Promise<readonly CompanyId[]>
  /** Bytes that a company's files take. The first answer after a start is counted, which takes a while. */
  usedBytes(companyId: CompanyId): Promise<number>
  /** The same without waiting: null while they are being counted. */
  knownBytes(companyId: CompanyId): number | null
  /** One of 256 parts of a company's files: those that were stored before this moment. A file stays in its part. */
  part(companyId: CompanyId, part: number, before: Date): Promise<readonly FileKey[]>
}

/** Stands for the company in keys of what is the platform's own; no company has this id. */
export const platformFolder = 0 as CompanyId // branding

const KEY = /^(0|[1-9]\d{0,9})\/([0-9a-f]{32})\.([a-z0-9]{1,5})$/

/** The parts of a key; null for every other text, so that no path of a request can leave the company's folder. */
export function keyParts(key: string): { company: string; name: string; extension: string } | null {
  const [, company, name, extension] = KEY.exec(key) ?? []
  return company && name && extension ? { company, name, extension } : null
}

export function isFileKey(text: string): text is FileKey {
  return keyParts(text) !== null
}
