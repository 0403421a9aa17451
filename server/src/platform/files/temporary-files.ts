import { mkdir, rm } from 'node:fs/promises'

/**
 * Files that this process needs for a moment lie in this folder from now on: Baileys writes what it uploads to the system's
 * own folder, which on many machines is memory, and which nobody empties after a crash. What a dead process left is removed.
 */
export async function useFolderForTemporaryFiles(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Node asks the first of these on Windows, the last elsewhere, each time.
  for (const name of ['TEMP', 'TMP', 'TMPDIR']) process.env[name] = folder
}
