import { mkdir, rm } from 'node:fs/promises'

/**
 * Sets the folder for temporary files of this process. Baileys writes its uploads to the system's folder, which is
 * memory on many machines and is not cleaned after a crash. Deletes the files of a dead process.
 */
export async function useFolderForTemporaryFiles(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Node reads TEMP first on Windows and TMPDIR elsewhere, at each call.
  for (const name of ['TEMP', 'TMP', 'TMPDIR']) process.env[name] = folder
}
