import type { PossiblyExtendedCacheStore } from 'baileys'
import type { Clock } from './clock'
import { keyFromJson, keyToJson } from './key-json'
import type { KeyStoreSession } from './store-session'

const trustedForMs = 24 * 60 * 60 * 1000

interface CacheEntry {
  readonly at: number
  readonly devices: unknown
}

/**
 * Stores each contact's list of devices, which Baileys has in memory only: a restart would open new Signal sessions,
 * and messages in flight could not be decrypted. Entries expire, because an offline number misses new devices.
 */
export function deviceCache(session: KeyStoreSession, clock: Clock): PossiblyExtendedCacheStore {
  async function read<T>(users: readonly string[]): Promise<Record<string, T | undefined>> {
    const found: Record<string, T | undefined> = {}
    for (const [user, text] of await session.load('device-cache', users)) {
      const kept = keyFromJson<CacheEntry>(text)
      // Baileys reads back values that it stored under the same key, so the type is right.
      if (clock.now() - kept.at < trustedForMs) found[user] = kept.devices as T
    }
    return found
  }
  const write = (values: ReadonlyArray<{ key: string; value: unknown }>) =>
    session.commit(
      values.map(({ key, value }) => ({
        type: 'device-cache',
        id: key,
        value: value === null ? null : keyToJson({ at: clock.now(), devices: value } satisfies CacheEntry),
      })),
      [],
    )
  return {
    // Baileys' type omits undefined as a result, but its code handles undefined.
    get: <T>(user: string) => read<T>([user]).then((found) => found[user]) as Promise<T>,
    mget: <T>(users: string[]) => read<T>(users),
    set: (key, value) => write([{ key, value }]),
    mset: (values) => write(values),
    del: (key) => write([{ key, value: null }]),
    flushAll: () => {},
  }
}
