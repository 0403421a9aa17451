import { randomUUID } from 'node:crypto'
import { refuse } from '../refusal'
import { type Bus, packetKind } from './bus'

/** One rate limit: at most `most` calls with this key within any `seconds`. */
export interface RateLimitOfKey {
  readonly key: string
  readonly most: number
  readonly seconds: number
}

export interface SharedRateLimiter {
  /** Counts a call, or refuses with `ERR_TOO_MANY_ATTEMPTS`. The returned function takes the count back. */
  take(bounds: readonly RateLimitOfKey[], now: Date): Promise<() => void>
}

/** Counts calls for all processes in one place. Its functions reject while that place cannot be reached. */
export interface SharedRateCounter {
  /** Counts a call and returns null, or returns the time in milliseconds at which the limit allows one again. */
  take(bounds: readonly RateLimitOfKey[], id: string, now: Date): Promise<number | null>
  giveBack(keys: readonly string[], id: string): Promise<void>
}

interface Taken {
  readonly id: string
  /** The time in milliseconds until which the call counts for a key, by the clock of the process that counted it. */
  readonly ends: readonly (readonly [key: string, end: number])[]
}

/** Above this number of keys in memory, the keys whose calls no longer count are deleted. */
const maxKeys = 1_000
/** Only the counts of limits over a longer time survive a restart: a starting process asks the others for them. */
const shortSeconds = 60

/**
 * Limits calls over all processes. Redis counts each call atomically. Without Redis, each process learns the counts of
 * the others with a short delay. While Redis is unreachable, each process counts only its own calls.
 */
export function createSharedRateLimiter(name: string, bus: Bus): SharedRateLimiter {
  const takes = packetKind<Taken>(`${name} takes`)
  const givesBack = packetKind<Taken>(`${name} gives back`)
  const asks = packetKind<null>(`${name} asks`)
  const ends = new Map<string, Map<string, number>>()
  const longKeys = new Set<string>()
  const { counter } = bus

  if (counter === null) {
    bus.listen(takes, keep)
    bus.listen(givesBack, drop)
    bus.listen(asks, () => {
      for (const taken of takenFor(longKeys)) void bus.publish(takes, taken)
    })
    void bus.publish(asks, null)
  }

  return {
    async take(bounds, now) {
      const at = now.getTime()
      const id = randomUUID()
      const taken = { id, ends: bounds.map(({ key, seconds }) => [key, at + seconds * 1000] as const) }
      // Undefined: there is no shared counter, or it is unreachable, so this process counts in memory.
      const freeAt = await counter?.take(named(bounds), id, now).catch(() => undefined)
      if (freeAt === undefined) {
        const free = bounds.flatMap(({ key, most }) => freeTimes(key, most, at))
        if (free.length > 0) throw refusal(Math.max(...free) - at)
      } else if (freeAt !== null) throw refusal(freeAt - at)
      for (const { key, seconds } of bounds) if (seconds > shortSeconds) longKeys.add(key)
      if (ends.size >= maxKeys) forget(at)
      keep(taken)
      if (counter === null) void bus.publish(takes, taken)
      return () => {
        drop(taken)
        if (counter === null) void bus.publish(givesBack, taken)
        else
          counter
            .giveBack(
              named(bounds).map(({ key }) => key),
              id,
            )
            .catch(() => undefined) // ignored: a count that is not taken back ends by itself after `seconds`
      }
    },
  }

  function named(bounds: readonly RateLimitOfKey[]): readonly RateLimitOfKey[] {
    return bounds.map((bound) => ({ ...bound, key: `${name} ${bound.key}` }))
  }

  /** The time when this key allows a call again, in a list of one; an empty list if its limit is not reached. */
  function freeTimes(key: string, most: number, at: number): readonly number[] {
    const counting = [...(ends.get(key)?.values() ?? [])].filter((end) => end > at)
    return counting.length >= most ? [Math.min(...counting)] : []
  }

  function keep({ id, ends: given }: Taken): void {
    for (const [key, end] of given) ends.set(key, (ends.get(key) ?? new Map<string, number>()).set(id, end))
  }

  function drop({ id, ends: given }: Taken): void {
    for (const [key] of given) {
      ends.get(key)?.delete(id)
      if (ends.get(key)?.size === 0) ends.delete(key)
    }
  }

  function takenFor(keys: Iterable<string>): readonly Taken[] {
    return [...keys].flatMap((key) =>
      [...(ends.get(key) ?? [])].map(([id, end]) => ({ id, ends: [[key, end] as const] })),
    )
  }

  function forget(at: number): void {
    for (const [key, taken] of ends) {
      if ([...taken.values()].some((end) => end > at)) continue
      ends.delete(key)
      longKeys.delete(key)
    }
  }
}

function refusal(waitMs: number): Error {
  return refuse('ERR_TOO_MANY_ATTEMPTS', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
}
