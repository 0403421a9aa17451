import { Mutex } from 'async-mutex'
import { boundedCache } from './bounded-cache'
import { commitLine } from './commit-line'
import { type InboundEvent, type KeyChange, type KeyStore, LeaseLost } from './ports'

/** Frequently read types; the rest (812 pre-keys, sent messages) would only evict these. */
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

/**
 * The key store as one connection sees it, over all its sockets. Each socket gets a session of its own: when the socket
 * ends, or a commit fails, that session never commits again, and the cache is cleared.
 */
export interface ConnectionStore {
  /** Acquired before keys are read in order to change them. One per connection, so that two sockets cannot overlap. */
  readonly lock: Mutex
  /** Resolves when no commit runs. Await it before the keys of an ended session are read. */
  idle(): Promise<void>
  /** `failed` gets the first commit that fails; the socket must end before it sends anything else. */
  begin(failed: (error: unknown) => void): StoreSession
  /** Refuses all commits from now on. */
  revoke(): void
  /** Deletes all keys, also those of a commit that is still running. */
  clear(): Promise<void>
}

export interface StoreSession {
  /** Sees everything requested before the call, committed or not. */
  load(type: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Resolves when it is committed. Requests during another commit share the next one, in their order. */
  commit(changes: readonly KeyChange[], entries: readonly InboundEvent[]): Promise<void>
  /** Like `commit` without waiting. A failure ends the session, as any does. */
  put(changes: readonly KeyChange[], entries: readonly InboundEvent[]): void
  /** Joins the next commit, never a later one. Without one, `whenCommitted` commits it. */
  putAlong(changes: readonly KeyChange[], entries: readonly InboundEvent[]): void
  /**
   * Runs `act` once everything requested so far is committed: at once if it is, and in the order of the calls. `act`
   * gets the error of a failed commit, or of an ended session.
   */
  whenCommitted(act: (error?: unknown) => void): void
  /** Resolves when everything requested so far is committed; rejects when one of the commits failed. */
  settled(): Promise<void>
  /** Sees everything requested before the call, committed or not. */
  recall(key: string): Promise<Uint8Array | null>
  unacknowledged(): Promise<readonly InboundEvent[]>
  acknowledge(keys: readonly string[]): Promise<void>
  end(): void
  readonly hasEnded: boolean
  /** Resolves when this session has ended. */
  readonly ended: Promise<void>
}

export class SessionEnded extends Error {
  override readonly name = 'SessionEnded'
}

const sessionEnded = 'the socket of this session has ended'

export function connectionStore(keys: KeyStore): ConnectionStore {
  /** null: known to be absent. Such keys are read as often (a contact without a token, at each message to it). */
  const remembered = boundedCache<string | null>(
    cachedEntries,
    cachedCharacters,
    (value) => value?.length ?? 0,
  )
  let isRevoked = false
  // A load that began before a commit must not put its old value over the new one.
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

  function begin(failed: (error: unknown) => void): StoreSession {
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
    /** Requested and not committed yet. */
    const pendingChanges = new Map<string, KeyChange>()
    const pendingEntries = new Map<string, InboundEvent>()
    const line = commitLine(async (changes, entries) => {
      if (isRevoked) throw new LeaseLost('the lease of this connection is lost')
      if (hasEnded) throw new SessionEnded(sessionEnded)
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
    const session: StoreSession = {
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
        session.commit(changes, entries).catch(() => {}) // the session has ended, and closes its socket
      },
      putAlong(changes, entries) {
        add(changes, entries).catch(() => {}) // as above
      },
      whenCommitted(act) {
        if (hasEnded) act(new SessionEnded(sessionEnded))
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
