import { GraphError } from './graph-error'
import type { GraphRules } from './graph-service'
import type { BusinessNumber, LimitTier } from './world'

const SECOND_MS = 1_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const PAIR_INTERVAL_MS = 6_000

/** People whom a portfolio may reach outside the window within 24 hours. */
export const TIERS: Record<LimitTier, number> = {
  TIER_250: 250,
  TIER_2K: 2_000,
  TIER_10K: 10_000,
  TIER_100K: 100_000,
  TIER_UNLIMITED: Number.POSITIVE_INFINITY,
}

/** Counters of what was called lately; a restart forgets them. */
export interface RateCounters {
  /** Counts a send; throws 130429 or 131056. */
  countSend(number: BusinessNumber, customerId: string): void
  /** Counts a management call; throws 80007. */
  countManagement(appId: string, accountId: string): void
  /** Counts a person reached outside the window; false when the tier does not allow one more. */
  countReached(portfolioId: string, customerId: string, tier: LimitTier): boolean
}

export function openRates(rules: GraphRules, now: () => number): RateCounters {
  const sends = new Map<string, number[]>()
  const pairs = new Map<string, { left: number; at: number }>()
  const management = new Map<string, number[]>()
  const reached = new Map<string, Map<string, number>>()

  function within(calls: Map<string, number[]>, key: string, spanMs: number): number[] {
    const at = now()
    const latest = (calls.get(key) ?? []).filter((time) => time > at - spanMs)
    calls.set(key, latest)
    return latest
  }
  function takeFromPair(key: string) {
    const at = now()
    const known = pairs.get(key) ?? { left: rules.pairBurst, at }
    const left = Math.min(rules.pairBurst, known.left + (at - known.at) / PAIR_INTERVAL_MS)
    if (left < 1)
      throw new GraphError(131056, 'Too many messages to the same person. Wait and try the operation again.')
    pairs.set(key, { left: left - 1, at })
  }
  return {
    countSend(number, customerId) {
      const latest = within(sends, number.id, SECOND_MS)
      if (latest.length >= number.sendsPerSecond)
        throw new GraphError(
          130429,
          'Message failed to send because too many messages were sent from this phone number.',
        )
      takeFromPair(`${number.id} ${customerId}`)
      latest.push(now())
    },
    countManagement(appId, accountId) {
      const latest = within(management, `${appId} ${accountId}`, HOUR_MS)
      if (latest.length >= rules.managementCallsPerHour)
        throw new GraphError(80007, 'The WhatsApp Business Account has reached its rate limit.')
      latest.push(now())
    },
    countReached(portfolioId, customerId, tier) {
      const people = reached.get(portfolioId) ?? new Map<string, number>()
      reached.set(portfolioId, people)
      for (const [id, at] of people) if (at <= now() - DAY_MS) people.delete(id)
      const limit = tier === 'TIER_250' ? rules.smallestTier : TIERS[tier]
      if (!people.has(customerId) && people.size >= limit) return false
      people.set(customerId, people.get(customerId) ?? now())
      return true
    },
  }
}
