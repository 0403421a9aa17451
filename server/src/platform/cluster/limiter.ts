import { randomUUID } from 'node:crypto'
import { refuse } from '../refusal'
import { type Bus, packetKind } from './bus'

/** At most `most` within any `seconds`. */
export interface RateBound {
  readonly key: string
  readonly most: number
  readonly seconds: number
}

export interface Limiter {
  /**
   * Takes one of each bound and returns what gives them back. Refuses with `ERR_TOO_MANY_ATTEMPTS`, and takes none, when
   * one of them is reached. Concurrent calls cannot exceed a bound.
   */
  take(bounds: readonly RateBound[], now: Date): Promise<() => void>
}

/** Counts for all processes in one step. Both functions reject while it can't be reached. */
export interface SharedCounter {
  /** Takes one of each bound under this id; null. One of them is reached: takes none; the time when it is free, in milliseconds. */
  take(bounds: readonly RateBound[], id: string, now: Date): Promise<number | null>
  giveBack(keys: readonly string[], id: string): Promise<void>
}

interface Taken {
  readonly id: string
  /** Keys, and when one is free again, in milliseconds of the process that took it. */
  readonly ends: readonly (readonly [key: string, end: number])[]
}

/** Above this number of keys, those are deleted of which none is taken. */
const maxKeys = 1_000
/** A process that starts asks for what bounds of a longer time count. */
const shortSeconds = 60

/**
 * Limits that hold for all processes: over Redis each take is one step for all. Without it each process counts in memory,
 * and hears over the bus what the others take, a moment later. While Redis is away each counts its own.
 */
export function limiter(name: string, bus: Bus): Limiter {
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
      // Undefined: this process counts itself.
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
            .catch(() => undefined) // it ends by itself
      }
    },
  }

  function named(bounds: readonly RateBound[]): readonly RateBound[] {
    return bounds.map((bound) => ({ ...bound, key: `${name} ${bound.key}` }))
  }

  /** When the first one is free of a key that is reached. */
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
