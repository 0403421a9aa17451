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
  /** Its work is done: what still runs in its context belongs to it no longer. */
  isOver: boolean
}

export function signalKeys(session: StoreSession, lock: Mutex): SignalKeys {
  const units = new AsyncLocalStorage<Unit>()
  const mappingLock = new Mutex()

  // Whatever a unit sets off lives on in its context: a commit wakes the lanes that read the tray, they wake the sender,
  // and its next encryption would write its ratchet step into a unit that was committed long ago, and lose it (measured:
  // 41 used counters over ten kills). So a unit that is over counts as none.
  function running(): Unit | undefined {
    const unit = units.getStore()
    return unit?.isOver ? undefined : unit
  }

  function inUnit<Result>(over: Mutex, work: () => Promise<Result>): Promise<Result> {
    return over.runExclusive(async () => {
      const unit: Unit = { changes: new Map(), entries: [], isOver: false }
      const result = await units.run(unit, work).finally(() => {
        unit.isOver = true
      })
      if (unit.changes.size + unit.entries.length > 0) {
        await session.commit([...unit.changes.values()], unit.entries)
      }
      return result
    })
  }

  const keys: SignalKeys = {
    isInTransaction: () => running() !== undefined,
    transaction(work, name) {
      // A mapping of phone to LID is learnt outside the lock and awaited inside it: under one lock the two would wait
      // for each other. It is knowledge, not a ratchet, so it may stand alone.
      if (name === 'lid-mapping') return inUnit(mappingLock, work)
      return running() ? work() : inUnit(lock, work)
    },
    async get(type, ids) {
      const unit = running()
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
      const unit = running()
      if (unit === undefined) return keys.transaction(async () => keys.set(data), 'set')
      for (const change of keyChanges(data)) unit.changes.set(`${change.type}\n${change.id}`, change)
    },
    putInTray(entry) {
      const unit = running()
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
