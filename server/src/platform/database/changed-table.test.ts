import type { CompanyId } from '@balcao/domain/ids'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RecordedEvent } from '../live/event-kind'
import { createWakeUpSignals } from '../signals'
import { makeBareCompanies } from '../testing/bare-companies'
import { createTestDatabase, type TestDatabase } from '../testing/test-database'
import { createWorkplace, type Workplace } from '../work'
import { type DatabasePools, openDatabasePools } from './pools'
import { type NoParams, statement } from './statement'

// A migration changes the type of a column under living processes. Their connections have prepared its statements, and
// PostgreSQL refuses each once: "cached plan must not change result type".

const company = 1 as CompanyId
const system = { kind: 'system', name: 'test', companyId: company } as const
const happened = { name: 'thing.happened' }
const values = statement<NoParams, { value: string }>('test.values', 'select value from settings')
const write = statement<{ value: string }, { value: string }>(
  'test.write',
  `insert into settings (company_id, key, value) values (1, 'word', :value)
   on conflict (company_id, key) do update set value = settings.value || excluded.value returning value`,
)
const ownPid = statement<NoParams, { pid: number }>('test.ownPid', 'select pg_backend_pid() as pid')

let database: TestDatabase
let owner: pg.Client
let pools: DatabasePools
let workplace: Workplace
let delivered: RecordedEvent[]
beforeEach(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await makeBareCompanies(owner, ['Uma'])
  const { appUrl: app, platformUrl: platform } = database
  pools = openDatabasePools({ app, platform, size: 10, onError: () => undefined })
  delivered = []
  workplace = createWorkplace({
    pools,
    clock: { now: () => new Date(), after: () => () => undefined },
    signals: createWakeUpSignals(),
    livePost: { deliver: (events) => delivered.push(...events) },
    hooks: [],
    random: () => 0,
  })
})
afterEach(async () => {
  await pools.close()
  await owner.end()
  await database.drop()
})

const changeTable = () => owner.query('alter table settings alter column value type varchar(1000)')

const kinds = {
  read: () =>
    workplace.readCompany(system, async ({ db }) => {
      const [found] = await Promise.all([db.rows(values), db.one(ownPid)])
      return found
    }),
  act: () => workplace.withCompany(system, ({ db }) => db.rows(values)),
  'act of the platform': () => workplace.withPlatform('a test', ({ db }) => db.rows(values)),
}

test.each(Object.keys(kinds) as (keyof typeof kinds)[])(
  'every %s works on, also on the connections that prepared the former statement',
  async (kind) => {
    const several = () => Promise.all(Array.from({ length: 4 }, kinds[kind]))
    await workplace.withCompany(system, ({ db }) => db.run(write, { value: 'a' }))
    await several()
    await changeTable()

    const found = [...(await several()), ...(await several())].flat()

    expect(new Set(found.map(({ value }) => value))).toEqual(new Set(['a']))
  },
)

test('an act that writes and records does both once', async () => {
  const act = () =>
    workplace.withCompany(system, async (work) => {
      work.record(happened, {})
      await work.db.one(ownPid)
      return work.db.one(write, { value: 'a' })
    })
  await act()
  await changeTable()

  const { value } = await act()

  expect(value).toBe('aa')
  expect(delivered).toHaveLength(2)
  expect((await owner.query('select from live_events')).rowCount).toBe(2)
})

test('an act that does not await the refused statement runs again too', async () => {
  const act = () => workplace.withCompany(system, async ({ db }) => db.send(write, { value: 'a' }))
  await act()
  await changeTable()

  await act()

  expect((await owner.query('select value from settings')).rows).toEqual([{ value: 'aa' }])
})
