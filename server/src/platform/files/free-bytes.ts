import { statfs } from 'node:fs/promises'

/** Rejects when there is no such folder. */
export async function readFreeDiskBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
