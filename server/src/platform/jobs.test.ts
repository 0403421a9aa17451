import type { CompanyId } from '@balcao/domain/ids'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { until } from '../testing/until'
import { createSingleNode } from './cluster/node'
import { deleteDeadNodesAndReleaseJobs } from './cluster/nodes.queries'
import { type DatabasePools, openDatabasePools } from './database/pools'
import { type CompanyJobContext, type JobKind, type JobRunner, jobKind, runJobs } from './jobs'
import { createLog } from './log'
import { createWakeUpSignals } from './signals'
import { makeBareCompanies } from './testing/bare-companies'
import { not, type TableRows, tableRows } from './testing/table-rows'
import { createTestDatabase, type TestDatabase } from './testing/test-database'
import { createWorkplace, type JobRequest, type Workplace } from './work'
import { workerPoolSizes } from './worker-pools'

let database: TestDatabase
let owner: pg.Client
let jobs: TableRows
let waitingJobs: TableRows
let pools: DatabasePools
let workplace: Workplace
let runner: JobRunner | null = null
const lines: string[] = []
const log = createLog({ level: 'debug', isReadable: false, write: (line) => lines.push(line) })

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  jobs = tableRows(owner, 'graphile_worker._private_jobs')
  waitingJobs = tableRows(owner, 'waiting_jobs')
  await makeBareCompanies(owner, ['Uma', 'Outra'])
  pools = openDatabasePools({
    app: database.appUrl,
    platform: database.platformUrl,
    size: 4,
    onError: () => undefined,
  })
  workplace = createWorkplace({
    pools,
    clock: { now: () => new Date(), after: () => () => undefined },
    signals: createWakeUpSignals(),
    livePost: { deliver: () => undefined },
    hooks: [],
  })
})
afterEach(async () => {
  await runner?.stop()
  runner = null
  await jobs.delete()
  await waitingJobs.delete()
})
afterAll(async () => {
  await pools.close()
  await owner.end()
  await database.drop()
})

interface Waiting {
  readonly id: string
  readonly max_attempts: number
  readonly payload: { readonly payload: { readonly word: string } }
}

interface Done {
  readonly company: CompanyJobContext
  readonly payload: { readonly word: string }
}

/** A kind of job that records its runs; `fail` decides which attempts fail. */
function sayKind(done: Done[], fail: (attempt: number) => boolean = () => false): JobKind {
  return jobKind({
    task: 'test.say',
    payload: z.object({ word: z.string() }),
    carryOut: async (company, payload) => {
      done.push({ company, payload })
      if (fail(company.attempt)) throw new Error('not this time')
    },
  })
}

const systemOf = (companyId: number) =>
  ({ kind: 'system', name: 'test', companyId: companyId as CompanyId }) as const
const order = (job: JobRequest, companyId = 1) =>
  workplace.withCompany(systemOf(companyId), async (work) => work.enqueue(job))
const say = (word: string): JobRequest => ({ task: 'test.say', payload: { word } })
const start = async (kinds: readonly JobKind[], errands = { concurrency: 2, perCompany: 2 }) => {
  const workerPools = { ...workerPoolSizes, errands }
  runner = await runJobs(database.ownerUrl, kinds, { workplace, log, workerPools, node: createSingleNode(1) })
}

describe('a job', () => {
  it('runs in the company of the act that queued it, regardless of its payload (T6)', async () => {
    const done: Done[] = []
    await order({ task: 'test.say', payload: { word: 'oi', companyId: 1 } }, 2)

    await start([sayKind(done)])
    await until('the job is gone', async () => (await jobs.count()) === 0)

    expect(done).toMatchObject([{ company: { companyId: 2, attempt: 1 }, payload: { word: 'oi' } }])
    const acted = await done[0]?.company.act(async (work) => work.companyId)
    expect(acted).toBe(2)
  })

  it('queued while the runner runs is carried out too', async () => {
    const done: Done[] = []
    await start([sayKind(done)])

    await order(say('agora'))

    await until('it was said', () => done.length === 1)
  })

  it('that failed runs again, and gets the number of its attempt', async () => {
    const done: Done[] = []
    await order(say('de novo'))
    await start([sayKind(done, (attempt) => attempt === 1)])
    const hasFailed = { attempts: 1, locked_at: null }
    await until('it failed once, and waits', async () => (await jobs.count(hasFailed)) === 1)

    await jobs.update({}, { run_at: new Date(Date.now() - 1000) })

    await until('the job is gone', async () => (await jobs.count()) === 0)
    expect(done.map(({ company }) => company.attempt)).toEqual([1, 2])
    expect(lines.some((line) => line.includes('a job failed'))).toBe(true)
  })

  it('with a payload that its schema rejects is not started', async () => {
    const done: Done[] = []
    await order({ task: 'test.say', payload: { word: 7 } })
    await start([sayKind(done)])

    await until('it failed', async () => (await jobs.count({ last_error: not(null) })) === 1)
    expect(done).toEqual([])
  })

  it('replaces the waiting job of the same key', async () => {
    const later = new Date(Date.now() + 3_600_000)
    for (const word of ['a', 'b']) await order({ ...say(word), key: 'same', runAt: later })

    expect(await jobs.find({}, ['payload'])).toEqual([{ payload: { companyId: 1, payload: { word: 'b' } } }])
  })

  it('running when its process was killed runs again, with its queue, when a node frees it', async () => {
    const done: Done[] = []
    await order({ ...say('herdado'), queue: 'one after the other' })
    const lock = { locked_by: 'worker-killed', locked_at: new Date() }
    await jobs.update({}, { ...lock, attempts: 1 })
    await tableRows(owner, 'graphile_worker._private_job_queues').update({}, lock)
    await owner.query(deleteDeadNodesAndReleaseJobs.text)
    await start([sayKind(done)])

    await until('the job is gone', async () => (await jobs.count()) === 0)
    expect(done).toMatchObject([{ payload: { word: 'herdado' }, company: { attempt: 2 } }])
  })

  it('of another company cannot be queued by the application', async () => {
    await order({ task: 'test.say', payload: { companyId: 2 } }, 1)

    expect(await jobs.find({}, ['payload'])).toEqual([
      { payload: { companyId: 1, payload: { companyId: 2 } } },
    ])
  })

  it('that is running when the server stops gets the stop signal', async () => {
    let begun = false
    let wasAborted = false
    const patient = jobKind({
      task: 'test.wait',
      payload: z.object({}),
      carryOut: ({ stopping }) =>
        new Promise<void>((resolve) => {
          begun = true
          stopping.addEventListener('abort', () => {
            wasAborted = true
            resolve()
          })
        }),
    })
    await order({ task: 'test.wait', payload: {} })
    await start([patient])
    await until('it has begun', () => begun)

    await runner?.stop()
    runner = null

    expect(wasAborted).toBe(true)
  })
})

