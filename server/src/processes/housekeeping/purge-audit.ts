import { auditMonths } from '@balcao/domain/audit'
import { purgeAuditEntries } from '../../features/audit/audit.queries'
import type { Workplace } from '../../platform/work'

const rowsAtOnce = 5_000

/** Deletes audit entries older than the retention time (docs/features/audit.md). */
export async function purgeAudit(workplace: Workplace): Promise<void> {
  await workplace.withPlatform('audit sweep', async ({ db, now }) => {
    const oldest = new Date(now)
    oldest.setUTCMonth(oldest.getUTCMonth() - auditMonths)
    await db.run(purgeAuditEntries, { before: oldest, limit: rowsAtOnce })
  })
}
