import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readBackupPassphrase } from '../../platform/backup-settings'
import { systemClock } from '../../platform/clock'
import { type Config, loadConfig } from '../../platform/config'
import { StartUpProblem } from '../../platform/fatal'
import { createLog } from '../../platform/log'
import { transferableSecrets } from '../../platform/secrets'
import { printLine, runCommand } from '../command-line'
import { openFileStore } from '../open-file-store'
import { openOperatorsDatabase } from '../operators-database'
import { backupName } from './backup-names'
import { checkBackup } from './check-backup'
import { abortOnInterrupt, backupUsage, parseBackupCommand, progressPrinter } from './command-words'
import { recordBackupAttempt } from './record-backup'
import type { BackupTotals } from './records'
import { writeBackup } from './write-backup'

/** `npm run backup`: makes a backup of the installation, or checks one. */
async function main(): Promise<void> {
  const command = parseBackupCommand(process.argv.slice(2))
  if (command === null) throw new StartUpProblem(backupUsage)
  const config = loadConfig(process.env)
  const passphrase = readBackupPassphrase(config.backups)
  const signal = abortOnInterrupt(
    `Stopped. Nothing is left of this ${command.kind === 'check' ? 'check' : 'backup'}.`,
  )
  if (command.kind === 'check') return check(config, resolve(command.file), passphrase, signal)
  const folder = resolve(command.folder ?? config.backups.folder ?? join(config.dataFolder, 'backups'))
  await make(config, folder, passphrase, signal)
}

async function make(config: Config, folder: string, passphrase: string, signal: AbortSignal): Promise<void> {
  const database = await openOperatorsDatabase(config, createLog({ level: 'fatal' }))
  try {
    const store = await openFileStore(config, {})
    const startedAt = systemClock.now()
    const { ownerUrl, secrets } = database
    const print = progressPrinter()
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const made = await writeBackup({
        ownerUrl,
        store,
        secrets: transferableSecrets(secrets),
        passphrase,
        pathAt: (at, installation) => join(folder, backupName(at, installation)),
        report: ({ part, done, all }) => print(part, done, all),
        signal,
      })
      const finishedAt = systemClock.now()
      await recordBackupAttempt(ownerUrl, { startedAt, finishedAt, isScheduled: false, outcome: made })
      printLine(`${made.path}: ${wordsOf(made.sums)}, ${made.sizeBytes.toLocaleString('en')} bytes.`)
      printLine(`It has everything that was committed before ${made.at.toISOString()}.`)
    } finally {
      await store.close()
    }
  } finally {
    await database.stop()
  }
}

async function check(
  { databaseUrl }: Config,
  path: string,
  passphrase: string,
  signal: AbortSignal,
): Promise<void> {
  const print = progressPrinter()
  const { facts, sums } = await checkBackup(path, passphrase, {
    databaseUrl,
    now: systemClock.now(),
    report: (done, all) => print('bytes', done, all),
    signal,
  })
  printLine(`${path} is whole: ${wordsOf(sums)}, of ${facts.at}, made by Balcão ${facts.product}.`)
}

function wordsOf({ rows, files, missingFiles }: BackupTotals): string {
  const missing =
    missingFiles === 0 ? '' : ` (${missingFiles.toLocaleString('en')} more were missing in the store)`
  return `${rows.toLocaleString('en')} rows and ${files.toLocaleString('en')} files${missing}`
}

runCommand(main)
