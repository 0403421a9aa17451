import type { FileStore } from './file-store'

/** A stored file as a whole, for what can't be done piece by piece. Throws when it is not there. */
export async function storedBytes(store: Pick<FileStore, 'open'>, key: string): Promise<Buffer> {
  const file = await store.open(key)
  if (file === null) throw new Error('A stored file is missing')
  const parts: Uint8Array[] = []
  for await (const part of file.stream()) parts.push(part)
  return Buffer.concat(parts)
}
