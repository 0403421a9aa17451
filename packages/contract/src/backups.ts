import { z } from 'zod'
import { endpoint } from './endpoint'
import { instant } from './wire-values'

/** The backups of the installation (docs/backup.md). */
export const backupState = z.object({
  /** True when the server makes a backup every day at a configured time. */
  isScheduled: z.boolean(),
  /** The instant whose data the latest backup holds; null before the first backup. */
  lastAt: instant.nullable(),
  /** The number of files missing from the latest backup, because the file store did not have them. */
  missingFiles: z.number().int(),
  /** Why the last scheduled attempt failed; null when it succeeded. */
  failure: z.string().nullable(),
  /** When a scheduled backup was last checked by restoring it; null before the first successful check. */
  checkedAt: instant.nullable(),
  /** Why the last check failed; null when it succeeded. */
  checkFailure: z.string().nullable(),
  /** Why the last check was skipped, such as too little disk space; null when the check ran. */
  checkSkipped: z.string().nullable(),
  /** True when the latest backup is too old. */
  isOverdue: z.boolean(),
})
export type BackupState = z.output<typeof backupState>

export const getBackupState = endpoint({
  name: 'backups.state',
  summary: 'When the last backup of this installation was made, and whether that is too long ago',
  method: 'GET',
  path: '/platform/backups',
  access: 'platform.manage',
  planFlag: 'none',
  answer: backupState,
})
