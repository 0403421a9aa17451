import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartUpProblem, systemOrDatabaseErrorCode } from './fatal'

/**
 * The subfolder in which a restore builds an installation. The restore removes it after moving the result to
 * its place.
 */
export const restoringFolderName = 'restoring'

/**
 * Creates the data folder if it is missing. Refuses a folder that cannot be created, and names the remedy.
 * Also refuses a folder with an interrupted restore, because the start would create new secrets and an empty
 * database there.
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

// Node's `recursive` option is not used: it never returns for a parent that cannot have subfolders, such as
// /proc.
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    // 0711: when root starts the product, the database's account must pass through; other users need not list it.
    mkdirSync(folder, { mode: 0o711 })
  } catch (error) {
    if (systemOrDatabaseErrorCode(error) !== 'EEXIST') throw error // another process may have created it meanwhile
  }
}

/** The refusal of a data folder, with the system's error code, such as EACCES or ENOSPC. */
export function unusableFolderProblem(folder: string, trouble: string, cause: unknown): StartUpProblem {
  const reason = systemOrDatabaseErrorCode(cause) ?? String(cause)
  return new StartUpProblem(
    `The data folder ${folder} ${trouble} (${reason}). Set DATA_DIR to a folder that this user may write to.`,
    { cause },
  )
}
