import { AsyncResource } from 'node:async_hooks'
import { Mutex } from 'async-mutex'
import type { SignalDataSet, SignalKeyStoreWithTransaction } from 'baileys'
import { asyncContext, inContext } from './async-context'
import { keyFromText, keyToText } from './key-json'
import type { InboundEvent, KeyChange } from './ports'
import type { StoreSession } from './store-session'

/**
 * The key store of Baileys' Signal repository, and of nothing else. Each call of the repository is one unit of work:
 * exclusive on its connection, with all its changes and its inbound events in one commit. It returns before that commit:
 * no frame leaves ahead of it (`committed-wire.ts`), so the units of several stanzas share one.
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

/** A unit of work. */
export interface Unit {
  /** The session whose keys it changes. */
  readonly of: StoreSession
  readonly changes: Map<string, KeyChange>
  readonly entries: InboundEvent[]
  /** Its work has ended: code that still runs in its context no longer belongs to it. */
  isOver: boolean
}

/** Milliseconds. The curves are JavaScript: without a pause, a large group would block every connection. */
const pauseAfter = 20

export function signalKeys(session: StoreSession, lock: Mutex): SignalKeys {
  const mappingLock = new Mutex()
  const queue = roundRobinByChat()
  const pauses = pauser()
  let isRunning = false

  // The context leaks into code that a commit resumes: the partitions that read the inbound queue resume the
  // sender. Its next encryption would write its ratchet step into a unit that was committed long ago, and lose it
  // (measured: 41 used counters over ten kills). So a finished unit counts as none.
  function running(): Unit | undefined {
    const { unit } = asyncContext()
    return unit?.of === session && !unit.isOver ? unit : undefined
  }

  /** Runs the work under the mutex. What it changes goes to `keep` when it has succeeded. */
  function alone<Result>(
    over: Mutex,
    work: () => Promise<Result>,
    keep: (changes: readonly KeyChange[], entries: readonly InboundEvent[]) => void,
  ): Promise<Result> {
    return over.runExclusive(async () => {
      const unit: Unit = { of: session, changes: new Map(), entries: [], isOver: false }
      const result = await inContext({ unit }, work).finally(() => {
        unit.isOver = true
      })
      if (unit.changes.size + unit.entries.length > 0) keep([...unit.changes.values()], unit.entries)
      return result
    })
  }

  /** A queued unit of work. */
  function enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const context = new AsyncResource('unit of work')
      const run = () => context.runInAsyncScope(() => alone(lock, work, keepQueued).then(resolve, reject))
      queue.add(asyncContext().chat, run)
      if (!isRunning) void runQueue()
    })
  }

  /** Waiting units share the commit of the last one: encrypting for a contact and for our own handset costs one. */
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
      // A mapping of phone to LID is learnt outside the lock and awaited inside it: under one lock the two would
      // deadlock. It is knowledge, not a ratchet, so it may have a commit of its own.
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
        queues.delete(chat) // and behind the others again
        if (waiting.length > 0) queues.set(chat, waiting)
        return run
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
