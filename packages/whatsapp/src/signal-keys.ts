import { AsyncResource } from 'node:async_hooks'
import { Mutex } from 'async-mutex'
import type { SignalDataSet, SignalKeyStoreWithTransaction } from 'baileys'
import { currentAsyncContext, runInAsyncContext } from './async-context'
import { keyFromJson, keyToJson } from './key-json'
import type { InboundEvent, KeyChange } from './ports'
import type { KeyStoreSession } from './store-session'

/**
 * Runs each call of Baileys' Signal repository as a unit of work: the call has the connection's keys to itself, and its
 * key changes and inbound events are in one commit. A call returns before the commit, so that several calls can share
 * it, but outgoing frames wait for it. With Baileys' own store, an incoming message can overwrite keys while a send
 * uses them (measured: 26 of 250 outgoing messages undecryptable).
 */
export interface SignalKeys extends SignalKeyStoreWithTransaction {
  /** Runs a unit of work whose loss in a crash does no harm. It joins the next commit, for which later frames wait. */
  along<Result>(work: () => Promise<Result>): Promise<Result>
  /** Adds an inbound event to the running unit of work. Call it within `transaction` only. */
  storeInboundEvent(entry: InboundEvent): void
}

export interface SignalKeyUnitOfWork {
  /** The key store session of the socket whose keys the unit changes. */
  readonly of: KeyStoreSession
  readonly changes: Map<string, KeyChange>
  readonly entries: InboundEvent[]
  /** True when the unit's work has ended. Code that still runs in its async context no longer belongs to it. */
  isOver: boolean
}

/** Milliseconds after which the event loop gets a turn, because elliptic curves in JavaScript block all connections. */
const pauseAfter = 20

export function signalKeys(session: KeyStoreSession, lock: Mutex): SignalKeys {
  const mappingLock = new Mutex()
  const queue = roundRobinByChat()
  const pauses = pauser()
  let isRunning = false

  // Undefined when the unit has finished: its async context leaks into code that continues after the commit. Otherwise,
  // the next encryption of a sender that continues would write its ratchet step into the committed unit, and lose the
  // step (measured: 41 reused counters in ten kills).
  function running(): SignalKeyUnitOfWork | undefined {
    const { unit } = currentAsyncContext()
    return unit?.of === session && !unit.isOver ? unit : undefined
  }

  function alone<Result>(
    over: Mutex,
    work: () => Promise<Result>,
    keep: (changes: readonly KeyChange[], entries: readonly InboundEvent[]) => void,
  ): Promise<Result> {
    return over.runExclusive(async () => {
      const unit: SignalKeyUnitOfWork = { of: session, changes: new Map(), entries: [], isOver: false }
      const result = await runInAsyncContext({ unit }, work).finally(() => {
        unit.isOver = true
      })
      if (unit.changes.size + unit.entries.length > 0) keep([...unit.changes.values()], unit.entries)
      return result
    })
  }

  function enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const context = new AsyncResource('unit of work')
      const run = () => context.runInAsyncScope(() => alone(lock, work, keepQueued).then(resolve, reject))
      queue.add(currentAsyncContext().chat, run)
      if (!isRunning) void runQueue()
    })
  }

  /** If more units wait, changes join their commit. So encrypting for a contact and our own phone takes one commit. */
  function keepQueued(changes: readonly KeyChange[], entries: readonly InboundEvent[]): void {
    if (queue.isEmpty()) session.put(changes, entries)
    else session.putAlong(changes, entries)
  }

  async function runQueue(): Promise<void> {
    isRunning = true
    for (let run = queue.next(); run !== undefined; run = queue.next()) {
      await run()
      await pauses()
    }
    isRunning = false
  }

  const keys: SignalKeys = {
    async along(work) {
      const result = await alone(lock, work, session.putAlong)
      await pauses()
      return result
    },
    isInTransaction: () => running() !== undefined,
    transaction(work, name) {
      // LID mappings have their own lock. Code under the main lock waits until other code has stored a mapping, so one
      // lock for both would deadlock.
      if (name === 'lid-mapping') return alone(mappingLock, work, session.put)
      return running() ? work() : enqueue(work)
    },
    async get(type, ids) {
      const unit = running()
      const found: Record<string, never> = {}
      const missing: string[] = []
      for (const id of ids) {
        const name = `${type}\n${id}`
        const change = unit?.changes.get(name)
        if (change === undefined) missing.push(id)
        else if (change.value !== null) found[id] = keyFromJson(change.value)
      }
      if (missing.length === 0) return found
      for (const [id, text] of await session.load(type, missing)) found[id] = keyFromJson(text)
      return found
    },
    async set(data) {
      const unit = running()
      if (unit === undefined) return keys.transaction(async () => keys.set(data), 'set')
      for (const change of keyChangesOf(data)) unit.changes.set(`${change.type}\n${change.id}`, change)
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

/** Round-robin over the chats, so that a first message to a large group delays no other conversation. */
function roundRobinByChat() {
  type Run = () => Promise<void>
  const queues = new Map<string | undefined, Run[]>()
  return {
    isEmpty: () => queues.size === 0,
    add(chat: string | undefined, run: Run): void {
      const waiting = queues.get(chat)
      if (waiting === undefined) queues.set(chat, [run])
      else waiting.push(run)
    },
    next(): Run | undefined {
      for (const [chat, waiting] of queues) {
        const run = waiting.shift()
        queues.delete(chat) // re-adding moves the chat to the end of the round
        if (waiting.length > 0) queues.set(chat, waiting)
        return run
      }
      return undefined
    },
  }
}

function pauser(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < pauseAfter) return
    await new Promise<void>((goOn) => setImmediate(goOn))
    since = performance.now()
  }
}

export function keyChangesOf(data: SignalDataSet): KeyChange[] {
  return Object.entries(data).flatMap(([type, values]) =>
    Object.entries(values ?? {}).map(([id, value]) => ({
      type,
      id,
      value: value === null || value === undefined ? null : keyToJson(value),
    })),
  )
}
