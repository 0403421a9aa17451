import { optOutWindowMs } from '@balcao/domain/campaigns'
import { purgeWritings } from '../../features/campaigns/campaign-writings.queries'
import type { Workplace } from '../../platform/work'

const rowsAtOnce = 5_000

/** Deletes the contacts of deleted campaigns once replies to them no longer count (docs/features/campaigns.md). */
export async function purgeOldWritings(workplace: Workplace, isStopping: () => boolean): Promise<void> {
  while (!isStopping() && (await purgeSome(workplace)) === rowsAtOnce) {
    // next batch
  }
}

function purgeSome(workplace: Workplace): Promise<number> {
  return workplace.withPlatform('campaign sweep', async ({ db, now }) => {
    const deleted = await db.rows(purgeWritings, [new Date(now.getTime() - optOutWindowMs), rowsAtOnce])
    return deleted.length
  })
}
