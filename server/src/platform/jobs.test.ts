import type { CompanyId } from '@balcao/domain/ids'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { until } from '../testing/until'
import { openPools, type Pools } from './database/pools'
import { type JobCompany, type JobKind, type JobRunner, jobKind, runJobs } from './jobs'
import { createLog } from './log'
import { createSignals } from './signals'
import { makeBareCompanies } from './testing/bare-companies'
import { createTestDatabase, type TestDatabase } from './testing/test-database'
import { createWorkplace, type JobOrder, type Workplace } from './work'

let database: TestDatabase
let owner: pg.Client
let pools: Pools
let workplace: Workplace
let runner: JobRunner | null = null
const lines: string[] = []
const log = createLog({ level: 'debug', isReadable: false, write: (line) => lines.push(line) })

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await makeBareCompanies(owner, ['Uma', 'Outra'])
  pools = openPools({
    app: database.appUrl,
    platform: database.platformUrl,
    size: 4,
    onIdleError: () => undefined,
  })
  workplace = createWorkplace({
    pools,
    clock: { now: () => new Date(), after: () => () => undefined },
    signals: createSignals(),
    livePost: { deliver: () => undefined },
    reactions: [],
  })
})
afterEach(async () => {
  await runner?.stop()
  runner = null
  await owner.query('delete from graphile_worker._private_jobs')
})
afterAll(async () => {
  await pools.close()
  await owner.end()
  await database.drop()
})

interface Done {
  readonly company: JobCompany
  readonly payload: { readonly word: string }
}

/** A kind of job that remembers what it did; `fail` says which attempts fail. */
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

const order = (job: JobOrder, companyId = 1) =>
  workplace.withCompany({ kind: 'house', name: 'test', companyId: companyId as CompanyId }, async (work) =>
    work.enqueue(job),
  )
const say = (word: string): JobOrder => ({ task: 'test.say', payload: { word } })
const start = async (kinds: readonly JobKind[], isAlone = true) => {
  runner = await runJobs(database.ownerUrl, kinds, { workplace, log, concurrency: 2, isAlone })
}
const waiting = async () => (await owner.query('select id from graphile_worker._private_jobs')).rowCount

describe('a job', () => {
  it('is carried out in the company of the act that ordered it, whatever its payload says', async () => {
    const done: Done[] = []
    await order({ task: 'test.say', payload: { word: 'oi', companyId: 1 } }, 2)

    await start([sayKind(done)])
    await until('the job is gone', async () => (await waiting()) === 0)

    expect(done).toMatchObject([{ company: { companyId: 2, attempt: 1 }, payload: { word: 'oi' } }])
    const acted = await done[0]?.company.act(async (work) => work.companyId)
    expect(acted).toBe(2)
  })

  it('that was ordered while the runner runs is carried out too', async () => {
    const done: Done[] = []
    await start([sayKind(done)])

    await order(say('agora'))

    await until('it was said', () => done.length === 1)
  })

  it('that failed is carried out again, and says which time it is', async () => {
    const done: Done[] = []
    await order(say('de novo'))
    await start([sayKind(done, (attempt) => attempt === 1)])
    await until('it failed once, and waits', async () => {
      const { rowCount } = await owner.query(
        'select from graphile_worker._private_jobs where attempts = 1 and locked_at is null',
      )
      return rowCount === 1
    })

    await owner.query(`update graphile_worker._private_jobs set run_at = now() - interval '1 s'`)

    await until('the job is gone', async () => (await waiting()) === 0)
    expect(done.map(({ company }) => company.attempt)).toEqual([1, 2])
    expect(lines.some((line) => line.includes('a job failed'))).toBe(true)
  })

  it('with a payload that its kind cannot read is not begun', async () => {
    const done: Done[] = []
    await order({ task: 'test.say', payload: { word: 7 } })
    await start([sayKind(done)])

    await until('it failed', async () => {
      const { rowCount } = await owner.query(
        'select from graphile_worker._private_jobs where last_error is not null',
      )
      return rowCount === 1
    })
    expect(done).toEqual([])
  })

  it('of a key replaces the waiting one of that key', async () => {
    const later = new Date(Date.now() + 3_600_000)
    for (const word of ['a', 'b']) await order({ ...say(word), key: 'same', runAt: later })

    const { rows } = await owner.query('select payload from graphile_worker._private_jobs')
    expect(rows).toEqual([{ payload: { companyId: 1, payload: { word: 'b' } } }])
  })

  it('in hand when its process was killed is taken up at the next start, and so is its queue', async () => {
    const done: Done[] = []
    await order({ ...say('herdado'), queue: 'one after the other' })
    await owner.query(`update graphile_worker._private_jobs
      set locked_by = 'worker-killed', locked_at = now(), attempts = 1`)
    await owner.query(`update graphile_worker._private_job_queues
      set locked_by = 'worker-killed', locked_at = now()`)

    await start([sayKind(done)])

    await until('the job is gone', async () => (await waiting()) === 0)
    expect(done).toMatchObject([{ payload: { word: 'herdado' }, company: { attempt: 2 } }])
  })

  it('of a process that may still live is left to it when we are not alone', async () => {
    const done: Done[] = []
    await order(say('dele'))
    await owner.query(
      `update graphile_worker._private_jobs set locked_by = 'worker-alive', locked_at = now()`,
    )

    await start([sayKind(done)], false)
    await order(say('meu'))

    await until('the other job is done', async () => (await waiting()) === 1)
    expect(done.map(({ payload }) => payload.word)).toEqual(['meu'])
  })

  it('cannot be ordered by the application for another company', async () => {
    await order({ task: 'test.say', payload: { companyId: 2 } }, 1)

    const { rows } = await owner.query(
      `select payload->>'companyId' as company from graphile_worker._private_jobs`,
    )
    expect(rows).toEqual([{ company: '1' }])
  })

  it('that is running when the house stops is told so', async () => {
    let begun = false
    let wasTold = false
    const patient = jobKind({
      task: 'test.wait',
      payload: z.object({}),
      carryOut: ({ stopping }) =>
        new Promise<void>((resolve) => {
          begun = true
          stopping.addEventListener('abort', () => {
            wasTold = true
            resolve()
          })
        }),
    })
    await order({ task: 'test.wait', payload: {} })
    await start([patient])
    await until('it has begun', () => begun)

    await runner?.stop()
    runner = null

    expect(wasTold).toBe(true)
  })
})
