import { AsyncLocalStorage } from 'node:async_hooks'
import { Mutex } from 'async-mutex'
import type { SignalDataSet, SignalKeyStoreWithTransaction } from 'baileys'
import { keyFromText, keyToText } from './key-json'
import type { KeyChange, TrayEntry } from './ports'
import type { StoreSession } from './store-session'

/**
 * The keys handed to Baileys' Signal repository, and to nothing else. Each call of the repository is one unit of work:
 * alone on its connection, and committed before it returns, so that no receipt and no stanza leaves ahead of the
 * ratchet. Baileys' own capability holds rows through a whole relay and lets an incoming message overwrite them
 * (measured: 26 of 250 outgoing messages undecryptable with both sides writing).
 */
export interface SignalKeys extends SignalKeyStoreWithTransaction {
  /** Puts an entry into the tray with the running unit of work. Only within `transaction`. */
  putInTray(entry: TrayEntry): void
}

interface Unit {
  readonly changes: Map<string, KeyChange>
  readonly entries: TrayEntry[]
}

export function signalKeys(session: StoreSession, lock: Mutex): SignalKeys {
  const units = new AsyncLocalStorage<Unit>()
  const mappingLock = new Mutex()

  function inUnit<Result>(over: Mutex, work: () => Promise<Result>): Promise<Result> {
    return over.runExclusive(() => {
      const unit: Unit = { changes: new Map(), entries: [] }
      return units.run(unit, async () => {
        const result = await work()
        if (unit.changes.size + unit.entries.length > 0) {
          await session.commit([...unit.changes.values()], unit.entries)
        }
        return result
      })
    })
  }

  const keys: SignalKeys = {
    isInTransaction: () => units.getStore() !== undefined,
    transaction(work, name) {
      // A mapping of phone to LID is learnt outside the lock and awaited inside it: under one lock the two would wait
      // for each other. It is knowledge, not a ratchet, so it may stand alone.
      if (name === 'lid-mapping') return inUnit(mappingLock, work)
      return units.getStore() ? work() : inUnit(lock, work)
    },
    async get(type, ids) {
      const unit = units.getStore()
      const found: Record<string, never> = {}
      const missing: string[] = []
      for (const id of ids) {
        const change = unit?.changes.get(`${type}\n${id}`)
        if (change === undefined) missing.push(id)
        else if (change.value !== null) found[id] = keyFromText(change.value)
      }
      if (missing.length === 0) return found
      for (const [id, text] of await session.load(type, missing)) found[id] = keyFromText(text)
      return found
    },
    async set(data) {
      const unit = units.getStore()
      if (unit === undefined) return keys.transaction(async () => keys.set(data), 'set')
      for (const change of keyChanges(data)) unit.changes.set(`${change.type}\n${change.id}`, change)
    },
    putInTray(entry) {
      const unit = units.getStore()
      if (unit === undefined) throw new Error('an entry can only be put into the tray within a unit of work')
      unit.entries.push(entry)
    },
  }
  return keys
}

/** Baileys' nested record of keys as the list that a key store commits. */
export function keyChanges(data: SignalDataSet): KeyChange[] {
  return Object.entries(data).flatMap(([type, values]) =>
    Object.entries(values ?? {}).map(([id, value]) => ({
      type,
      id,
      value: value === null || value === undefined ? null : keyToText(value),
    })),
  )
}
