import { resolve } from 'node:path'
import { backupPassphrase } from '../../platform/backup-settings'
import { machineClock } from '../../platform/clock'
import { loadConfig } from '../../platform/config'
import { StartUpProblem } from '../../platform/fatal'
import { progressPrinter, restoreCommandOf, restoredLines, restoreUsage, stopSignal } from './command-words'
import { finishInterrupted, restoreInstallation } from './restore-installation'
import { openSealedFile } from './sealed-file'

/** `npm run restore`: restores a backup into an empty installation, while no product runs there. */
async function main(): Promise<void> {
  const command = restoreCommandOf(process.argv.slice(2))
  if (command === null) throw new StartUpProblem(restoreUsage)
  const environment = { ...process.env, ...(command.folder !== null && { DATA_DIR: command.folder }) }
  const config = loadConfig(environment)
  const signal = stopSignal('Stopped. Nothing was restored.')
  const backup = await openSealedFile(resolve(command.file), backupPassphrase(config.backups))
  const print = progressPrinter(say)
  const restored =
    (await finishInterrupted(config.dataFolder)) ??
    (await restoreInstallation({
      backup,
      config,
      environment,
      replaces: command.replaces,
      now: machineClock.now(),
      report: (done, all) => print('bytes', done, all),
      signal,
    }))
  for (const line of restoredLines(restored)) say(line)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

void main()
  .catch((error: unknown) => {
    process.stderr.write(`${error instanceof StartUpProblem ? error.message : String(error)}\n`)
    process.exitCode = 1
  })
  .finally(() => process.exit())
