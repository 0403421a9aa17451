import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, open, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk that can be filled without affecting others: a file system in memory, which only root can mount. */
export interface SmallDisk {
  readonly folder: string
  /** Fills it to the last byte. */
  fill(): Promise<void>
  empty(): Promise<void>
  remove(): Promise<void>
}

const megabytes = 600

/** Null where the system does not permit the mount. */
export async function mountSmallDisk(): Promise<SmallDisk | null> {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-disk-'))
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', folder])
  if (mount.status !== 0) {
    await rm(folder, { recursive: true })
    return null
  }
  const ballast = join(folder, 'ballast')
  const dataFolder = join(folder, 'data') // a mount point itself could not be removed
  await mkdir(dataFolder)
  return {
    folder: dataFolder,
    async fill() {
      const file = await open(ballast, 'a')
      try {
        for (const bytes of [1 << 20, 4096]) {
          const part = Buffer.alloc(bytes)
          while ((await freeBytes(folder)) > 0) {
            const isWritten = await file.appendFile(part).then(
              () => true,
              () => false,
            )
            if (!isWritten) break
          }
        }
      } finally {
        await file.close()
      }
    },
    empty: () => rm(ballast, { force: true }),
    async remove() {
      spawnSync('umount', ['-l', folder])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
