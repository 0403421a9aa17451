import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { errorCode } from '../fatal'

/** An upload lasts far less. */
const abandonedAfterMs = 24 * 60 * 60 * 1000

/**
 * The folder of files that are being written, which several processes may share: each file's name begins with its host
 * and process. Deletes those of dead processes first. The returned function gives the path of a new file.
 */
export async function openPartialFiles(folder: string): Promise<() => string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const written = await stat(path).catch(() => null) // another process has finished or deleted it
    if (written !== null && isAbandoned(name, written.mtimeMs))
      await rm(path, { recursive: true, force: true })
  }
  return () => join(folder, `${hostname()}_${process.pid}_${randomBytes(16).toString('hex')}`)
}

/** Whether its process is dead. Of one on another host only the age tells; so does it of other names. */
function isAbandoned(name: string, writtenAtMs: number): boolean {
  const ageMs = Date.now() - writtenAtMs
  const [, host, pid] = /^(.*)_(\d+)_[0-9a-f]{32}$/.exec(name) ?? []
  if (host !== hostname() || ageMs > abandonedAfterMs) return ageMs > abandonedAfterMs
  // In a container each process has the same number as the one before.
  return Number(pid) === process.pid ? ageMs > process.uptime() * 1000 : !isAlive(Number(pid))
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) !== 'ESRCH'
  }
}
