import { resolve } from 'node:path'
import { backupPassphrase } from '../../platform/backup-settings'
import { machineClock } from '../../platform/clock'
import { loadConfig } from '../../platform/config'
import { StartUpProblem } from '../../platform/fatal'
import { progressPrinter, restoreCommandOf, restoreUsage } from './command-words'
import { finishInterrupted, restoreInstallation } from './restore-installation'
import { openSealedFile } from './sealed-file'

/** `npm run restore`: restores a backup into an empty installation, while no product runs there. */
async function main(): Promise<void> {
  const command = restoreCommandOf(process.argv.slice(2))
  if (command === null) throw new StartUpProblem(restoreUsage)
  const environment = { ...process.env, ...(command.folder !== null && { DATA_DIR: command.folder }) }
  const config = loadConfig(environment)
  // Ends the database that this process has started, too.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
  const backup = await openSealedFile(resolve(command.file), backupPassphrase(config.backups))
  const print = progressPrinter(say)
  const sums =
    (await finishInterrupted(config.dataFolder)) ??
    (await restoreInstallation({
      backup,
      config,
      environment,
      replaces: command.replaces,
      now: machineClock.now(),
      report: (done, all) => print('bytes', done, all),
    }))
  const files = sums.files.toLocaleString('en')
  say(`Restored ${sums.rows.toLocaleString('en')} rows and ${files} files as of ${backup.facts.at}.`)
  if (sums.missingFiles > 0)
    say(`${sums.missingFiles.toLocaleString('en')} files were missing in the backup.`)
  say(
    command.replaces
      ? 'The numbers connect at the next start. Make sure that the original never starts again.'
      : 'All numbers are stopped and webhooks are off. Connect a number only when the original no longer runs it.',
  )
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
