import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FileStore } from './file-store'

/** A stored file, piece by piece. Throws when it is not there. */
export async function storedFile(store: Pick<FileStore, 'open'>, key: string): Promise<Readable> {
  const file = await store.open(key)
  if (file === null) throw new Error('A stored file is missing')
  return file.stream()
}

/** A stored file as a whole, for what can't be done piece by piece. Throws when it is not there. */
export async function storedBytes(store: Pick<FileStore, 'open'>, key: string): Promise<Buffer> {
  return buffer(await storedFile(store, key))
}
