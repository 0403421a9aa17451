import { mkdir } from 'node:fs/promises'
import { openPartialFileFolder } from './partial-files'

/**
 * Sets this process's folder for temporary files below `shared`, which several processes may use. Baileys writes
 * uploads to the system's folder, which is in memory on many machines and is not cleaned after a crash.
 */
export async function setTemporaryFilesFolder(shared: string): Promise<void> {
  const newPath = await openPartialFileFolder(shared)
  const folder = newPath()
  await mkdir(folder, { mode: 0o700 })
  // Node reads TEMP first on Windows and TMPDIR elsewhere, at each call.
  for (const name of ['TEMP', 'TMP', 'TMPDIR']) process.env[name] = folder
}
