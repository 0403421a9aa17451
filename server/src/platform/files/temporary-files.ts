import { mkdir } from 'node:fs/promises'
import { openPartialFiles } from './partial-files'

/**
 * Sets a folder of this process, in one that several may share, for its temporary files. Baileys writes its uploads to
 * the system's folder, which is memory on many machines and is not cleaned after a crash. Deletes the files of dead
 * processes.
 */
export async function useFolderForTemporaryFiles(shared: string): Promise<void> {
  const newPath = await openPartialFiles(shared)
  const folder = newPath()
  await mkdir(folder, { mode: 0o700 })
  // Node reads TEMP first on Windows and TMPDIR elsewhere, at each call.
  for (const name of ['TEMP', 'TMP', 'TMPDIR']) process.env[name] = folder
}
