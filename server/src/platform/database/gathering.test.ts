import type { CompanyId } from '@balcao/domain/ids'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { logTransactions, type TransactionLog } from '../../testing/transaction-log'
import { makeBareCompanies } from '../testing/bare-companies'
import { createTestDatabase, type TestDatabase } from '../testing/test-database'
import { gatheringOn, NotInParts } from './gathering'
import { openPools, type Pools } from './pools'
import { forWholeActs, gathered, gatheredAs, type NoParams, statement } from './statement'

const company = 1 as CompanyId
const settingsOf = statement<{ keys: readonly string[]; at: Date | null }, { key: string; at: Date | null }>(
  'test.settingsOf',
  'select key, :at::timestamptz as at from settings where key = any (:keys::text[]) order by key',
  gathered({ keys: 'text[]', at: 'timestamptz' }),
)
const markTurn = statement<{ letter: string }, { turns: string }>(
  'test.markTurn',
  `select set_config('test.turns', coalesce(current_setting('test.turns', true), '') || :letter, true) as turns`,
  gathered({ letter: 'text' }),
)
const allKeys = statement<NoParams, { key: string }>(
  'test.allKeys',
  'select key from settings order by key',
  gathered({}),
)
const append = statement<{ key: string; words: string }, { value: string }>(
  'test.append',
  'update settings set value = value || :words where key = :key returning value',
  gatheredAs(
    { key: 'text', words: 'text' },
    (asked) =>
      `update settings set value = value || :words from ${asked} where settings.key = :key returning value, asked.asker`,
  ),
)
const valueOfKey = statement<{ key: string }, { value: string }>(
  'test.valueOf',
  'select value from settings where key = :key',
)
const fail = statement<NoParams, { wrong: number }>('test.failInPart', 'select 1 / 0 as wrong')

let database: TestDatabase
let pools: Pools
let log: TransactionLog
beforeAll(async () => {
  database = await createTestDatabase()
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await makeBareCompanies(owner, ['Uma', 'Outra'])
  await owner.query(
    `insert into settings (company_id, key, value) values (1, 'a', ''), (1, 'b', ''), (2, 'a', 'of another')`,
  )
  await owner.end()
  const { appUrl: app, platformUrl: platform } = database
  pools = openPools({ app, platform, size: 1, onError: () => undefined })
  log = logTransactions()
})
afterEach(() => void log.taken())
afterAll(async () => {
  log.stop()
  await pools.close()
  await database.drop()
})

type Part = ReturnType<ReturnType<typeof gatheringOn>['partOf']>

/** Runs each part on one connection; returns their results. */
function inParts<T>(...parts: readonly ((db: Part) => Promise<T>)[]): Promise<PromiseSettledResult<T>[]> {
  return pools.inCompany(company, 'system', async (db) => {
    const gathering = gatheringOn(db)
    return Promise.allSettled(parts.map((part, at) => part(gathering.partOf(at))))
  })
}

const values = (ends: readonly PromiseSettledResult<unknown>[]) =>
  ends.map((end) => (end.status === 'fulfilled' ? end.value : end.reason))
const asked = () => log.taken().map((act) => act.map(({ name }) => name))

it('queries of the same tick run as one statement, each with its rows, under row security', async () => {
  const at = new Date('2026-11-20T12:00:00Z')

  const ends = await inParts(
    (db) => db.rows(settingsOf, { keys: ['b', 'a'], at }),
    (db) => db.rows(settingsOf, { keys: [], at: null }),
    (db) => db.rows(settingsOf, { keys: ['a'], at: null }),
  )

  expect(values(ends)).toEqual([
    [
      { key: 'a', at },
      { key: 'b', at },
    ],
    [],
    [{ key: 'a', at: null }],
  ])
  expect(asked()).toEqual([['test.settingsOf together']])
})

it('a query without parameters runs once; a single one and one without such a form run as is', async () => {
  const ends = await inParts<unknown>(
    (db) => db.rows(allKeys),
    async (db) => [await db.rows(allKeys), await db.one(valueOfKey, { key: 'a' })],
    (db) => db.rows(valueOfKey, { key: 'b' }),
  )

  const keys = [{ key: 'a' }, { key: 'b' }]
  expect(values(ends)).toEqual([keys, [keys, { value: '' }], [{ value: '' }]])
  expect(asked()).toEqual([['test.allKeys', 'test.valueOf', 'test.valueOf']])
})

it('queries that lock rows run in one order, in whichever order they were asked', async () => {
  const ends = await inParts(
    (db) => db.one(markTurn, { letter: 'b' }),
    (db) => db.one(markTurn, { letter: 'c' }),
    (db) => db.one(markTurn, { letter: 'a' }),
  )

  expect(values(ends)).toEqual([{ turns: 'ab' }, { turns: 'abc' }, { turns: 'a' }])
})

it('ids are locked in numeric order, like statements that order by id', async () => {
  const ends = await inParts(
    (db) => db.one(markTurn, { letter: '10' }),
    (db) => db.one(markTurn, { letter: '9' }),
  )

  expect(values(ends)).toEqual([{ turns: '910' }, { turns: '9' }])
})

it('two writes of one row run one after the other, and each part keeps its order', async () => {
  const ends = await inParts<unknown>(
    async (db) => db.one(append, { key: 'a', words: '1' }),
    (db) =>
      Promise.all([
        db.run(append, { key: 'b', words: 'x' }),
        db.one(valueOfKey, { key: 'b' }),
        db.run(append, { key: 'none', words: 'x' }),
      ]),
    (db) => Promise.all([db.one(append, { key: 'a', words: '2' }), db.one(append, { key: 'a', words: '3' })]),
  )

  expect(values(ends)).toEqual([{ value: '1' }, [1, { value: 'x' }, 0], [{ value: '12' }, { value: '123' }]])
})

it('parts of different length stay in step: the longer one continues alone', async () => {
  const ends = await inParts(
    (db) => db.rows(settingsOf, { keys: ['a'], at: null }),
    async (db) => {
      for (const key of ['a', 'b', 'none']) await db.rows(settingsOf, { keys: [key], at: null })
      return db.rows(settingsOf, { keys: ['b'], at: null })
    },
  )

  expect(values(ends)[1]).toEqual([{ key: 'b', at: null }])
  expect(asked()).toEqual([['test.settingsOf together', ...Array(3).fill('test.settingsOf')]])
})

it('a failing statement fails the parts that asked with it and later, and the act', async () => {
  const all = inParts<unknown>(
    (db) => db.rows(fail),
    async (db) => {
      await db.rows(allKeys)
      return db.rows(allKeys)
    },
  )

  await expect(all).rejects.toThrow('rolled back')
})

it('a statement for whole acts is refused', async () => {
  const [end] = await inParts((db) => db.rows(forWholeActs(valueOfKey), { key: 'a' }))

  expect(end).toMatchObject({ status: 'rejected', reason: expect.any(NotInParts) })
})
