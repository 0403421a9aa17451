import { purgeImports } from '../../features/contact-imports/contact-imports.queries'
import type { Workplace } from '../../platform/work'

const dayMs = 86_400_000
const reportsKeptMs = 30 * dayMs
const previewsKeptMs = dayMs
/** One may have a hundred thousand rows, which go with it. */
const importsAtOnce = 10

/** Forgets reports of imports after a month, and previews that nobody went on with after a day (docs/features/contact-imports.md). */
export async function purgeOldImports(workplace: Workplace, isStopping: () => boolean): Promise<void> {
  while (!isStopping() && (await purgeSome(workplace)) === importsAtOnce) {
    // The next ones.
  }
}

function purgeSome(workplace: Workplace): Promise<number> {
  return workplace.withPlatform('import sweep', async ({ db, now }) => {
    const before = (keptMs: number) => new Date(now.getTime() - keptMs)
    const gone = await db.rows(purgeImports, [before(reportsKeptMs), before(previewsKeptMs), importsAtOnce])
    return gone.length
  })
}
