import { optOutWindowMs } from '@balcao/domain/campaigns'
import { purgeWritings } from '../../features/campaigns/campaign-writings.queries'
import type { Clock } from '../../platform/clock'
import type { FileStore } from '../../platform/files/file-store'
import type { Log } from '../../platform/log'
import type { Workplace } from '../../platform/work'
import { goRounds, type Rounds } from '../go-rounds'
import { clearExpiredTickets } from './clear-expired-tickets'
import { fetchWithoutRoom } from './fetch-without-room'
import { purgeAudit } from './purge-audit'
import { type PurgeParts, purgeCompanies } from './purge-companies'
import { purgeOldImports } from './purge-imports'
import { purgeQueues } from './purge-queues'
import { type SweepParts, sweepFiles } from './sweep-files'

const rowsAtOnce = 5_000

/** Deletes the contacts of deleted campaigns once replies to them no longer count (docs/features/campaigns.md). */
async function purgeOldWritings(workplace: Workplace, isStopping: () => boolean): Promise<void> {
  while (!isStopping() && (await purgeSome(workplace)) === rowsAtOnce) {
    // next batch
  }
}

function purgeSome(workplace: Workplace): Promise<number> {
  return workplace.withPlatform('campaign sweep', async ({ db, now }) => {
    const deleted = await db.rows(purgeWritings, {
      before: new Date(now.getTime() - optOutWindowMs),
      limit: rowsAtOnce,
    })
    return deleted.length
  })
}

export interface HousekeepingParts extends SweepParts, PurgeParts {
  readonly store: SweepParts['store'] & PurgeParts['store'] & Pick<FileStore, 'usedBytes'>
  readonly clock: Clock
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
}

/** Soon after the start, so that a product that restarts daily is cleaned too. */
const firstMs = 60_000
const everyMs = 3_600_000

/** Deletes data past its retention, soon after the start and then every hour, until stopped. */
export function startHousekeeping(parts: HousekeepingParts): Rounds {
  return goRounds(parts, { firstMs, everyMs }, (isStopping) => tidy(parts, isStopping), 'housekeeping failed')
}

/** Runs one task after the other; a failed task does not stop the others. */
async function tidy(parts: HousekeepingParts, isStopping: () => boolean): Promise<void> {
  const { workplace, clock, log } = parts
  const chores: readonly (readonly [chore: () => Promise<unknown>, failure: string])[] = [
    [() => purgeQueues(workplace, isStopping), 'the queues could not be purged'],
    [() => purgeAudit(workplace), 'the audit trail could not be purged'],
    [() => purgeOldImports(workplace, isStopping), 'old imports could not be deleted'],
    [() => purgeOldWritings(workplace, isStopping), 'old outcomes of campaigns could not be deleted'],
    [() => purgeCompanies(parts, clock.now()), 'companies could not be deleted'],
    [() => clearExpiredTickets(workplace, isStopping), 'texts of old conversations could not be deleted'],
    [() => sweepFiles(parts, clock.now()), 'files could not be swept'],
    [() => fetchWithoutRoom(workplace, parts.store), 'media without room could not be ordered'],
  ]
  for (const [chore, failure] of chores) {
    if (isStopping()) return
    await chore().catch((err) => log.warn({ err }, failure))
  }
}
