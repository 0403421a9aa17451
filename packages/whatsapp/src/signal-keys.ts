import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import { Mutex } from 'async-mutex'
import type { SignalDataSet, SignalKeyStoreWithTransaction } from 'baileys'
import { keyFromText, keyToText } from './key-json'
import type { InboundEvent, KeyChange } from './ports'
import { chatOfRelay } from './relays'
import type { StoreSession } from './store-session'

/**
 * The keys handed to Baileys' Signal repository, and to nothing else. Each call of the repository is one unit of work:
 * alone on its connection, and committed before it returns, so that no receipt and no stanza leaves ahead of the
 * ratchet. Units that wait for their turn follow each other into one commit: what is encrypted for a contact and for our
 * own handset waits for the disk once. Baileys' own capability holds rows through a whole relay and lets an incoming message overwrite them
 * (measured: 26 of 250 outgoing messages undecryptable with both sides writing).
 */
export interface SignalKeys extends SignalKeyStoreWithTransaction {
  /**
   * A unit of work that loses nothing with the process (a session that nothing was encrypted with yet): alone like all,
   * but it stands with the next commit, before whatever that one lets out.
   */
  along<Result>(work: () => Promise<Result>): Promise<Result>
  /** Puts an inbound event into the inbound queue with the running unit of work. Only within `transaction`. */
  storeInboundEvent(entry: InboundEvent): void
}

interface Unit {
  /** Whose keys it changes. */
  readonly of: StoreSession
  readonly changes: Map<string, KeyChange>
  /** What the units before it in the same commit have changed. */
  readonly before: ReadonlyMap<string, KeyChange>
  readonly entries: InboundEvent[]
  /** Its work is done: what still runs in its context belongs to it no longer. */
  isOver: boolean
}

/** A unit of work that waits for its turn. */
interface Turn {
  /** In the context of whoever asked. Fails when the work does; then nothing of it is committed. */
  readonly take: (unit: Unit) => Promise<{ readonly stands: () => void }>
  readonly fails: (error: unknown) => void
}

/** So that nobody waits long for those behind; few enough commits for the first message to a group of hundreds. */
const unitsTogether = 64
/** Milliseconds. The curves are JavaScript: without a pause, a large group would hold up every connection. */
const pauseAfter = 20

// One for all connections: on Node 20 each storage is looked at whenever a promise is made, by whomever (measured with
// forty connections: a fifth of the processor's time).
const units = new AsyncLocalStorage<Unit>()

export function signalKeys(session: StoreSession, lock: Mutex): SignalKeys {
  const mappingLock = new Mutex()
  const turns = turnsByChat()
  /** Written by `along`, read by all, and not committed yet. */
  const carried = new Map<string, KeyChange>()
  const pausesBetween = pauser()
  let isAsked = false

  // Whatever a unit sets off lives on in its context: a commit wakes the partitions that read the inbound queue, they wake the sender,
  // and its next encryption would write its ratchet step into a unit that was committed long ago, and lose it (measured:
  // 41 used counters over ten kills). So a unit that is over counts as none.
  function running(): Unit | undefined {
    const unit = units.getStore()
    return unit?.of === session && !unit.isOver ? unit : undefined
  }

  function runAs<Result>(unit: Unit, work: () => Promise<Result>): Promise<Result> {
    return units.run(unit, work).finally(() => {
      unit.isOver = true
    })
  }

  /** A unit of its own commit. */
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

  /** A unit of work; resolves when it is committed. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, fails) => {
      const context = new AsyncResource('unit of work')
      turns.add(chatOfRelay(), {
        async take(unit) {
          const result = await context.runInAsyncScope(() => runAs(unit, work))
          return { stands: () => resolve(result) }
        },
        fails,
      })
      askForTurns()
    })
  }

  function askForTurns(): void {
    if (isAsked || turns.isEmpty()) return
    isAsked = true
    void lock.runExclusive(takeTurns)
  }

  /** Under the lock to the end of the commit: whoever comes after reads what these have written. */
  async function takeTurns(): Promise<void> {
    const changes = new Map(carried)
    const entries: InboundEvent[] = []
    const pauses = pauser()
    const done: { readonly stands: () => void; readonly fails: (error: unknown) => void }[] = []
    for (let taken = 0; taken < unitsTogether; taken++) {
      const turn = turns.next()
      if (turn === undefined) break
      const unit = newUnit(session, changes)
      try {
        done.push({ ...(await turn.take(unit)), fails: turn.fails })
        for (const [name, change] of unit.changes) changes.set(name, change)
        entries.push(...unit.entries)
      } catch (error) {
        turn.fails(error)
      }
      await pauses()
    }
    isAsked = false
    askForTurns()
    try {
      if (changes.size + entries.length > 0) await session.commit([...changes.values()], entries)
      carried.clear()
      for (const { stands } of done) stands()
    } catch (error) {
      for (const { fails } of done) fails(error)
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
      // A mapping of phone to LID is learnt outside the lock and awaited inside it: under one lock the two would wait
      // for each other. It is knowledge, not a ratchet, so it may stand alone.
      if (name === 'lid-mapping') return alone(mappingLock, work)
      return running() ? work() : inTurn(work)
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
 * The chats take turns, and what is received with them: the hundreds of units of a first message to a group hold up neither
 * another conversation's nor an incoming message's. First come, first served within each.
 */
function turnsByChat() {
  const lines = new Map<string | undefined, Turn[]>()
  return {
    isEmpty: () => lines.size === 0,
    add(chat: string | undefined, turn: Turn): void {
      const line = lines.get(chat)
      if (line === undefined) lines.set(chat, [turn])
      else line.push(turn)
    },
    next(): Turn | undefined {
      for (const [chat, line] of lines) {
        const turn = line.shift()
        lines.delete(chat) // and behind the others again
        if (line.length > 0) lines.set(chat, line)
        return turn
      }
      return undefined
    },
  }
}

/** Lets everybody else have the thread, when it was held for long. */
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
