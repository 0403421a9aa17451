import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database'
import { openPool } from './pool'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('a second release of a connection does nothing, also while another caller uses it', async () => {
  const pool = openPool({ connectionString: database.appUrl, max: 1 }, () => undefined)
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
