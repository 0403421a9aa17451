import type { Endpoint } from '@balcao/contract/endpoint'
import type { UserId } from '@balcao/domain/ids'
import type { Clock } from '../clock'
import { refuse } from '../refusal'

export type RateLimiter = (endpoint: Endpoint, userId: UserId, query?: unknown) => void

/** The map may hold this many entries before expired ones are deleted. */
const maxTrackedUsers = 1_000

/**
 * Counts the calls of each user to the endpoints with a rate limit, and refuses those above it (SECURITY O3). The
 * counts are in memory: one process answers all calls of an installation, and a restart resets them.
 */
export function rateLimiter({ now }: Pick<Clock, 'now'>, searchesPerMinute?: number): RateLimiter {
  /** By endpoint and user: the expiry times of the counted calls, the oldest first. */
  const remembered = new Map<string, readonly number[]>()

  return ({ name, pace }, userId, query) => {
    if (pace === null || (pace.searchesOnly === true && !isSearch(query))) return
    const calls = pace.searchesOnly === true ? (searchesPerMinute ?? pace.calls) : pace.calls
    const at = now().getTime()
    const key = `${name} ${userId}`
    const counting = (remembered.get(key) ?? []).filter((until) => until > at)
    const [first] = counting
    if (first !== undefined && counting.length >= calls) {
      throw refuse('ERR_TOO_MANY_ATTEMPTS', { retryAfterSeconds: Math.ceil((first - at) / 1000) })
    }
    if (remembered.size >= maxTrackedUsers) forget(at)
    remembered.set(key, [...counting, at + pace.seconds * 1000])
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
