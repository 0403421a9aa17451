import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { CompanyId, Uuid } from '@balcao/domain/ids'
import type { Actor, PersonActor } from '@balcao/domain/people'
import type { Clock } from './clock'
import { DatabaseTrouble, isStaleQueryPlanError } from './database/database-trouble'
import type { CompanyDb, PlatformDb } from './database/db'
import type { ActRank } from './database/fair-queue'
import type { DatabasePools } from './database/pools'
import { systemOrDatabaseErrorCode } from './fatal'
import type { Hook, HookHandler } from './hooks'
import { enqueueJobs } from './jobs.queries'
import type { LiveEventSender, RecordableEventKind, RecordedEvent } from './live/event-kind'
import { insertLiveEventPerCompany, insertLiveEvents } from './live/live.queries'
import type { LiveEventListener, TransactionEvent } from './live/live-event-listener'
import type { Signals, WakeUpTopic } from './signals'

/**
 * What a change in one company works with: one actor, company, instant and transaction. Its events and jobs exist only
 * if the transaction commits.
 */
export interface CompanyWork {
  readonly actor: Actor
  readonly companyId: CompanyId
  readonly now: Date
  readonly db: CompanyDb
  newUuid(): Uuid
  /** A random number from 0 up to, but not including, 1. */
  chance(): number
  /** Records an event, which subscribers get after the commit. */
  record<Facts>(kind: RecordableEventKind<Facts>, facts: Facts): void
  /** Records an event whose facts a query is still reading. The transaction stores `kept` instead of the facts. */
  recordRead<Facts, Kept>(kind: RecordableEventKind<Facts, Kept>, kept: Kept, facts: Promise<Facts>): void
  /** Queues a job, which runs after the commit and at least once. */
  enqueue(job: JobRequest): void
  /** Wakes the listeners of this topic after the commit, those of other processes included. */
  wake(topic: WakeUpTopic, key: string): void
  /**
   * Runs the handlers of this hook in this transaction, one after the other. They belong to features that the caller
   * may not import.
   */
  runHook<Facts>(point: Hook<Facts>, facts: Facts): Promise<void>
}

export type PersonWork = CompanyWork & { readonly actor: PersonActor }

/** A transaction over all companies. The check `tools/arrows.mjs` lists the few functions that may use it. */
export interface PlatformWork {
  readonly reason: string
  /** The super user who called; null when the system acts. */
  readonly actor: PersonActor | null
  readonly now: Date
  readonly db: PlatformDb
  newUuid(): Uuid
  /** Records an event in these companies, which is sent after the commit. Null: in all active companies. */
  recordIn<Facts>(
    companies: readonly CompanyId[] | null,
    kind: RecordableEventKind<Facts>,
    facts: Facts,
  ): void
}

export interface JobRequest {
  /** The kind of job, such as `media.fetch`. */
  readonly task: string
  readonly payload: Readonly<Record<string, unknown>>
  /** The earliest time at which the job runs; absent: at once. */
  readonly runAt?: Date
  /** A new job replaces a waiting one with the same key. */
  readonly key?: string
  /** Jobs of the same queue run one after the other. */
  readonly queue?: string
}

export interface Workplace {
  withCompany<Who extends Actor, T>(
    actor: Who,
    act: (work: CompanyWork & { readonly actor: Who }) => Promise<T>,
  ): Promise<T>
  /** Runs a read-only act. Queries of the same tick (`Promise.all`) share a round trip. The database refuses writes. */
  readCompany<Who extends Actor, T>(
    actor: Who,
    read: (work: CompanyWork & { readonly actor: Who }) => Promise<T>,
  ): Promise<T>
  withPlatform<T>(reason: string, act: (work: PlatformWork) => Promise<T>, actor?: PersonActor): Promise<T>
}

export interface WorkplaceDependencies {
  readonly pools: DatabasePools
  readonly clock: Clock
  readonly signals: Signals
  readonly livePost: LiveEventSender
  readonly hooks: readonly HookHandler[]
  readonly listeners?: readonly LiveEventListener[]
  readonly random?: () => number
}

const isTransientError = new Set(['40P01', '40001'])
const maxAttempts = 3

