import type { Endpoint } from '@balcao/contract/endpoint'
import type { UserId } from '@balcao/domain/ids'
import type { Clock } from '../clock'
import { type Bus, singleProcessBus } from '../cluster/bus'
import { createSharedRateLimiter } from '../cluster/limiter'

export type EndpointRateLimiter = (endpoint: Endpoint, userId: UserId, query?: unknown) => Promise<void>

/** The returned function counts a user's calls over all processes, and refuses those above the limit (SECURITY O3). */
export function createEndpointRateLimiter(
  { now }: Pick<Clock, 'now'>,
  { searchesPerMinute, bus = singleProcessBus }: { searchesPerMinute?: number | undefined; bus?: Bus } = {},
): EndpointRateLimiter {
  const calls = createSharedRateLimiter('pace', bus)
  return async ({ name, pace }, userId, query) => {
    if (pace === null || (pace.searchesOnly === true && !isSearch(query))) return
    const most = pace.searchesOnly === true ? (searchesPerMinute ?? pace.calls) : pace.calls
    await calls.take([{ key: `${name} ${userId}`, most, seconds: pace.seconds }], now())
  }
}

function isSearch(query: unknown): boolean {
  // the cast is safe: the endpoint's schema has parsed the query
  const { searchParam } = (query ?? {}) as { searchParam?: unknown }
  return typeof searchParam === 'string' && searchParam.trim() !== ''
}
