import { Mutex } from 'async-mutex'
import { boundedCache } from './bounded-cache'
import { commitQueue } from './commit-line'
import { type InboundEvent, type KeyChange, type KeyStore, LeaseLost } from './ports'

/** Key types that are read often. Others (812 pre-keys, sent messages) would only evict these. */
const cachedTypes = new Set([
  'session',
  'identity-key',
  'sender-key',
  'lid-mapping',
  'device-list',
  'device-cache',
  'tctoken',
])
const cachedEntries = 500
const cachedCharacters = 1_000_000

/** Gives each socket of a connection a session, which never commits again after its end or a failed commit. */
export interface ConnectionKeyStore {
  /** Acquire it before reading keys in order to change them, so that two sockets cannot overlap. */
  readonly lock: Mutex
  /** Resolves when no commit is running. Await it before reading the keys of an ended session. */
  idle(): Promise<void>
  /** Begins the session of a new socket. `failed` gets its first commit error, after which the socket must close. */
  begin(failed: (error: unknown) => void): KeyStoreSession
  revoke(): void
  /** Deletes all keys, also those of a commit that is still running. */
  clear(): Promise<void>
}

export interface KeyStoreSession {
  /** Reads committed values, and those whose commit was requested before. */
  load(type: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Resolves when the changes are committed. Requests during a commit share the next one, in order. */
  commit(changes: readonly KeyChange[], entries: readonly InboundEvent[]): Promise<void>
  /** Like `commit`, without waiting. A failure ends the session. */
  put(changes: readonly KeyChange[], entries: readonly InboundEvent[]): void
  /** Adds changes to the next commit, without starting one. If no commit follows, `whenCommitted` starts it. */
  putAlong(changes: readonly KeyChange[], entries: readonly InboundEvent[]): void
  /** Runs `act` after all earlier commits, in order, with the error of a failed commit or an ended session. */
  whenCommitted(act: (error?: unknown) => void): void
  /** Resolves when all earlier requests are committed; rejects when a commit failed. */
  settled(): Promise<void>
  /** Reads stored inbound events, and those whose commit was requested before. */
  recall(key: string): Promise<Uint8Array | null>
  unacknowledged(): Promise<readonly InboundEvent[]>
  acknowledge(keys: readonly string[]): Promise<void>
  end(): void
  readonly hasEnded: boolean
  readonly ended: Promise<void>
}

export class KeyStoreSessionEnded extends Error {
  override readonly name = 'KeyStoreSessionEnded'
}

const sessionEnded = 'the socket of this session has ended'

export function connectionKeyStore(keys: KeyStore): ConnectionKeyStore {
  /** Cached values; null for a missing key, because missing keys are read often too, such as a contact's token. */
  const remembered = boundedCache<string | null>(
    cachedEntries,
    cachedCharacters,
    (value) => value?.length ?? 0,
  )
  let isRevoked = false
  // Rises when a commit begins and when it ends. Values loaded meanwhile may be old, so they are not cached.
  let commits = 0
  let running: Promise<void> = Promise.resolve()

  async function load(type: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>()
    const missing: string[] = []
    for (const id of ids) {
      const value = cachedTypes.has(type) ? remembered.get(nameOf({ type, id })) : undefined
      if (value === undefined) missing.push(id)
      else if (value !== null) found.set(id, value)
    }
    if (missing.length === 0) return found
    const commitsBefore = commits
    const loaded = await keys.load(type, missing)
    for (const id of missing) {
      const value = loaded.get(id) ?? null
      if (value !== null) found.set(id, value)
      if (cachedTypes.has(type) && commits === commitsBefore) remembered.set(nameOf({ type, id }), value)
    }
    return found
  }

  async function commit(changes: readonly KeyChange[], entries: readonly InboundEvent[]): Promise<void> {
    commits += 1
    for (const { type, id } of changes) remembered.delete(nameOf({ type, id }))
    const committed = keys.commit(changes, entries)
    running = Promise.allSettled([running, committed]).then(() => undefined)
    await committed
    commits += 1
    for (const { type, id, value } of changes) {
      if (cachedTypes.has(type)) remembered.set(nameOf({ type, id }), value)
    }
  }

  function begin(failed: (error: unknown) => void): KeyStoreSession {
    let hasEnded = false
    let resolveEnded: () => void = () => {}
    const ended = new Promise<void>((resolve) => {
      resolveEnded = resolve
    })
    const end = () => {
      hasEnded = true
      remembered.clear()
      resolveEnded()
    }
    const pendingChanges = new Map<string, KeyChange>()
    const pendingEntries = new Map<string, InboundEvent>()
    const line = commitQueue(async (changes, entries) => {
      if (isRevoked) throw new LeaseLost('the lease of this connection is lost')
      if (hasEnded) throw new KeyStoreSessionEnded(sessionEnded)
      if (changes.length + entries.length === 0) return
      try {
        await commit(changes, entries)
      } catch (error) {
        end()
        failed(error)
        throw error
      }
      for (const change of changes) {
        if (pendingChanges.get(nameOf(change)) === change) pendingChanges.delete(nameOf(change))
      }
      for (const { key } of entries) pendingEntries.delete(key)
    })
    const add = (changes: readonly KeyChange[], entries: readonly InboundEvent[]) => {
      for (const change of changes) pendingChanges.set(nameOf(change), change)
      for (const entry of entries) pendingEntries.set(entry.key, entry)
      return line.add(changes, entries)
    }
    const session: KeyStoreSession = {
      async load(type, ids) {
        const found = new Map<string, string>()
        const missing: string[] = []
        for (const id of ids) {
          const change = pendingChanges.get(nameOf({ type, id }))
          if (change === undefined) missing.push(id)
          else if (change.value !== null) found.set(id, change.value)
        }
        for (const [id, value] of await load(type, missing)) found.set(id, value)
        return found
      },
      recall: async (key) => pendingEntries.get(key)?.content ?? keys.recall(key),
      unacknowledged: () => keys.unacknowledged(),
      async acknowledge(acknowledged) {
        await session.settled()
        await keys.acknowledge(acknowledged)
      },
      end,
      ended,
      get hasEnded() {
        return hasEnded
      },
      commit(changes, entries) {
        const committed = add(changes, entries)
        line.start()
        return committed
      },
      put(changes, entries) {
        session.commit(changes, entries).catch(() => {}) // a failure ends the session and its socket
      },
      putAlong(changes, entries) {
        add(changes, entries).catch(() => {}) // a failure ends the session and its socket
      },
      whenCommitted(act) {
        if (hasEnded) act(new KeyStoreSessionEnded(sessionEnded))
        else line.follow(act)
      },
      settled: () =>
        new Promise((resolve, reject) =>
          session.whenCommitted((error) => (error === undefined ? resolve() : reject(error))),
        ),
    }
    return session
  }

  return {
    lock: new Mutex(),
    idle: () => running,
    begin,
    revoke() {
      isRevoked = true
      remembered.clear()
    },
    async clear() {
      await running
      if (!isRevoked) await keys.clear()
      commits += 1
      remembered.clear()
    },
  }
}

function nameOf({ type, id }: Pick<KeyChange, 'type' | 'id'>): string {
  return `${type}\n${id}`
}
