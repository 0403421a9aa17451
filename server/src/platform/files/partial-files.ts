import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { systemOrDatabaseErrorCode } from '../fatal'

/** A partial file of this age is abandoned, because no upload takes nearly as long. */
const abandonedAfterMs = 24 * 60 * 60 * 1000

/**
 * Deletes abandoned files and returns a function that gives new paths. Several processes may share the folder, so the
 * names begin with host and process id.
 */
export async function openPartialFileFolder(folder: string): Promise<() => string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    // null: another process has finished or deleted the file
    const written = await stat(path).catch(() => null)
    if (written !== null && isAbandoned(name, written.mtimeMs))
      await rm(path, { recursive: true, force: true })
  }
  return () => join(folder, `${hostname()}_${process.pid}_${randomBytes(16).toString('hex')}`)
}

/** Whether the process that wrote the file has ended. On another host, only the file's age decides. */
function isAbandoned(name: string, writtenAtMs: number): boolean {
  const ageMs = Date.now() - writtenAtMs
  const [, host, pid] = /^(.*)_(\d+)_[0-9a-f]{32}$/.exec(name) ?? []
  if (host !== hostname() || ageMs > abandonedAfterMs) return ageMs > abandonedAfterMs
  // In a container, a restarted process has its predecessor's id. Files older than this process are the predecessor's.
  return Number(pid) === process.pid ? ageMs > process.uptime() * 1000 : !isAlive(Number(pid))
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return systemOrDatabaseErrorCode(error) !== 'ESRCH'
  }
}
