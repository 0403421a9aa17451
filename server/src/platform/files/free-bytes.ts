import { statfs } from 'node:fs/promises'

/** Returns the free bytes of the disk with this folder. Rejects when the folder is missing. */
export async function readFreeDiskBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
