import type { Endpoint } from '@balcao/contract/endpoint'
import type { UserId } from '@balcao/domain/ids'
import type { Clock } from '../clock'
import { type Bus, noBus, packetKind } from '../cluster/bus'
import { refuse } from '../refusal'

export type RateLimiter = (endpoint: Endpoint, userId: UserId, query?: unknown) => void

/** The map may hold this many entries before expired ones are deleted. */
const maxTrackedUsers = 1_000

/** A counted call of another process. Its seconds run from its arrival, because clocks of machines differ. */
const countedCall = packetKind<{ readonly key: string; readonly seconds: number }>('paced call')

/**
 * Counts the calls of each user to the endpoints with a rate limit, and refuses those above it (SECURITY O3). The
 * counts are in memory: each process hears the calls that the others have counted, and a restart resets its own.
 */
export function rateLimiter(
  { now }: Pick<Clock, 'now'>,
  { searchesPerMinute, bus = noBus }: { searchesPerMinute?: number | undefined; bus?: Bus } = {},
): RateLimiter {
  /** By endpoint and user: the expiry times of the counted calls, the oldest first. */
  const remembered = new Map<string, readonly number[]>()
  bus.listen(countedCall, ({ key, seconds }) => count(key, seconds))

  return ({ name, pace }, userId, query) => {
    if (pace === null || (pace.searchesOnly === true && !isSearch(query))) return
    const calls = pace.searchesOnly === true ? (searchesPerMinute ?? pace.calls) : pace.calls
    const at = now().getTime()
    const key = `${name} ${userId}`
    const counting = countingOf(key, at)
    const [first] = counting
    if (first !== undefined && counting.length >= calls) {
      throw refuse('ERR_TOO_MANY_ATTEMPTS', { retryAfterSeconds: Math.ceil((first - at) / 1000) })
    }
    count(key, pace.seconds)
    void bus.publish(countedCall, { key, seconds: pace.seconds })
  }

  function countingOf(key: string, at: number): readonly number[] {
    return (remembered.get(key) ?? []).filter((until) => until > at)
  }

  function count(key: string, seconds: number): void {
    const at = now().getTime()
    if (remembered.size >= maxTrackedUsers) forget(at)
    remembered.set(key, [...countingOf(key, at), at + seconds * 1000])
  }

  function forget(at: number): void {
    for (const [key, untils] of remembered) {
      if (untils.every((until) => until <= at)) remembered.delete(key)
    }
  }
}

function isSearch(query: unknown): boolean {
  const { searchParam } = (query ?? {}) as { searchParam?: unknown } // already parsed by its schema
  return typeof searchParam === 'string' && searchParam.trim() !== ''
}
