import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Files by name: encrypted ones for the media host, decrypted ones for the phones. */
export interface MediaStore {
  put(name: string, bytes: Buffer): void
  get(name: string): Buffer | undefined
}

/** Stores files in memory, and in the folder too when there is one. */
export function openMediaStore(folder?: string): MediaStore {
  const kept = new Map<string, Buffer>()
  if (folder) mkdirSync(folder, { recursive: true })
  const isPlain = (name: string) => /^[\w-]+$/.test(name)
  const put = (name: string, bytes: Buffer) => {
    if (!isPlain(name)) throw new Error(`not a media name: ${name}`)
    kept.set(name, bytes)
    if (folder) writeFileSync(join(folder, name), bytes)
  }
  const get = (name: string) => {
    const known = kept.get(name)
    if (known || !folder || !isPlain(name)) return known
    const bytes = readIfThere(join(folder, name))
    if (bytes) kept.set(name, bytes)
    return bytes
  }
  return { put, get }
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    // A file that was never published is an ordinary "not found".
    return undefined
  }
}
