import { resolve } from 'node:path'
import { readBackupPassphrase } from '../../platform/backup-settings'
import { systemClock } from '../../platform/clock'
import { loadConfig } from '../../platform/config'
import { StartUpProblem } from '../../platform/fatal'
import { printLine, runCommand } from '../command-line'
import {
  abortOnInterrupt,
  parseRestoreCommand,
  progressPrinter,
  restoreReportLines,
  restoreUsage,
} from './command-words'
import { finishInterruptedRestore, restoreInstallation } from './restore-installation'
import { openEncryptedBackupFile } from './sealed-file'

/** `npm run restore`: restores a backup into an empty installation. The product must not be running there. */
async function main(): Promise<void> {
  const command = parseRestoreCommand(process.argv.slice(2))
  if (command === null) throw new StartUpProblem(restoreUsage)
  const environment = { ...process.env, ...(command.folder !== null && { DATA_DIR: command.folder }) }
  const config = loadConfig(environment)
  const signal = abortOnInterrupt('Stopped. Nothing was restored.')
  const backup = await openEncryptedBackupFile(resolve(command.file), readBackupPassphrase(config.backups))
  const print = progressPrinter()
  const restored =
    (await finishInterruptedRestore(config.dataFolder)) ??
    (await restoreInstallation({
      backup,
      config,
      environment,
      replaces: command.replaces,
      now: systemClock.now(),
      report: (done, all) => print('bytes', done, all),
      signal,
    }))
  for (const line of restoreReportLines(restored)) printLine(line)
}

runCommand(main)
