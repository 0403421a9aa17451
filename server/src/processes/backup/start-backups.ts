import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type BackupRetention, backupsToRemove, isBackupCheckDue, isBackupDue } from '@balcao/domain/backups'
import { backupState } from '../../features/backups/backups.queries'
import { enqueueBackupFailureMails } from '../../features/backups/mail-failure'
import type { TimeOfDay } from '../../platform/backup-settings'
import type { Clock } from '../../platform/clock'
import type { FileStore } from '../../platform/files/file-store'
import type { Log } from '../../platform/log'
import { type Secrets, transferableSecrets } from '../../platform/secrets'
import type { Workplace } from '../../platform/work'
import { type RepeatedTask, repeatTask } from '../repeat-task'
import { backupName, isBackupRemnant, parseTimeInBackupName } from './backup-names'
import { checkBackup } from './check-backup'
import { BackupCheckNotAllowed } from './check-database'
import { findDiskSpaceProblem, type ReadFreeDiskBytes } from './check-room'
import { type BackupCheckOutcome, recordBackupAttempt, recordBackupCheck } from './record-backup'
import { type WrittenBackup, writeBackup } from './write-backup'

export interface BackupSchedule extends BackupRetention {
  readonly folder: string
  readonly passphrase: string
  readonly at: TimeOfDay
}

export interface BackupDependencies {
  readonly schedule: BackupSchedule
  readonly ownerUrl: string
  readonly secrets: Secrets
  readonly store: Pick<FileStore, 'open'>
  readonly workplace: Workplace
  readonly sendsMail: boolean
  /** Reads the disk's free space. Absent: the file system is asked. Tests set another function. */
  readonly freeBytes?: ReadFreeDiskBytes
  readonly clock: Clock
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
}

const pauses = { firstMs: 20_000, everyMs: 60_000 }
/** An unfinished file older than this belongs to a killed process. */
const remnantMs = 86_400_000

/** Makes a backup each day at the scheduled time, or later if no process ran then. */
export function startBackups(parts: BackupDependencies): RepeatedTask {
  return repeatTask(parts, pauses, 'the backup could not be begun', (stopping) =>
    backUpIfDue(parts, stopping),
  )
}

/** Makes a backup if one is due, and checks the first of each week. An attempt that `signal` aborts is not recorded. */
export async function backUpIfDue(parts: BackupDependencies, signal?: AbortSignal): Promise<void> {
  const { schedule, ownerUrl, secrets, store, workplace, clock, log } = parts
  const startedAt = clock.now()
  const state = await workplace.withPlatform('backups', ({ db }) => db.row(backupState))
  const dueAt = latestScheduledTime(startedAt, schedule.at)
  const failed = (state?.failure ?? null) !== null
  if (!isBackupDue({ dueAt, triedAt: state?.tried_at ?? null, failed, now: startedAt })) return
  let outcome: WrittenBackup
  try {
    await mkdir(schedule.folder, { recursive: true, mode: 0o700 })
    outcome = await writeBackup({
      ownerUrl,
      store,
      secrets: transferableSecrets(secrets),
      passphrase: schedule.passphrase,
      pathAt: (at, installation) => join(schedule.folder, backupName(at, installation)),
      ...(signal && { signal }),
    })
    await recordBackupAttempt(ownerUrl, { startedAt, finishedAt: clock.now(), isScheduled: true, outcome })
    const { sizeBytes, sums } = outcome
    log.info(
      { sizeBytes, rows: sums.rows, files: sums.files, missingFiles: sums.missingFiles },
      'made a backup',
    )
  } catch (err) {
    if (signal?.aborted === true) return
    log.error({ err }, 'the backup failed')
    const failure = err instanceof Error ? err.message : String(err)
    // Only the first of consecutive failures is mailed. The mail is queued before the failure is recorded, so a
    // crash in between loses no mail.
    if (parts.sendsMail && !failed)
      await enqueueBackupFailureMails(workplace, { at: startedAt, reason: failure })
    await recordBackupAttempt(ownerUrl, {
      startedAt,
      finishedAt: clock.now(),
      isScheduled: true,
      outcome: { failure },
    })
    return
  }
  await removeOldBackups({ ...schedule, installation: outcome.installation }, clock.now()).catch(
    (err: unknown) => log.error({ err }, 'old backups could not be removed'),
  )
  if (!isBackupCheckDue(state?.check_tried_at ?? null, clock.now())) return
  const checked = await check(parts, outcome.path, signal)
  if (checked === null) return
  if (checked.failure !== null && parts.sendsMail && (state?.check_failure ?? null) === null)
    await enqueueBackupFailureMails(workplace, { at: checked.at, reason: checked.failure, isCheck: true })
  await recordBackupCheck(ownerUrl, { startedAt, ...checked })
}

/** Checks the backup. Null: the check was aborted, or is not possible on this server. */
async function check(
  { schedule, ownerUrl: databaseUrl, freeBytes, clock, log }: BackupDependencies,
  path: string,
  signal?: AbortSignal,
): Promise<BackupCheckOutcome | null> {
  try {
    const skipped = await findDiskSpaceProblem(databaseUrl, freeBytes)
    if (skipped !== null) {
      log.warn({ reason: skipped }, 'the check of the backup was skipped')
      return { at: clock.now(), failure: null, skipped }
    }
    const now = clock.now()
    await checkBackup(path, schedule.passphrase, { now, databaseUrl, ...(signal && { signal }) })
    log.info({}, 'checked the backup by a restore')
    return { at: clock.now(), failure: null, skipped: null }
  } catch (err) {
    if (signal?.aborted === true) return null
    if (err instanceof BackupCheckNotAllowed) {
      log.warn({ err }, 'the backup could not be checked')
      return null
    }
    log.error({ err }, 'the check of the backup failed')
    const reason = err instanceof Error ? err.message : String(err)
    return { at: clock.now(), failure: `${path}: ${reason}`, skipped: null }
  }
}

/** Returns the latest scheduled time that is not in the future, in the machine's time zone. */
export function latestScheduledTime(now: Date, { hour, minute }: TimeOfDay): Date {
  const today = new Date(now)
  today.setHours(hour, minute, 0, 0)
  if (today <= now) return today
  today.setDate(today.getDate() - 1)
  return today
}

/** Removes this installation's backups beyond the retention, and unfinished files of its killed processes. */
export async function removeOldBackups(
  {
    folder,
    installation,
    ...retention
  }: BackupRetention & Pick<WrittenBackup, 'installation'> & { folder: string },
  now: Date,
): Promise<void> {
  const names = await readdir(folder)
  const backups = names.flatMap((name) => parseTimeInBackupName(name, installation) ?? [])
  for (const at of backupsToRemove(backups, retention)) await rm(join(folder, backupName(at, installation)))
  for (const name of names.filter((each) => isBackupRemnant(each, installation))) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path)
    if (now.getTime() - mtimeMs > remnantMs) await rm(path, { force: true })
  }
}
