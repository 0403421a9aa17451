import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import { Mutex } from 'async-mutex'
import type { SignalDataSet, SignalKeyStoreWithTransaction } from 'baileys'
import { keyFromText, keyToText } from './key-json'
import type { InboundEvent, KeyChange } from './ports'
import { chatOfRelay } from './relays'
import type { StoreSession } from './store-session'

/**
 * The key store of Baileys' Signal repository, and of nothing else. Each call of the repository is one unit of work:
 * exclusive on its connection, and committed before it returns, so that no receipt and no stanza is sent ahead of the
 * ratchet. Waiting units share one commit: encrypting for a contact and for our own handset waits for the disk once.
 * Baileys' own store holds rows through a whole relay and lets an incoming message overwrite them (measured: 26 of 250
 * outgoing messages undecryptable with both sides writing).
 */
export interface SignalKeys extends SignalKeyStoreWithTransaction {
  /**
   * A unit of work whose loss in a crash is harmless (a session that has encrypted nothing yet): exclusive like all,
   * but it joins the next commit, which precedes every stanza that uses it.
   */
  along<Result>(work: () => Promise<Result>): Promise<Result>
  /** Stores an inbound event with the running unit of work. Only within `transaction`. */
  storeInboundEvent(entry: InboundEvent): void
}

interface Unit {
  /** The session whose keys it changes. */
  readonly of: StoreSession
  readonly changes: Map<string, KeyChange>
  /** The changes of earlier units in the same commit. */
  readonly before: ReadonlyMap<string, KeyChange>
  readonly entries: InboundEvent[]
  /** Its work has ended: code that still runs in its context no longer belongs to it. */
  isOver: boolean
}

/** A waiting unit of work. */
interface QueuedUnit {
  /** Runs in the context of the caller. Rejects when the work does; then nothing of it is committed. */
  readonly run: (unit: Unit) => Promise<{ readonly committed: () => void }>
  readonly failed: (error: unknown) => void
}

/**
 * Bounds the wait of a unit for those behind it, and still costs few commits for the first message to a group of
 * hundreds.
 */
const unitsTogether = 64
/** Milliseconds. The curves are JavaScript: without a pause, a large group would block every connection. */
const pauseAfter = 20

// One storage for all connections: on Node 20 every new promise visits each storage (measured with forty connections: a
// fifth of the processor's time).
const units = new AsyncLocalStorage<Unit>()

export function signalKeys(session: StoreSession, lock: Mutex): SignalKeys {
  const mappingLock = new Mutex()
  const queue = roundRobinByChat()
  /** Written by `along`, visible to all, and not committed yet. */
  const carried = new Map<string, KeyChange>()
  const pausesBetween = pauser()
  let isScheduled = false

  // AsyncLocalStorage leaks into code that a commit resumes: the partitions that read the inbound queue resume the
  // sender. Its next encryption would write its ratchet step into a unit that was committed long ago, and lose it
  // (measured: 41 used counters over ten kills). So a finished unit counts as none.
  function running(): Unit | undefined {
    const unit = units.getStore()
    return unit?.of === session && !unit.isOver ? unit : undefined
  }

  function runAs<Result>(unit: Unit, work: () => Promise<Result>): Promise<Result> {
    return units.run(unit, work).finally(() => {
      unit.isOver = true
    })
  }

  /** Runs the work under the mutex and commits it by itself, apart from other units. */
  function alone<Result>(over: Mutex, work: () => Promise<Result>): Promise<Result> {
    return over.runExclusive(async () => {
      const unit = newUnit(session, new Map())
      const result = await runAs(unit, work)
      if (unit.changes.size + unit.entries.length > 0) {
        await session.commit([...unit.changes.values()], unit.entries)
      }
      return result
    })
  }

  /** A queued unit of work; resolves when it is committed. */
  function enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, failed) => {
      const context = new AsyncResource('unit of work')
      queue.add(chatOfRelay(), {
        async run(unit) {
          const result = await context.runInAsyncScope(() => runAs(unit, work))
          return { committed: () => resolve(result) }
        },
        failed,
      })
      scheduleRun()
    })
  }

  function scheduleRun(): void {
    if (isScheduled || queue.isEmpty()) return
    isScheduled = true
    void lock.runExclusive(runQueue)
  }

  /** Holds the lock until the commit ends, so later units read the changes of these. */
  async function runQueue(): Promise<void> {
    const changes = new Map(carried)
    const entries: InboundEvent[] = []
    const pauses = pauser()
    const done: { readonly committed: () => void; readonly failed: (error: unknown) => void }[] = []
    for (let taken = 0; taken < unitsTogether; taken++) {
      const queued = queue.next()
      if (queued === undefined) break
      const unit = newUnit(session, changes)
      try {
        done.push({ ...(await queued.run(unit)), failed: queued.failed })
        for (const [name, change] of unit.changes) changes.set(name, change)
        entries.push(...unit.entries)
      } catch (error) {
        queued.failed(error)
      }
      await pauses()
    }
    isScheduled = false
    scheduleRun()
    try {
      if (changes.size + entries.length > 0) await session.commit([...changes.values()], entries)
      carried.clear()
      for (const { committed } of done) committed()
    } catch (error) {
      for (const { failed } of done) failed(error)
    }
  }

  function along<Result>(work: () => Promise<Result>): Promise<Result> {
    return lock.runExclusive(async () => {
      const unit = newUnit(session, new Map())
      const result = await runAs(unit, work)
      for (const [name, change] of unit.changes) carried.set(name, change)
      await pausesBetween()
      return result
    })
  }

  const keys: SignalKeys = {
    along,
    isInTransaction: () => running() !== undefined,
    transaction(work, name) {
      // A mapping of phone to LID is learnt outside the lock and awaited inside it: under one lock the two would
      // deadlock. It is knowledge, not a ratchet, so it may have a commit of its own.
      if (name === 'lid-mapping') return alone(mappingLock, work)
      return running() ? work() : enqueue(work)
    },
    async get(type, ids) {
      const unit = running()
      const found: Record<string, never> = {}
      const missing: string[] = []
      for (const id of ids) {
        const name = `${type}\n${id}`
        const change = unit?.changes.get(name) ?? unit?.before.get(name) ?? carried.get(name)
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
    storeInboundEvent(entry) {
      const unit = running()
      if (unit === undefined)
        throw new Error('an entry can only be put into the inbound queue within a unit of work')
      unit.entries.push(entry)
    },
  }
  return keys
}

/**
 * Round-robin over the chats, with inbound stanzas as one of them: the hundreds of units of a first message to a group
 * delay neither another conversation's units nor those of an incoming message. Within each it is first in, first out.
 */
function roundRobinByChat() {
  const queues = new Map<string | undefined, QueuedUnit[]>()
  return {
    isEmpty: () => queues.size === 0,
    add(chat: string | undefined, queued: QueuedUnit): void {
      const waiting = queues.get(chat)
      if (waiting === undefined) queues.set(chat, [queued])
      else waiting.push(queued)
    },
    next(): QueuedUnit | undefined {
      for (const [chat, waiting] of queues) {
        const queued = waiting.shift()
        queues.delete(chat) // and behind the others again
        if (waiting.length > 0) queues.set(chat, waiting)
        return queued
      }
      return undefined
    },
  }
}

/** Yields to the event loop once the thread has been busy for long. */
function pauser(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < pauseAfter) return
    await new Promise<void>((goOn) => setImmediate(goOn))
    since = performance.now()
  }
}

function newUnit(of: StoreSession, before: ReadonlyMap<string, KeyChange>): Unit {
  return { of, changes: new Map(), before, entries: [], isOver: false }
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
