import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FileStore } from './file-store'

/** Opens a stored file as a stream. Throws if it does not exist. */
export async function streamStoredFile(store: Pick<FileStore, 'open'>, key: string): Promise<Readable> {
  const file = await store.open(key)
  if (file === null) throw new Error('A stored file is missing')
  return file.stream()
}

/** Reads a whole stored file, for callers that cannot stream. Throws if it does not exist. */
export async function readStoredBytes(store: Pick<FileStore, 'open'>, key: string): Promise<Buffer> {
  return buffer(await streamStoredFile(store, key))
}
