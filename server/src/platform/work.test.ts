import type { CompanyId } from '@balcao/domain/ids'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type DatabasePools, openDatabasePools } from './database/pools'
import { hook, onHook } from './hooks'
import type { RecordedEvent } from './live/event-kind'
import { createWakeUpSignals } from './signals'
import { makeBareCompanies } from './testing/bare-companies'
import { endBackend } from './testing/postgres-functions'
import { breakRules, ownProcess, writeSetting } from './testing/setting-statements'
import { type TableRows, tableRows } from './testing/table-rows'
import { createTestDatabase, type TestDatabase } from './testing/test-database'
import { type CompanyWork, createWorkplace, isRetryableConflict, type Workplace } from './work'

const company = 1 as CompanyId
const system = { kind: 'system', name: 'test', companyId: company } as const
const now = new Date('2026-11-20T12:00:00Z')
const happened = { name: 'thing.happened' }

let database: TestDatabase
let owner: pg.Client
let settings: TableRows
let events: TableRows
let jobs: TableRows
let pools: DatabasePools
let workplace: Workplace
const delivered: RecordedEvent[] = []
const woken: string[] = []
const thingDone = hook<{ word: string }>('thing.done')

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  settings = tableRows(owner, 'settings')
  events = tableRows(owner, 'live_events')
  jobs = tableRows(owner, 'graphile_worker._private_jobs')
  await makeBareCompanies(owner, ['Uma', 'Outra'])
  pools = openDatabasePools({
    app: database.appUrl,
    platform: database.platformUrl,
    size: 4,
    onError: () => undefined,
  })
  const signals = createWakeUpSignals()
  signals.onWake('access', (key) => woken.push(key))
  workplace = createWorkplace({
    pools,
    clock: { now: () => now, after: () => () => undefined },
    signals,
    livePost: { deliver: (events) => delivered.push(...events) },
    hooks: [
      onHook(thingDone, async (work, { word }) => {
        await work.db.run(writeSetting, { key: 'handler', value: `${word}1` })
      }),
      onHook(thingDone, async (work, { word }) => {
        await work.db.run(writeSetting, { key: 'handler', value: `${word}2` })
      }),
    ],
    random: () => 0.25,
  })
})
beforeEach(async () => {
  for (const rows of [settings, events, jobs]) await rows.delete()
  delivered.length = 0
  woken.length = 0
})
afterAll(async () => {
  await pools.close()
  await owner.end()
  await database.drop()
})

async function kept() {
  return {
    rows: await settings.count(),
    events: await events.count(),
    jobs: await jobs.count(),
    delivered: delivered.length,
    woken: woken.length,
  }
}

/** An act that writes, records, enqueues and wakes once each. */
async function everything(work: CompanyWork): Promise<string> {
  await work.db.run(writeSetting, { key: 'call', value: 'x' })
  work.record(happened, { word: 'oi' })
  work.enqueue({ task: 'test.later', payload: { word: 'oi' } })
  work.wake('access', '7')
  return 'done'
}

