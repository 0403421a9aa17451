import { purgeImports } from '../../features/contact-imports/contact-imports.queries'
import type { Workplace } from '../../platform/work'

const dayMs = 86_400_000
const reportsKeptMs = 30 * dayMs
const previewsKeptMs = dayMs
/** An import may have a hundred thousand rows, deleted by cascade. */
const importsAtOnce = 10

/**
 * Deletes reports of imports after a month, and abandoned previews after a day (docs/features/contact-imports.md).
 */
export async function purgeOldImports(workplace: Workplace, isStopping: () => boolean): Promise<void> {
  while (!isStopping() && (await purgeSome(workplace)) === importsAtOnce) {
    // next batch
  }
}

function purgeSome(workplace: Workplace): Promise<number> {
  return workplace.withPlatform('import sweep', async ({ db, now }) => {
    const before = (keptMs: number) => new Date(now.getTime() - keptMs)
    const deleted = await db.rows(purgeImports, {
      reportsBefore: before(reportsKeptMs),
      previewsBefore: before(previewsKeptMs),
      limit: importsAtOnce,
    })
    return deleted.length
  })
}
