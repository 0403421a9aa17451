import { z } from 'zod'
import { endpoint } from './endpoint'
import { instant } from './wire-values'

/** The backups of the installation (docs/backup.md). */
export const backupState = z.object({
  /** The product makes them at a time of the day. */
  isScheduled: z.boolean(),
  /** The instant of the last one's content; null: none was made yet. */
  lastAt: instant.nullable(),
  /** Files that the last one lacks, because the store did not have them. */
  missingFiles: z.number().int(),
  /** Why the last scheduled attempt failed; null: it did not. */
  failure: z.string().nullable(),
  /** The last one is too old. */
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
