import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../testing/until'
import { createTestDatabase, type TestDatabase } from '../testing/test-database'
import { openDatabasePool } from './pool'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('a second release of a connection does nothing, also while another caller uses it', async () => {
  const pool = openDatabasePool({ connectionString: database.appUrl, max: 1 }, () => undefined)
  const releases: (() => void)[] = []
  const connected = () =>
    new Promise<void>((resolve, reject) =>
      pool.pg.connect((error, _, release) => {
        releases.push(release)
        if (error) reject(error)
        else resolve()
      }),
    )
  const releaseFirst = () => releases[0]?.()

  await connected()
  releaseFirst()
  releaseFirst()
  await connected()
  releaseFirst()

  expect(pool.pg).toMatchObject({ totalCount: 1, idleCount: 0 })
  releases[1]?.()
  await pool.close()
  await expect(connected()).rejects.toThrow('after calling end')
  releases[2]?.()
})

test('a transaction that asks nothing for its time is ended, and its locks are free', async () => {
  const pool = openDatabasePool(
    { connectionString: database.ownerUrl, max: 2, idle_in_transaction_session_timeout: 50 },
    () => undefined,
  )
  const silent = await pool.pg.connect()
  await silent.query('begin')
  await silent.query('lock table tickets in access exclusive mode')

  await pool.pg.query('select count(*) from tickets')

  await until('the loss is reported', () => pool.hasLost(silent))
  silent.release()
  await pool.close()
})

test('a connection ends half a minute after its host, and a silent transaction after a minute', async () => {
  const byNetwork = new URL(database.ownerUrl)
  byNetwork.search = '' // a socket of this machine has no keep-alives
  const pool = openDatabasePool({ connectionString: byNetwork.href, max: 1 }, () => undefined)

  const { rows } = await pool.pg.query(`select current_setting('tcp_keepalives_idle') as idle,
    current_setting('tcp_keepalives_interval') as interval, current_setting('tcp_keepalives_count') as count,
    current_setting('idle_in_transaction_session_timeout') as silent`)

  expect(rows).toEqual([{ idle: '10', interval: '5', count: '4', silent: '1min' }])
  await pool.close()
})
