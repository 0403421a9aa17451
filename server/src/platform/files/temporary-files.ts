import { mkdir } from 'node:fs/promises'
import { openPartialFileFolder } from './partial-files'

/**
 * Baileys writes uploads to the system's temporary folder, which is in memory on many machines and is not cleaned
 * after a crash. Several processes may use `shared`.
 */
export async function setTemporaryFilesFolder(shared: string): Promise<void> {
  const newPath = await openPartialFileFolder(shared)
  const folder = newPath()
  await mkdir(folder, { mode: 0o700 })
  // Node reads TEMP first on Windows and TMPDIR elsewhere, at each call.
  for (const name of ['TEMP', 'TMP', 'TMPDIR']) process.env[name] = folder
}