describe('an act', () => {
  it('stores rows, events, jobs and wake-ups together when it succeeds', async () => {
    expect(await workplace.withCompany(system, everything)).toBe('done')

    expect(await kept()).toEqual({ rows: 1, events: 1, jobs: 1, delivered: 1, woken: 1 })
  })

  it('stores none of them when it fails, and throws the error', async () => {
    const failing = workplace.withCompany(system, async (work) => {
      await everything(work)
      throw new Error('no')
    })

    await expect(failing).rejects.toThrow('no')
    expect(await kept()).toEqual({ rows: 0, events: 0, jobs: 0, delivered: 0, woken: 0 })
  })

  it('stores none of them when the database fails at the commit', async () => {
    const failing = workplace.withCompany(system, async (work) => {
      await everything(work)
      work.enqueue({ task: 'test.later', payload: {}, runAt: new Date(Number.NaN) })
    })

    await expect(failing).rejects.toThrow()
    expect(await kept()).toEqual({ rows: 0, events: 0, jobs: 0, delivered: 0, woken: 0 })
  })

  it('fails as one whose database is lost when the connection ends before the commit', async () => {
    const losing = workplace.withCompany(system, async (work) => {
      await everything(work)
      const { pid } = await work.db.one(ownProcess)
      await endBackend(owner, pid)
    })

    // A caller with another error would take the act for one that surely stored nothing, and repeat it.
    await expect(losing).rejects.toMatchObject({ name: 'DatabaseTrouble', kind: 'unavailable' })
    expect(await kept()).toEqual({ rows: 0, events: 0, jobs: 0, delivered: 0, woken: 0 })
  })

  it('fails when its code swallowed a database error, because no row was stored', async () => {
    const swallowing = workplace.withCompany(system, async (work) => {
      await everything(work)
      await work.db.run(breakRules).catch(() => undefined)
    })

    await expect(swallowing).rejects.toThrow(/./)
    expect(await kept()).toEqual({ rows: 0, events: 0, jobs: 0, delivered: 0, woken: 0 })
  })

  it('fails with the swallowed error when no write follows it', async () => {
    const swallowing = workplace.withCompany(system, async (work) => {
      await work.db.run(breakRules).catch(() => undefined)
    })

    await expect(swallowing).rejects.toThrow('null value in column "key"')
  })

  it('delivers its events in order, with the ids of the rows', async () => {
    await workplace.withCompany(system, async (work) => {
      for (const word of ['a', 'b', 'c']) work.record(happened, { word })
    })

    expect(delivered.map(({ facts }) => facts)).toEqual([{ word: 'a' }, { word: 'b' }, { word: 'c' }])
    expect(await events.find({}, ['id', 'payload'])).toEqual(
      delivered.map(({ id, facts }) => ({ id, payload: facts })),
    )
  })

  it('runs hooks inside it, in order', async () => {
    await workplace.withCompany(system, (work) => work.runHook(thingDone, { word: 'r' }))

    expect(await settings.find({}, ['value'])).toEqual([{ value: 'r1r2' }])
  })

  it('has one instant, its own ids, and chance that a test can choose', async () => {
    await workplace.withCompany(system, async (work) => {
      expect(work.now).toBe(now)
      expect(work.chance()).toBe(0.25)
      expect(work.newUuid()).not.toBe(work.newUuid())
    })
  })

  it('acts only in the company of its actor', async () => {
    await workplace.withCompany({ ...system, companyId: 2 as CompanyId }, everything)

    expect(await settings.find({}, ['company_id'])).toEqual([{ company_id: 2 }])
    expect(await events.find({}, ['company_id'])).toEqual([{ company_id: 2 }])
    expect(await jobs.find({}, ['payload'])).toEqual([{ payload: { companyId: 2, payload: { word: 'oi' } } }])
  })
})

describe('acts of two companies', () => {
  it('another company’s act begins before most of a hundred acts of its neighbour', async () => {
    const begun: string[] = []
    const ask = (companyId: number, name: string) =>
      workplace.withCompany({ ...system, companyId: companyId as CompanyId }, (work) => {
        begun.push(name)
        return work.db.run(writeSetting, { key: name, value: 'x' })
      })

    // Opens all connections of the pool first: otherwise the neighbour would wait for a new connection.
    await Promise.all(Array.from({ length: 20 }, (_, at) => ask(1 + (at % 2), `early ${at}`)))
    begun.length = 0

    const flood = Array.from({ length: 100 }, (_, at) => ask(1, `flood ${at}`))
    await Promise.all([...flood, ask(2, 'neighbour')])

    expect(begun).toHaveLength(101)
    expect(begun.indexOf('neighbour')).toBeLessThan(50)
  })
})

describe('two acts that deadlock', () => {
  it('both succeed: the one that the database aborted runs again as a whole', async () => {
    let arrived = 0
    let bothHoldOne: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      bothHoldOne = resolve
    })
    let attempts = 0
    const crossing = (first: string, second: string) =>
      workplace.withCompany(system, async (work) => {
        attempts += 1
        await work.db.run(writeSetting, { key: first, value: 'x' })
        work.record(happened, { first })
        if (++arrived === 2) bothHoldOne()
        await held
        await work.db.run(writeSetting, { key: second, value: 'y' })
      })
    await workplace.withCompany(system, async (work) => {
      for (const key of ['a', 'b']) await work.db.run(writeSetting, { key, value: '' })
    })

    await Promise.all([crossing('a', 'b'), crossing('b', 'a')])

    expect(attempts).toBeGreaterThan(2)
    const rows = await settings.find<{ value: string }>({}, ['value'])
    expect(rows.map(({ value }) => [...value].sort().join(''))).toEqual(['xy', 'xy'])
    expect(delivered).toHaveLength(2)
  })

  it('an act that always conflicts fails after three attempts', async () => {
    let attempts = 0
    const conflict = Object.assign(new Error('conflict'), { code: '40001' })

    const failing = workplace.withCompany(system, async () => {
      attempts += 1
      throw conflict
    })

    await expect(failing).rejects.toBe(conflict)
    expect(attempts).toBe(3)
    expect([isRetryableConflict(conflict), isRetryableConflict(new Error('x'))]).toEqual([true, false])
  })

  it('any other error is not retried', async () => {
    let attempts = 0
    const failing = workplace.withCompany(system, async () => {
      attempts += 1
      throw new Error('a bug')
    })

    await expect(failing).rejects.toThrow('a bug')
    expect(attempts).toBe(1)
  })
})
