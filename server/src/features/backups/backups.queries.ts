import type { CompanyId, UserId } from '@balcao/domain/ids'
import { type NoParams, statement } from '../../platform/database/statement'

/** Stores a backup's result. `failure` is null after a success; the columns of the file are null after a failure. */
export const insertBackup = statement<{
  startedAt: Date
  finishedAt: Date
  isScheduled: boolean
  contentAt: Date | null
  path: string | null
  sizeBytes: number | null
  missingFiles: number | null
  failure: string | null
}>(
  'backups.insert',
  `
  insert into backups (started_at, finished_at, is_scheduled, content_at, path, size_bytes, missing_files, failure)
  values (:startedAt, :finishedAt, :isScheduled, :contentAt, :path, :sizeBytes, :missingFiles, :failure)
  `,
)

/** Stores the result of a test that restores a scheduled backup. Null `failure` and `skipped`: the restore worked. */
export const saveBackupCheck = statement<{
  startedAt: Date
  at: Date
  failure: string | null
  skipped: string | null
}>(
  'backups.saveCheck',
  `
  update backups set checked_at = :at, check_failure = :failure, check_skipped = :skipped where started_at = :startedAt and is_scheduled
  `,
)

export const deleteOldBackups = statement<{ before: Date }>(
  'backups.forget',
  'delete from backups where started_at < :before',
)

export interface BackupStateRow {
  /** The time of the data in the last successful backup. */
  content_at: Date | null
  missing_files: number | null
  /** When the last scheduled backup began, and why it failed. */
  tried_at: Date | null
  failure: string | null
  installed_at: Date | null
  /** When a check last succeeded in restoring a backup. */
  restorable_at: Date | null
  check_tried_at: Date | null
  /** Why the last check failed. Null: it succeeded, was skipped, or there was none. */
  check_failure: string | null
  /** Why the last check was skipped. */
  check_skipped: string | null
}

export const backupState = statement<NoParams, BackupStateRow>(
  'backups.state',
  `
  select made.content_at, made.missing_files, tried.started_at as tried_at, tried.failure,
    (select min(created_at) from companies) as installed_at,
    (select max(checked_at) from backups where check_failure is null and check_skipped is null) as restorable_at,
    checked.checked_at as check_tried_at, checked.check_failure, checked.check_skipped
  from (select) as always
  left join lateral (
    select content_at, missing_files from backups where failure is null order by content_at desc limit 1
  ) as made on true
  left join lateral (
    select started_at, failure from backups where is_scheduled order by started_at desc limit 1
  ) as tried on true
  left join lateral (
    select checked_at, check_failure, check_skipped from backups where checked_at is not null order by checked_at desc limit 1
  ) as checked on true
  `,
)

export const idsOfSuperUsers = statement<NoParams, { company_id: CompanyId; id: UserId }>(
  'backups.idsOfSuperUsers',
  'select company_id, id from users where is_super order by id',
)

export const emailOfSuperUser = statement<{ id: UserId }, { email: string }>(
  'backups.emailOfSuperUser',
  'select email from users where id = :id and is_super',
)
