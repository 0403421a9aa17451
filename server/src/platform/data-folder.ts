import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { errorCode, StartUpProblem } from './fatal'

/** The subfolder in which a restore builds an installation. It is gone once all is in its place. */
export const restoringFolderName = 'restoring'

/**
 * Creates the data folder if it is missing; refuses one that cannot be created, with the remedy, and one whose restore was
 * interrupted: a start would make new secrets and an empty database there.
 */
export function makeDataFolder(folder: string): void {
  if (existsSync(join(folder, restoringFolderName)))
    throw new StartUpProblem(
      `The restore into ${folder} is not finished. Repeat npm run restore, or remove ${join(folder, restoringFolderName)}.`,
    )
  try {
    makeFolder(folder)
  } catch (cause) {
    throw unusableFolderProblem(folder, 'cannot be made', cause)
  }
}

// Not with Node's `recursive`, which never returns under a folder that can hold none, such as /proc.
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    // 0711: when root starts the product, the database's account must pass through; other users need not list it.
    mkdirSync(folder, { mode: 0o711 })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error // another product may create it concurrently
  }
}

/** The refusal of a data folder, with the system's reason, such as EACCES or ENOSPC. */
export function unusableFolderProblem(folder: string, trouble: string, cause: unknown): StartUpProblem {
  const reason = errorCode(cause) ?? String(cause)
  return new StartUpProblem(
    `The data folder ${folder} ${trouble} (${reason}). Set DATA_DIR to a folder that this user may write to.`,
    { cause },
  )
}
