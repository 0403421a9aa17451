import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartUpProblem, systemOrDatabaseErrorCode } from './fatal'

/** A restore builds an installation in this subfolder and removes it at its end. */
export const restoringFolderName = 'restoring'

/** After an interrupted restore, a start would create new secrets and an empty database. */
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

// Node's `recursive` option never returns for a parent that cannot have subfolders, such as /proc.
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

export function unusableFolderProblem(folder: string, trouble: string, cause: unknown): StartUpProblem {
  const reason = systemOrDatabaseErrorCode(cause) ?? String(cause)
  return new StartUpProblem(
    `The data folder ${folder} ${trouble} (${reason}). Set DATA_DIR to a folder that this user may write to.`,
    { cause },
  )
}
