import type { CacheStore } from 'baileys'

export interface BoundedCache<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  delete(key: string): void
  clear(): void
  readonly size: number
}

/** Drops the least recently used entries above `maxEntries`, or when the sum of `weigh` exceeds `maxWeight`. */
export function boundedCache<Value>(
  maxEntries: number,
  maxWeight = Number.POSITIVE_INFINITY,
  weigh: (value: Value) => number = () => 0,
): BoundedCache<Value> {
  const values = new Map<string, Value>()
  let weight = 0
  const drop = (key: string) => {
    const value = values.get(key)
    if (value === undefined) return
    values.delete(key)
    weight -= weigh(value)
  }
  return {
    get(key) {
      const value = values.get(key)
      if (value === undefined) return undefined
      values.delete(key)
      values.set(key, value)
      return value
    },
    set(key, value) {
      drop(key)
      values.set(key, value)
      weight += weigh(value)
      for (const oldest of values.keys()) {
        if (values.size <= maxEntries && weight <= maxWeight) break
        drop(oldest)
      }
    },
    delete: drop,
    clear() {
      values.clear()
      weight = 0
    },
    get size() {
      return values.size
    },
  }
}

/** The cache that Baileys needs. Create it once per connection: its retry counters must outlive a reconnect. */
export function baileysCache(maxEntries: number): CacheStore {
  const cache = boundedCache<unknown>(maxEntries)
  return {
    // Baileys reads back values that it stored under the same key, so the type is right.
    get: <T>(key: string) => cache.get(key) as T | undefined,
    set: (key, value) => cache.set(key, value),
    del: (key) => cache.delete(key),
    flushAll: () => cache.clear(),
  }
}
