import { type InboundEvent, type KeyChange, type KeyStore, LeaseLost } from '../ports'

/** A key store in memory that outlives the "processes" of a test. Each `open` takes the lease from the previous one. */
export interface MemoryKeyStore {
  /** The handle of a new process. Commits over older handles reject with `LeaseLost`. */
  open(): MemoryKeyHandle
  /** All inbound events, in order. */
  readonly entries: readonly InboundEvent[]
  /** Keys by `type` and id, as text. */
  readonly keys: ReadonlyMap<string, ReadonlyMap<string, string>>
  readonly commits: number
  /** Inbound events whose effect inside the driver has not been acknowledged yet. */
  readonly unacknowledgedCount: number
  /** Waits until the predicate returns a truthy value; it runs again after each change. Rejects with the name. */
  until<T>(name: string, predicate: () => T | false | undefined | null, timeoutMs?: number): Promise<T>
}

export interface MemoryKeyHandle extends KeyStore {
  /** After the first matching commit, this handle answers nothing any more, like a killed process. */
  dieAfter(matches: Matches): Promise<void>
  /** The next matching commit rejects and changes nothing. */
  failNext(matches: Matches): void
  /** The next matching commit waits, changing nothing yet, until `release`. */
  holdNext(matches: Matches): { held: Promise<void>; release: () => void }
}

/** Matches a commit before it is applied. */
export type Matches = (changes: readonly KeyChange[], entries: readonly InboundEvent[]) => boolean

const never = new Promise<never>(() => {})

export function memoryKeyStore(): MemoryKeyStore {
  const keys = new Map<string, Map<string, string>>()
  const entries: InboundEvent[] = []
  const known = new Map<string, InboundEvent>()
  const acknowledged = new Set<string>()
  const watchers = new Set<() => void>()
  let holder = 0
  let commits = 0

  function apply(changes: readonly KeyChange[], added: readonly InboundEvent[]): void {
    commits += 1
    for (const { type, id, value } of changes) {
      const values = keys.get(type) ?? new Map<string, string>()
      keys.set(type, values)
      if (value === null) values.delete(id)
      else values.set(id, value)
    }
    for (const entry of added) {
      if (known.has(entry.key)) continue
      known.set(entry.key, entry)
      entries.push(entry)
    }
    for (const look of [...watchers]) look()
  }

  function open(): MemoryKeyHandle {
    holder += 1
    const self = holder
    let isDead = false
    let dying: { matches: Matches; tell: () => void } | null = null
    let failing: Matches | null = null
    let holding: { matches: Matches; tell: () => void; released: Promise<void> } | null = null
    const alive = async () => (isDead ? never : undefined)
    return {
      async load(type, ids) {
        await alive()
        const values = keys.get(type)
        return new Map(ids.flatMap((id) => (values?.has(id) ? [[id, values.get(id) ?? '']] : [])))
      },
      async commit(changes, added) {
        await alive()
        if (holder !== self) throw new LeaseLost('another process has opened this connection')
        if (failing?.(changes, added)) {
          failing = null
          throw new Error('the database is away')
        }
        if (holding?.matches(changes, added)) {
          const { tell, released } = holding
          holding = null
          tell()
          await released
        }
        apply(changes, added)
        if (!dying?.matches(changes, added)) return
        isDead = true
        dying.tell()
        await never
      },
      async recall(key) {
        await alive()
        return known.get(key)?.content ?? null
      },
      async unacknowledged() {
        await alive()
        return entries.filter((entry) => entry.needsAcknowledgement && !acknowledged.has(entry.key))
      },
      async acknowledge(done) {
        await alive()
        for (const key of done) acknowledged.add(key)
        for (const look of [...watchers]) look()
      },
      async clear() {
        await alive()
        keys.clear()
        for (const look of [...watchers]) look()
      },
      dieAfter: (matches) =>
        new Promise<void>((tell) => {
          dying = { matches, tell }
        }),
      failNext(matches) {
        failing = matches
      },
      holdNext(matches) {
        const held = gate()
        const released = gate()
        holding = { matches, tell: held.open, released: released.passed }
        return { held: held.passed, release: released.open }
      },
    }
  }

  function until<T>(
    name: string,
    predicate: () => T | false | undefined | null,
    timeoutMs = 30_000,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const finish = () => {
        clearTimeout(timer)
        watchers.delete(look)
      }
      const look = () => {
        const found = predicate()
        if (!found) return
        finish()
        resolve(found)
      }
      const timer = setTimeout(() => {
        finish()
        reject(new Error(`timed out waiting for ${name}`))
      }, timeoutMs)
      watchers.add(look)
      look()
    })
  }

  return {
    open,
    entries,
    keys,
    until,
    get commits() {
      return commits
    },
    get unacknowledgedCount() {
      return entries.filter(({ key, needsAcknowledgement }) => needsAcknowledgement && !acknowledged.has(key))
        .length
    },
  }
}

function gate(): { passed: Promise<void>; open: () => void } {
  let open = () => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open }
}
