import * as calls from '@balcao/contract/backups'
import { isBackupOverdue } from '@balcao/domain/backups'
import type { InstallationMailService } from '../../outside/mail/port'
import type { Feature } from '../../platform/feature'
import { platformRoute } from '../../platform/http/route'
import { backupState } from './backups.queries'
import { backupFailureMailJob } from './mail-failure'

/** `isScheduled`: the server makes backups by itself. */
export function backupsFeature({
  isScheduled,
  mail,
}: {
  readonly isScheduled: boolean
  readonly mail: InstallationMailService | null
}): Feature {
  return {
    name: 'backups',
    jobs: [backupFailureMailJob(mail)],
    routes: [
      platformRoute(calls.getBackupState, async ({ db, now }) => {
        const row = await db.row(backupState)
        const lastAt = row?.content_at ?? null
        return {
          isScheduled,
          lastAt: lastAt?.toISOString() ?? null,
          missingFiles: row?.missing_files ?? 0,
          failure: row?.failure ?? null,
          checkedAt: row?.restorable_at?.toISOString() ?? null,
          checkFailure: row?.check_failure ?? null,
          checkSkipped: row?.check_skipped ?? null,
          isOverdue: isBackupOverdue({ lastAt, installedAt: row?.installed_at ?? null, now }),
        }
      }),
    ],
  }
}
