import pg from 'pg'
import { deleteOldBackups, insertBackup, saveBackupCheck } from '../../features/backups/backups.queries'
import { parameterValuesOf } from '../../platform/database/statement'
import type { WrittenBackup } from './write-backup'

/** Recorded attempts are deleted after this time. */
const keptMs = 90 * 86_400_000

interface Attempt {
  readonly startedAt: Date
  readonly finishedAt: Date
  readonly isScheduled: boolean
  readonly outcome: WrittenBackup | { readonly failure: string }
}

/**
 * Records a backup attempt in the database. It connects as the owner, because the product may not run. A
 * database of an earlier version may lack the table.
 */
export async function recordBackupAttempt(ownerUrl: string, attempt: Attempt): Promise<void> {
  const { outcome, ...when } = attempt
  const made = 'failure' in outcome ? null : outcome
  await asOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<{ is_there: boolean }>(
      `select to_regclass('public.backups') is not null as is_there`,
    )
    if (rows[0]?.is_there !== true) return
    const row = {
      ...when,
      contentAt: made?.at ?? null,
      path: made?.path ?? null,
      sizeBytes: made?.sizeBytes ?? null,
      missingFiles: made?.sums.missingFiles ?? null,
      failure: 'failure' in outcome ? outcome.failure.slice(0, 1_000) : null,
    }
    await client.query(insertBackup.text, parameterValuesOf(insertBackup, row))
    const before = new Date(attempt.finishedAt.getTime() - keptMs)
    await client.query(deleteOldBackups.text, parameterValuesOf(deleteOldBackups, { before }))
  })
}

/** The result of a check. If `failure` and `skipped` are null, the backup can be restored. */
export interface BackupCheckOutcome {
  readonly at: Date
  readonly failure: string | null
  readonly skipped: string | null
}

export function recordBackupCheck(
  ownerUrl: string,
  { failure, ...check }: BackupCheckOutcome & { readonly startedAt: Date },
): Promise<void> {
  return asOwner(ownerUrl, async (client) => {
    const row = { ...check, failure: failure?.slice(0, 1_000) ?? null }
    await client.query(saveBackupCheck.text, parameterValuesOf(saveBackupCheck, row))
  })
}

async function asOwner(ownerUrl: string, act: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'balcao backup' })
  await client.connect()
  try {
    await act(client)
  } finally {
    await client.end()
  }
}
