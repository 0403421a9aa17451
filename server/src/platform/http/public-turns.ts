import { addToCount } from '../add-to-count'
import { createFairQueue } from '../database/fair-queue'
import { platformPoolSize } from '../database/pools'
import { refuse } from '../refusal'
import type { Workplace } from '../work'
import { addressForThrottling } from './counted-address'

/** The most pending calls of one address. A whole office behind one address must be able to sign in after a restart. */
export const maxPendingCallsPerAddress = 200

export interface PublicCallLimiter {
  /**
   * Runs a call without a session. Each of its transactions over all companies waits for a free slot of the caller's
   * address. Refuses the call if the address has too many pending calls.
   */
  take<T>(address: string, workplace: Workplace, call: (own: Workplace) => Promise<T>): Promise<T>
}

/**
 * Limits calls without a session. Those of one address use at most one of the two platform connections at a time, so
 * the next call of another address finds a free one. A call counts from its first platform transaction, so `/health` is
 * never refused.
 */
export function createPublicCallLimiter(most = maxPendingCallsPerAddress): PublicCallLimiter {
  const pending = new Map<string, number>()
  const turns = createFairQueue<string>({ all: platformPoolSize, perCompany: 1, besideOthers: 1 })
  return {
    async take(address, workplace, call) {
      const from = addressForThrottling(address)
      let isCounted = false
      const own: Workplace = {
        ...workplace,
        withPlatform(reason, act, actor) {
          if (!isCounted) {
            if ((pending.get(from) ?? 0) >= most)
              throw refuse('ERR_TOO_MANY_ATTEMPTS', { retryAfterSeconds: 1 })
            addToCount(pending, from, 1)
          }
          isCounted = true
          return turns.take(from, 'person', () => workplace.withPlatform(reason, act, actor))
        },
      }
      try {
        return await call(own)
      } finally {
        if (isCounted) addToCount(pending, from, -1)
      }
    },
  }
}
