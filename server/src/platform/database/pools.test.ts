import type { CompanyId } from '@balcao/domain/ids'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../testing/until'
import { makeBareCompanies } from '../testing/bare-companies'
import { createTestDatabase, type TestDatabase } from '../testing/test-database'

import { databaseTroubleIn, isStatementTimeout } from './database-trouble'
import { type DatabasePools, openDatabasePools, type StatementTimeouts } from './pools'
import { type NoParams, statement } from './statement'

const company = 1 as CompanyId
const one = statement<NoParams, { one: number }>('test.one', 'select 1 as one')
const ownPid = statement<NoParams, { pid: number }>('test.ownPid', 'select pg_backend_pid() as pid')
const full = statement<NoParams, never>(
  'test.full',
  `do $$ begin raise exception 'no space' using errcode = '53100'; end $$`,
)

const slow = statement<NoParams, { wait: '' }>('test.slow', 'select pg_sleep(30)::text as wait')
const ownTime = statement<NoParams, { time: string }>(
  'test.ownTime',
  "select current_setting('statement_timeout') as time",
)

let database: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await makeBareCompanies(owner, ['Uma'])
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

function open(times?: StatementTimeouts): { pools: DatabasePools; lost: Error[] } {
  const lost: Error[] = []
  const { appUrl: app, platformUrl: platform } = database
  return {
    pools: openDatabasePools({
      app,
      platform,
      size: 1,
      ...(times && { times }),
      onError: (error) => lost.push(error),
    }),
    lost,
  }
}

const unavailable = { name: 'DatabaseTrouble', kind: 'unavailable' }

test.each(['act', 'read'] as const)(
  'killing a connection in use fails its %s as a database failure, and the next one works',
  async (kind) => {
    const { pools, lost } = open()
    const askAll =
      kind === 'act' ? pools.inCompany.bind(null, company, 'person') : pools.readCompany.bind(null, company)

    const failed = askAll(async (db) => {
      const { pid } = await db.one(ownPid)
      await owner.query('select pg_terminate_backend($1)', [pid])
      // A connection released before its socket closes is not reported.
      return db.one(one).finally(() => until('the connection is reported', () => lost.length > 0))
    })

    await expect(failed).rejects.toMatchObject(unavailable)
    expect(await askAll((db) => db.one(one))).toEqual({ one: 1 })
    await pools.close()
  },
)

test('a full disk is distinguished from an error of the act', async () => {
  const { pools } = open()

  await expect(pools.inCompany(company, 'person', (db) => db.run(full))).rejects.toMatchObject({
    name: 'DatabaseTrouble',
    kind: 'full',
  })

  await pools.close()
})

test('a statement has 60 seconds in a read and in a person’s act, ten minutes in a job', async () => {
  const { pools } = open()

  const times = [
    await pools.readCompany(company, (db) => db.one(ownTime)),
    await pools.inCompany(company, 'person', (db) => db.one(ownTime)),
    await pools.inCompany(company, 'system', (db) => db.one(ownTime)),
    await pools.inCompany(company, 'person', (db) => db.one(ownTime)),
  ]

  expect(times.map(({ time }) => time)).toEqual(['1min', '1min', '10min', '1min'])
  await pools.close()
})

test.each(['read', 'person', 'system'] as const)(
  'a statement over its time is cancelled, and the database is not lost: %s',
  async (kind) => {
    const { pools, lost } = open({ person: 50, system: 50 })
    const ask =
      kind === 'read' ? pools.readCompany.bind(null, company) : pools.inCompany.bind(null, company, kind)

    await expect(ask((db) => db.one(slow))).rejects.toSatisfy(
      (error) => isStatementTimeout(error) && databaseTroubleIn(error) === undefined,
    )

    expect(await ask((db) => db.one(one))).toEqual({ one: 1 })
    expect(lost).toEqual([])
    await pools.close()
  },
)

test('cut pools fail running and waiting acts, and open no connection again', async () => {
  const { pools } = open()
  let goOn = () => {}
  const mayGoOn = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const acts = [1, 2, 3].map(() =>
    pools.onPlatform(async (db) => {
      await mayGoOn
      return db.one(one)
    }),
  )
  const outcomes = Promise.allSettled(acts) // two run, the third waits for a connection

  pools.cut()
  goOn()

  for (const outcome of await outcomes)
    expect(outcome).toMatchObject({ status: 'rejected', reason: unavailable })
  await expect(pools.onPlatform((db) => db.one(one))).rejects.toMatchObject(unavailable)
  await expect(pools.probe()).rejects.toMatchObject(unavailable)
  await pools.close()
})
