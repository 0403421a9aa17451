import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { StartUpProblem, systemOrDatabaseErrorCode } from '../../platform/fatal'
import { fsyncPath } from '../sync-path'

/** The folder of an exported session. It gets its final name when it is complete and the session deleted here. */
export interface SessionFolder {
  /** Writes files that only their owner may read. */
  write(files: readonly { readonly name: string; readonly text: string }[]): Promise<void>
  sync(): Promise<void>
  finish(): Promise<void>
  remove(): Promise<void>
}

/** Whether an earlier command wrote all files of this connection and ended before it renamed the folder. */
export async function hasUnfinishedFolder(folder: string, connectionId: number): Promise<boolean> {
  return (await namesIn(unfinishedOf(folder, connectionId))).includes('creds.json')
}

/** Opens the folder for an export. Refuses one that has files, and deletes what an interrupted command has written. */
export async function openSessionFolder(folder: string, connectionId: number): Promise<SessionFolder> {
  await refuseFull(folder)
  // Fails here for a mount point, which cannot be removed. Later the session would be deleted already.
  await rm(folder, { recursive: true, force: true })
  const unfinished = unfinishedOf(folder, connectionId)
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  return {
    async write(files) {
      for (const { name, text } of files) await writeSynced(join(unfinished, name), text)
    },
    sync: async () => {
      await fsyncPath(unfinished)
      await fsyncPath(dirname(unfinished))
    },
    finish: () => finishUnfinishedFolder(folder, connectionId),
    remove: () => rm(unfinished, { recursive: true, force: true }),
  }
}

export async function finishUnfinishedFolder(folder: string, connectionId: number): Promise<void> {
  await refuseFull(folder)
  await rm(folder, { recursive: true, force: true }) // the folder is empty; Windows cannot rename over it
  await rename(unfinishedOf(folder, connectionId), folder)
  await fsyncPath(dirname(resolve(folder)))
}

const unfinishedOf = (folder: string, connectionId: number) => `${resolve(folder)}.unfinished-${connectionId}`

async function refuseFull(folder: string): Promise<void> {
  if ((await namesIn(folder)).length > 0)
    throw new StartUpProblem(`${folder} has files in it: name a new folder.`)
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (systemOrDatabaseErrorCode(error) === 'ENOENT') return []
    throw new StartUpProblem(`${folder} is no folder: name a new one.`, { cause: error })
  }
}

async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}
