import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorCode, StartUpProblem } from './fatal'

/** Makes the data folder unless it is there; refuses one that cannot be made, with the remedy. */
export function makeDataFolder(folder: string): void {
  try {
    makeFolder(folder)
  } catch (cause) {
    throw unusableFolder(folder, 'cannot be made', cause)
  }
}

// By hand: under a folder that can hold none, such as /proc, Node's own `recursive` never comes back.
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    // 0711: root lends the database to another user, who must pass through; nobody else needs to look around.
    mkdirSync(folder, { mode: 0o711 })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error // of two products that start at once one is second
  }
}

/** The refusal of a data folder with the system's reason, such as EACCES or ENOSPC. */
export function unusableFolder(folder: string, trouble: string, cause: unknown): StartUpProblem {
  const reason = errorCode(cause) ?? String(cause)
  return new StartUpProblem(
    `The data folder ${folder} ${trouble} (${reason}). Set DATA_DIR to a folder that this user may write to.`,
    { cause },
  )
}
