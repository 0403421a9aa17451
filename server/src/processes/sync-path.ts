import { open } from 'node:fs/promises'

/** Flushes a file, or the names in a folder, to the disk (fsync), so that a power failure does not lose it. */
export async function fsyncPath(path: string): Promise<void> {
  if (process.platform === 'win32') return // Windows cannot open a folder to sync it
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
