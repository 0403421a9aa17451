import type { UserId } from '@balcao/domain/ids'
import type { Clock } from '../../platform/clock'
import type { AccessTokenClaims } from './access-token'

/** A short-lived cache of session states. A missing session is never cached, so a new session works at once. */
export interface SessionStateCache<Found> {
  recall(bearer: AccessTokenClaims, find: () => Promise<Found | null>): Promise<Found | null>
  forget(userId: UserId): void
  forgetAll(): void
}

interface Entry<Found> {
  readonly userId: UserId
  readonly found: Found
  readonly goodUntil: number
}

/** The size of the cache, above the number of sessions that one process serves. The oldest entries are evicted. */
export const maxCachedSessions = 20_000

export function createSessionStateCache<Found>(
  clock: Clock,
  goodForMilliseconds: number,
): SessionStateCache<Found> {
  const entries = new Map<string, Entry<Found>>()
  let forgettings = 0

  return {
    async recall({ companyId, sessionId, userId }, find) {
      const key = `${companyId}:${sessionId}`
      const known = entries.get(key)
      const at = clock.now().getTime()
      if (known && known.goodUntil > at) return known.found

      const forgettingsBefore = forgettings
      const found = await find()
      // If the user's entry was invalidated during the read, the result may be outdated, so it is not cached.
      if (found !== null && forgettings === forgettingsBefore) {
        keep(key, { userId, found, goodUntil: at + goodForMilliseconds })
      }
      return found
    },
    forget(userId) {
      forgettings++
      for (const [key, entry] of entries) if (entry.userId === userId) entries.delete(key)
    },
    forgetAll() {
      forgettings++
      entries.clear()
    },
  }

  function keep(key: string, entry: Entry<Found>): void {
    entries.delete(key)
    const [oldest] = entries.keys()
    if (entries.size >= maxCachedSessions && oldest !== undefined) entries.delete(oldest)
    entries.set(key, entry)
  }
}
