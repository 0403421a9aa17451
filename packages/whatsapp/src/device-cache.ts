import type { PossiblyExtendedCacheStore } from 'baileys'
import type { Clock } from './clock'
import { keyFromText, keyToText } from './key-json'
import type { StoreSession } from './store-session'

const trustedForMs = 24 * 60 * 60 * 1000

interface Kept {
  readonly at: number
  readonly devices: unknown
}

/**
 * Which devices each contact has, kept in the key store. In memory alone, as Baileys has it, the first message after
 * each start fetches a new session from everybody; with traffic both ways that made 34 to 50 messages undecryptable
 * at first, with this none. A day old, it is asked for again: WhatsApp tells of new devices, but not when we are away.
 */
export function deviceCache(session: StoreSession, clock: Clock): PossiblyExtendedCacheStore {
  async function read<T>(users: readonly string[]): Promise<Record<string, T | undefined>> {
    const found: Record<string, T | undefined> = {}
    for (const [user, text] of await session.load('device-cache', users)) {
      const kept = keyFromText<Kept>(text)
      // Baileys reads back what it stored under the same key, so the type that it asks for is the one that it gave.
      if (clock.now() - kept.at < trustedForMs) found[user] = kept.devices as T
    }
    return found
  }
  const write = (values: ReadonlyArray<{ key: string; value: unknown }>) =>
    session.commit(
      values.map(({ key, value }) => ({
        type: 'device-cache',
        id: key,
        value: value === null ? null : keyToText({ at: clock.now(), devices: value } satisfies Kept),
      })),
      [],
    )
  return {
    // Their type forgets that a promise may come back empty; their code does not.
    get: <T>(user: string) => read<T>([user]).then((found) => found[user]) as Promise<T>,
    mget: <T>(users: string[]) => read<T>(users),
    set: (key, value) => write([{ key, value }]),
    mset: (values) => write(values),
    del: (key) => write([{ key, value: null }]),
    flushAll: () => {},
  }
}
