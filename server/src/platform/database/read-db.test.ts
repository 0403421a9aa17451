import type { CompanyId } from '@balcao/domain/ids'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { logTransactions, type TransactionLog } from '../../testing/transaction-log'
import { makeBareCompanies } from '../testing/bare-companies'
import { createTestDatabase, type TestDatabase } from '../testing/test-database'
import { type DatabasePools, openDatabasePools } from './pools'
import { type NoParams, statement } from './statement'

const [one, other] = [1, 2] as CompanyId[] as [CompanyId, CompanyId]
const settingOf = statement<{ key: string }, { value: string; day: string; moment: Date }>(
  'test.settingOf',
  `select value, '2026-11-20'::date as day, '2026-11-20T12:00:00Z'::timestamptz as moment from settings where key = :key`,
)
const keys = statement<NoParams, { key: string; nothing: null }>(
  'test.keys',
  'select key, null::int as nothing from settings order by key',
)
const write = statement<NoParams, { key: string }>(
  'test.writeInRead',
  `insert into settings (company_id, key, value) values (current_company(), 'new', 'x') returning key`,
)
const writeSecond = statement<NoParams>(
  'test.writeSecond',
  `insert into settings (company_id, key, value) values (current_company(), 'second', 'x')`,
)
const behind = statement<NoParams, { two: number }>('test.behind', 'select 2 as two')
const fail = statement<NoParams, { wrong: number }>('test.fail', 'select 1 / 0 as wrong')

let database: TestDatabase
let pools: DatabasePools
let log: TransactionLog
beforeAll(async () => {
  database = await createTestDatabase()
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await makeBareCompanies(owner, ['Uma', 'Outra'])
  await owner.query(
    `insert into settings (company_id, key, value) values (1, 'call', 'of one'), (1, 'day', ''), (2, 'call', 'of two')`,
  )
  await owner.end()
  const { appUrl: app, platformUrl: platform } = database
  pools = openDatabasePools({ app, platform, size: 1, onError: () => undefined })
  log = logTransactions()
})
afterEach(() => void log.taken())
afterAll(async () => {
  log.stop()
  await pools.close()
  await database.drop()
})

it('queries of one tick are one round trip, with rows as the driver would parse them', async () => {
  const moment = new Date('2026-11-20T12:00:00Z')
  for (const turn of ['first', 'again']) {
    const [call, all, none] = await pools.readCompany(one, ({ one, rows, row }) =>
      Promise.all([one(settingOf, { key: 'call' }), rows(keys), row(settingOf, { key: 'absent' })]),
    )

    expect([turn, call]).toEqual([turn, { value: 'of one', day: '2026-11-20', moment }])
    expect(all).toEqual(['call', 'day'].map((key) => ({ key, nothing: null })))
    expect(none).toBeNull()
    expect(log.taken().map((group) => group.map(({ name }) => name))).toEqual([
      ['test.settingOf', 'test.keys', 'test.settingOf'],
    ])
  }
})

it('GEN-01 on one connection each company sees its own rows, and afterwards none are visible', async () => {
  const callOf = (company: CompanyId) =>
    pools.readCompany(company, async (db) => (await db.one(settingOf, { key: 'call' })).value)

  expect([await callOf(one), await callOf(other), await callOf(one)]).toEqual(['of one', 'of two', 'of one'])
  const app = new pg.Client({ connectionString: database.appUrl })
  await app.connect()
  expect((await app.query('select key from settings')).rows).toEqual([])
  await app.end()
})

it('an act on the same connection may write after it', async () => {
  await pools.readCompany(one, (db) => db.rows(keys))

  const written = await pools.inCompany(other, 'person', (db) => db.rows(write))

  expect(written).toEqual([{ key: 'new' }])
})

it('a read refuses to write, and its connection serves the next read after a failed statement', async () => {
  const writing = pools.readCompany(one, (db) => Promise.all([db.rows(keys), db.rows(write)]))
  await expect(writing).rejects.toThrow('read-only transaction')
  await expect(pools.readCompany(one, (db) => db.run(write))).rejects.toThrow('a read writes nothing')
  await expect(pools.readCompany(one, (db) => db.rows(fail))).rejects.toThrow('division by zero')

  expect(await pools.readCompany(one, (db) => db.rows(keys))).toHaveLength(2)
})

it('a later query is a round trip of its own, and a caller that leaves early leaves no query', async () => {
  const found = await pools.readCompany(one, async (db) => {
    const { value } = await db.one(settingOf, { key: 'call' })
    return [value, (await db.rows(keys)).length]
  })
  const left = pools.readCompany(one, async (db) => {
    void db.rows(keys)
    throw new Error('left early')
  })
  await expect(left).rejects.toThrow('left early')

  expect(found).toEqual(['of one', 2])
  expect((await pools.readCompany(other, (db) => db.one(settingOf, { key: 'call' }))).value).toBe('of two')
})

it('a statement that failed is prepared anew, and so are those behind it', async () => {
  for (const turn of [1, 2]) {
    const group = pools.inCompany(one, 'person', (db) => Promise.all([db.rows(fail), db.rows(behind)]))
    await expect(group, String(turn)).rejects.toThrow('division by zero')
  }

  expect(await pools.inCompany(one, 'person', (db) => db.rows(behind))).toEqual([{ two: 2 }])
})

it('a statement whose result is not needed fails the act at its commit', async () => {
  const act = pools.inCompany(one, 'person', async (db) => {
    await db.rows(keys)
    db.send(fail)
  })

  await expect(act).rejects.toThrow('division by zero')
})

it('a value that cannot be sent is refused at once, and the act stores nothing', async () => {
  const circle: Record<string, unknown> = {}
  circle.self = circle
  const act = pools.inCompany(other, 'person', async (db) => {
    await db.rows(writeSecond)
    db.send(settingOf, { key: circle as never })
  })

  await expect(act).rejects.toThrow('circular')
  expect((await pools.readCompany(other, (db) => db.rows(keys))).map(({ key }) => key)).not.toContain(
    'second',
  )
})
