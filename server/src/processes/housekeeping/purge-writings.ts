import { optOutWindowMs } from '@balcao/domain/campaigns'
import { purgeWritings } from '../../features/campaigns/campaign-writings.queries'
import type { Workplace } from '../../platform/work'

const rowsAtOnce = 5_000

/** Forgets whom deleted campaigns wrote to, once their answers mean nothing to campaigns any more (docs/features/campaigns.md). */
export async function purgeOldWritings(workplace: Workplace, isStopping: () => boolean): Promise<void> {
  while (!isStopping() && (await purgeSome(workplace)) === rowsAtOnce) {
    // The next ones.
  }
}

function purgeSome(workplace: Workplace): Promise<number> {
  return workplace.withPlatform('campaign sweep', async ({ db, now }) => {
    const gone = await db.rows(purgeWritings, [new Date(now.getTime() - optOutWindowMs), rowsAtOnce])
    return gone.length
  })
}