describe('jobs of several companies', () => {
  it('take slots: a hundred jobs of one company do not delay the first one of another', async () => {
    const done: Done[] = []
    await workplace.withCompany(systemOf(1), async (work) => {
      for (let at = 0; at < 100; at++) work.enqueue(say(`um ${at}`))
    })
    await order(say('dois'), 2)
    await order(say('dois de novo'), 2)

    await start([sayKind(done)], { concurrency: 1, perCompany: 1 })
    await until('all are done', async () => (await jobs.count()) === 0)

    const words = done.map(({ payload }) => payload.word)
    expect(words.slice(0, 4)).toEqual(['um 0', 'dois', 'um 1', 'dois de novo'])
    expect(words).toHaveLength(102)
  })

  it('count only jobs that will run: neither those that are done nor those that failed for good', async () => {
    const done: Done[] = []
    await order(say('certo'))
    await order(say('errado'))
    const wrong = (await jobs.find<Waiting>()).find(({ payload }) => payload.payload.word === 'errado')
    await jobs.update({ id: wrong?.id }, { attempts: (wrong?.max_attempts ?? 0) - 1 })

    await start([sayKind(done, (attempt) => attempt > 1)])
    await until('both were tried', () => done.length === 2)

    await until('none counts', async () => (await waitingJobs.count()) === 0)
    await until('the runner keeps only the failed one', async () => (await jobs.count()) === 1)
  })

  it('find a free worker, however many long jobs one company queues at once', async () => {
    const begun: string[] = []
    const { gate, open } = aGate()
    const slowForTheFirst = jobKind({
      task: 'test.say',
      payload: z.object({ word: z.string() }),
      carryOut: async ({ companyId }, { word }) => {
        begun.push(word)
        if (companyId === 1) await gate
      },
    })
    await start([slowForTheFirst], { concurrency: 4, perCompany: 2 })

    await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((word) => order(say(word))))
    await until('two are in hand', () => begun.length === 2)
    await order(say('outra'), 2)

    await until('the other company is served', () => begun.includes('outra'))
    expect(begun).toHaveLength(3)
    open()
    await until('all are done', async () => (await jobs.count()) === 0)
    expect(begun).toHaveLength(7)
  })

  it('a failed job frees its slot', async () => {
    const done: Done[] = []
    await start([sayKind(done, () => true)], { concurrency: 2, perCompany: 1 })
    for (const word of ['a', 'b', 'c']) await order(say(word))

    await until('each was tried', () => new Set(done.map(({ payload }) => payload.word)).size === 3)
  })
})

describe('a worker pool', () => {
  it('that waits blocks no other: a download runs beside fifty phones that are off', async () => {
    const fetched: string[] = []
    const { gate, open } = aGate()
    let asked = 0
    const ask = jobKind({
      task: 'test.ask',
      workerPool: 'phones',
      payload: z.object({}),
      carryOut: async () => {
        asked += 1
        await gate
      },
    })
    const fetch = jobKind({
      task: 'test.fetch',
      workerPool: 'downloads',
      payload: z.object({ word: z.string() }),
      carryOut: async (_, { word }) => void fetched.push(word),
    })
    await workplace.withCompany(systemOf(1), async (work) => {
      for (let at = 0; at < 50; at++) work.enqueue({ task: 'test.ask', payload: {} })
    })
    await start([ask, fetch])
    await until('phones are asked', () => asked === workerPoolSizes.phones.perCompany)

    await order({ task: 'test.fetch', payload: { word: 'da mesma' } }, 1)
    await order({ task: 'test.fetch', payload: { word: 'da outra' } }, 2)

    await until('both were fetched', () => fetched.length === 2)
    expect(asked).toBe(workerPoolSizes.phones.perCompany)
    open()
    await until('all were asked', async () => (await jobs.count()) === 0)
  })
})

function aGate() {
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  return { gate, open: () => open() }
}
