import { z } from 'zod'
import { endpoint } from './endpoint'
import { instant } from './wire-values'

export const backupState = z.object({
  isScheduled: z.boolean(),
  /** The instant whose data the latest backup holds. */
  lastAt: instant.nullable(),
  /** Files missing from the latest backup, because the file store did not have them. */
  missingFiles: z.number().int(),
  failure: z.string().nullable(),
  /** When the server last restored a scheduled backup to check it. */
  checkedAt: instant.nullable(),
  checkFailure: z.string().nullable(),
  /** Why the last check of a backup was skipped, such as too little disk space. */
  checkSkipped: z.string().nullable(),
  isOverdue: z.boolean(),
})
export type BackupState = z.output<typeof backupState>

export const getBackupState = endpoint('GET /platform/backups', {
  name: 'backups.state',
  summary: 'When the last backup of this installation was made, and whether that is too long ago',
  access: 'platform.manage',
  planFlag: 'none',
  answer: backupState,
})
