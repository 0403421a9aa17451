import type { Clock } from '../../platform/clock'
import type { Log } from '../../platform/log'
import { purgeTrays } from './purge-trays'
import { type SweepParts, sweepFiles } from './sweep-files'

export interface HousekeepingParts extends SweepParts {
  readonly clock: Clock
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
}

/** Soon: a product that is started anew each day is tidied too. */
const firstMs = 60_000
const everyMs = 3_600_000

/** Throws away what is of no use any more, soon after the start and then every hour, until stopped. */
export function startHousekeeping(parts: HousekeepingParts): { stop(): Promise<void> } {
  const { clock, log } = parts
  let round = Promise.resolve()
  let isStopping = false
  let cancel = clock.after(firstMs, tidy)

  return {
    async stop() {
      isStopping = true
      cancel()
      await round
    },
  }

  function tidy(): void {
    round = tidyOnce().finally(() => {
      if (!isStopping) cancel = clock.after(everyMs, tidy)
    })
  }

  async function tidyOnce(): Promise<void> {
    await purgeTrays(parts.workplace).catch((err) => log.warn({ err }, 'the trays could not be purged'))
    if (isStopping) return
    await sweepFiles(parts, clock.now()).catch((err) => log.warn({ err }, 'files could not be swept'))
  }
}