export function createWorkplace(parts: WorkplaceDependencies): Workplace {
  const { pools, clock, signals, livePost, hooks, listeners = [], random = Math.random } = parts
  const newUuid = () => randomUUID() as Uuid // the cast adds the type's brand

  return {
    withCompany: (actor, act) => runAgain(random, () => once(actor, act)),
    readCompany: (actor, look) => runAgain(random, () => read(actor, look)),
    withPlatform: (reason, act, actor) => runAgain(random, () => onceOnPlatform(reason, act, actor ?? null)),
  }

  async function onceOnPlatform<T>(
    reason: string,
    act: (work: PlatformWork) => Promise<T>,
    actor: PersonActor | null,
  ): Promise<T> {
    const now = clock.now()
    const events: (TransactionEvent & { companies: readonly CompanyId[] | null })[] = []
    let recorded: readonly RecordedEvent[] = []
    const result = await pools.onPlatform(async (db) => {
      const value = await act({
        reason,
        actor,
        now,
        db,
        newUuid,
        recordIn: (companies, { name }, facts) => events.push({ companies, name, kept: facts, facts }),
      })
      const kept = await Promise.all(events.map((event) => insertEventIn(db, event, now)))
      recorded = kept.flat()
      return value
    })
    livePost.deliver(recorded)
    return result
  }

  async function once<Who extends Actor, T>(
    actor: Who,
    act: (work: CompanyWork & { readonly actor: Who }) => Promise<T>,
  ): Promise<T> {
    const now = clock.now()
    const events: TransactionEvent[] = []
    const jobs: JobRequest[] = []
    const wakeUps: (() => void)[] = []
    let kept: Promise<readonly RecordedEvent[]> = Promise.resolve([])
    const workOn = (db: CompanyDb): CompanyWork & { readonly actor: Who } => {
      const work: CompanyWork & { readonly actor: Who } = {
        actor,
        companyId: actor.companyId,
        now,
        db,
        newUuid,
        chance: random,
        record: ({ name }, facts) => events.push({ name, kept: facts, facts }),
        recordRead(kind, kept, facts) {
          // the query's statement has failed, so the transaction fails too and reports the error
          facts.catch(() => undefined)
          events.push({ name: kind.name, kept, facts })
        },
        enqueue: (job) => jobs.push(job),
        wake: (topic, key) => wakeUps.push(() => signals.wake(topic, key)),
        async runHook(point, facts) {
          for (const handler of hooks) if (handler.point === point) await handler.carryOut(work, facts)
        },
      }
      return work
    }

    const result = await pools
      .inCompany(actor.companyId, rankOf(actor), async (db) => {
        const value = await act(workOn(db))
        // These statements are sent with the commit. If one fails, the commit fails.
        kept = insertRecorded(db, actor.companyId, { events, jobs, listeners }, now)
        kept.catch(() => undefined) // prevents an unhandled rejection; the promise is awaited below
        return value
      })
      .catch(async (error: unknown) => {
        // If a statement of `kept` failed, its error is the cause and is thrown instead.
        if (!(error instanceof DatabaseTrouble)) await kept
        throw error
      })

    livePost.deliver(await kept)
    for (const wakeUp of wakeUps) wakeUp()
    return result
  }

  async function read<Who extends Actor, T>(
    actor: Who,
    look: (work: CompanyWork & { readonly actor: Who }) => Promise<T>,
  ): Promise<T> {
    const { companyId } = actor
    const jobs: JobRequest[] = []
    const enqueue = (job: JobRequest) => jobs.push(job)
    const nothing = {
      record: changesNothing,
      recordRead: changesNothing,
      wake: changesNothing,
      runHook: changesNothing,
    }
    const found = await pools.readCompany(companyId, (db) =>
      look({ actor, companyId, now: clock.now(), db, newUuid, chance: random, enqueue, ...nothing }),
    )
    if (jobs.length > 0) {
      await once(actor, async (work) => {
        for (const job of jobs) work.enqueue(job)
      })
    }
    return found
  }
}

function rankOf(actor: Actor): ActRank {
  return actor.kind === 'person' || actor.isAwaited ? 'person' : 'system'
}

function changesNothing(): never {
  throw new Error('A read changes no data')
}

async function runAgain<T>(random: () => number, act: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await act()
    } catch (error) {
      if (attempt === maxAttempts || !isRetryableConflict(error)) throw error
      // Waits for a random time: after an immediate retry, both acts would take their locks at once and deadlock again.
      await setTimeout(attempt * (20 + random() * 40))
    }
  }
}

/** Whether a retry may succeed: after a deadlock, a serialization failure, or a changed table. */
export function isRetryableConflict(error: unknown): boolean {
  return isTransientError.has(systemOrDatabaseErrorCode(error) ?? '') || isStaleQueryPlanError(error)
}

async function insertRecorded(
  db: CompanyDb,
  companyId: CompanyId,
  {
    events,
    jobs,
    listeners,
  }: {
    readonly events: readonly TransactionEvent[]
    readonly jobs: readonly JobRequest[]
    readonly listeners: readonly LiveEventListener[]
  },
  now: Date,
): Promise<readonly RecordedEvent[]> {
  const [recorded] = await Promise.all([
    insertEvents(db, companyId, events, now),
    ...listeners.map((listener) => listener.keep({ companyId, db, now }, events)),
    insertJobs(db, jobs, now),
  ])
  return recorded
}

async function insertEvents(
  db: CompanyDb,
  companyId: CompanyId,
  events: readonly TransactionEvent[],
  now: Date,
): Promise<readonly RecordedEvent[]> {
  if (events.length === 0) return []
  const names = events.map(({ name }) => name)
  const payloads = events.map(({ kept }) => JSON.stringify(kept))
  const rows = await db.rows(insertLiveEvents, { names, payloads, at: now })
  const facts = await Promise.all(events.map((event) => event.facts))
  return rows.map(({ id }, at) => ({ id, companyId, name: names[at] ?? '', facts: facts[at] }))
}

/**
 * Inserts one event for many companies in one statement. Each event has its own statement, because a transaction
 * records only one or two.
 */
async function insertEventIn(
  db: PlatformDb,
  { name, facts, companies }: TransactionEvent & { readonly companies: readonly CompanyId[] | null },
  now: Date,
): Promise<readonly RecordedEvent[]> {
  const rows = await db.rows(insertLiveEventPerCompany, {
    name,
    payload: JSON.stringify(facts),
    at: now,
    companyIds: companies && [...companies],
  })
  return rows.map(({ id, company_id: companyId }) => ({ id, companyId, name, facts }))
}

async function insertJobs(db: CompanyDb, jobs: readonly JobRequest[], now: Date): Promise<void> {
  if (jobs.length === 0) return
  await db.rows(enqueueJobs, {
    tasks: jobs.map(({ task }) => task),
    payloads: jobs.map(({ payload }) => JSON.stringify(payload)),
    runAts: jobs.map(({ runAt }) => runAt ?? now),
    keys: jobs.map(({ key }) => key ?? null),
    queues: jobs.map(({ queue }) => queue ?? null),
  })
}
