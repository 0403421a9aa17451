import { mkdirSync } from 'node:fs'
import { errorCode, StartUpProblem } from './fatal'

/** Makes the data folder unless it is there; refuses one that cannot be made, with the remedy. */
export function makeDataFolder(folder: string): void {
  try {
    // 0711: root lends the database to another user, who must pass through; nobody else needs to look around.
    mkdirSync(folder, { recursive: true, mode: 0o711 })
  } catch (cause) {
    throw unusableFolder(folder, 'cannot be made', cause)
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
