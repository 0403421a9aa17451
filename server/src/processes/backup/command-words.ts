import { parseArgs } from 'node:util'
import { StartUpProblem } from '../../platform/fatal'
import { printLine, timeLeftText } from '../command-line'
import type { LoadedBackup } from './load-backup'

export const backupUsage = `Usage:
  npm run backup -- [--to folder]
  npm run backup -- --check file
The first writes database, files and secrets of the installation into one encrypted file, while Balcão runs or not, into the
folder, BACKUP_DIR, or "backups" in the data folder. The second reads a backup and loads it into a database beside, which it
removes afterwards. Both need BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE.`

export const restoreUsage = `Usage:
  npm run restore -- file [--into folder] [--replaces]
Restores a backup into an empty data folder (DATA_DIR), or the empty database of DATABASE_URL. All numbers are stopped and
webhooks are off, unless --replaces says that the original is gone for good: two installations on one number break it for
both. Needs BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE.`

export type BackupCommand =
  | { readonly kind: 'make'; readonly folder: string | null }
  | { readonly kind: 'check'; readonly file: string }

export function parseBackupCommand(words: readonly string[]): BackupCommand | null {
  const given = parsed(words, { to: { type: 'string' }, check: { type: 'string' } })
  if (given === null || given.positionals.length > 0) return null
  const { to, check } = given.values
  if (typeof check === 'string') return to === undefined ? { kind: 'check', file: check } : null
  return { kind: 'make', folder: typeof to === 'string' ? to : null }
}

export interface RestoreCommand {
  readonly file: string
  readonly folder: string | null
  readonly replaces: boolean
}

export function parseRestoreCommand(words: readonly string[]): RestoreCommand | null {
  const given = parsed(words, { into: { type: 'string' }, replaces: { type: 'boolean' } })
  const [file, ...others] = given?.positionals ?? []
  if (given === null || file === undefined || others.length > 0) return null
  const { into, replaces } = given.values
  return { file, folder: typeof into === 'string' ? into : null, replaces: replaces === true }
}

type Options = Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>

function parsed(words: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true })
  } catch {
    return null // the option is unknown, or lacks its value
  }
}

export function restoreReportLines(restored: LoadedBackup): readonly string[] {
  const { sums, leavingCompanies, at, replaces } = restored
  const [rows, files, missing] = [sums.rows, sums.files, sums.missingFiles].map((count) =>
    count.toLocaleString('en'),
  )
  return [
    `Restored ${rows} rows and ${files} files as of ${at}.`,
    ...(sums.missingFiles > 0 ? [`${missing} files were missing in the backup.`] : []),
    ...leavingCompanies.map(
      (company) =>
        `Company ${company} was being moved to another cell and is not served here: repeat npm run move-company, or take the move back with --undo.`,
    ),
    replaces
      ? 'The numbers connect at the next start. Make sure that the original never starts again.'
      : 'All numbers are stopped and webhooks are off. Connect a number only when the original no longer runs it.',
  ]
}

/** The first Ctrl-C aborts the signal, so that unfinished files are removed. The second ends the process. */
export function abortOnInterrupt(line: string): AbortSignal {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (stopping.signal.aborted) process.exit(1)
      stopping.abort(new StartUpProblem(line))
    })
  return stopping.signal
}

const reportEveryMs = 2_000

/** Prints the progress at most once in two seconds: `rows: 1,200 of 5,000, about 3 minutes left`. */
export function progressPrinter(): (part: string, done: number, all: number) => void {
  let reportedAtMs = performance.now()
  let begun = { part: '', atMs: reportedAtMs }
  return (part, done, all) => {
    const nowMs = performance.now()
    if (part !== begun.part) begun = { part, atMs: nowMs }
    if (nowMs - reportedAtMs < reportEveryMs) return
    reportedAtMs = nowMs
    printLine(backupProgressLine(part, done, all, nowMs - begun.atMs))
  }
}

export function backupProgressLine(part: string, done: number, all: number, elapsedMs: number): string {
  const leftMs = done === 0 ? Number.POSITIVE_INFINITY : (elapsedMs / done) * Math.max(0, all - done)
  return `${part}: ${done.toLocaleString('en')} of ${all.toLocaleString('en')}, ${timeLeftText(leftMs)}`
}
