import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { locatePostgresCluster } from '../../platform/embedded-postgres/cluster'
import { killPostmaster } from '../../platform/embedded-postgres/postmaster'

/** Creates a folder for decrypted content, named after this process. First removes those of killed processes. */
export async function makeTemporaryFolder(parent = tmpdir()): Promise<string> {
  for (const name of await readdir(parent).catch(() => [])) {
    const pid = Number(/^balcao-backup-(\d+)-/.exec(name)?.[1] ?? 0)
    if (pid > 0 && !isProcessAlive(pid) && (await isOurs(join(parent, name))))
      await removeFolderAndItsDatabase(join(parent, name))
  }
  return mkdtemp(join(parent, `balcao-backup-${process.pid}-`))
}

export async function removeFolderAndItsDatabase(folder: string): Promise<void> {
  await killPostmaster(locatePostgresCluster(folder))
  await rm(folder, { recursive: true, force: true })
}

export function isProcessAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Whether this user owns the folder: all users share the system's temporary folder. */
async function isOurs(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => null) // another restore may have removed the folder
  return found?.isDirectory() === true && (process.getuid === undefined || found.uid === process.getuid())
}
