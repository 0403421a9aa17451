import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartUpProblem, systemOrDatabaseErrorCode } from './fatal'

/** A restore builds the new installation in this subfolder. Only an interrupted restore leaves the subfolder behind. */
export const restoringFolderName = 'restoring'

/**
 * Creates the data folder. Throws if a restore into it was interrupted, because the start would create new secrets and
 * an empty database there.
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

// Replaces Node's `recursive` option, which never returns for a parent that can't have subfolders, such as /proc.
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    // 0711: when root starts the product, the database's account must pass through; other users need not list it.
    mkdirSync(folder, { mode: 0o711 })
  } catch (error) {
    // EEXIST: another process has created the folder meanwhile
    if (systemOrDatabaseErrorCode(error) !== 'EEXIST') throw error
  }
}

export function unusableFolderProblem(folder: string, trouble: string, cause: unknown): StartUpProblem {
  const reason = systemOrDatabaseErrorCode(cause) ?? String(cause)
  return new StartUpProblem(
    `The data folder ${folder} ${trouble} (${reason}). Set DATA_DIR to a folder that this user may write to.`,
    { cause },
  )
}
