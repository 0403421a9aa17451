import { statfs } from 'node:fs/promises'

/** The bytes that this process may still write on the disk of a folder. Rejects when there is no such folder. */
export async function readFreeDiskBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
