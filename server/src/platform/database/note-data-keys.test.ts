import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DataKeys } from '../encryption'
import { rolePasswords } from '../testing/database-server'
import { createTestDatabase, type TestDatabase } from '../testing/test-database'
import { migrateDatabase } from './migrate'

let database: TestDatabase
let owner: pg.Client
beforeEach(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query('delete from data_keys')
})
afterEach(async () => {
  await owner.end()
  await database.drop()
})

const keysOf = (...keys: readonly (readonly [name: string, fill: number])[]): DataKeys => ({
  current: keys[0]?.[0] ?? '',
  keys: new Map(keys.map(([name, fill]) => [name, Buffer.alloc(32, fill)])),
})
/** The roles belong to all tests: a start that succeeds leaves their passwords. */
const start = (dataKeys: DataKeys, { areNew = false, passwords = rolePasswords } = {}) => {
  const { app: databaseAppPassword, platform: databasePlatformPassword } = passwords
  return migrateDatabase(
    database.ownerUrl,
    { databaseAppPassword, databasePlatformPassword, dataKeys },
    areNew,
  )
}
const noted = async () => (await owner.query('select name from data_keys order by name')).rows
const enterAsApp = async () => {
  const client = new pg.Client({ connectionString: database.appUrl })
  await client.connect()
  await client.end()
}

test('the first start notes its keys, and the same keys start again', async () => {
  await start(keysOf(['k1', 1]))
  await start(keysOf(['k1', 1]))

  expect(await noted()).toEqual([{ name: 'k1' }])
})

test.each([
  ['another key of the same name', keysOf(['k1', 2])],
  ['a key of another name alone', keysOf(['mine', 1])],
  ['a new key beside another one of a noted name', keysOf(['k2', 3], ['k1', 2])],
])('%s is refused, and the roles keep their passwords', async (_, others) => {
  await start(keysOf(['k1', 1]))

  await expect(
    start(others, { passwords: { app: 'second-app', platform: 'second-platform' } }),
  ).rejects.toThrow('The data keys of this start are not those with which this database was made.')

  expect(await noted()).toEqual([{ name: 'k1' }])
  await enterAsApp()
})

test('a new key beside the noted one is noted, and may start alone later', async () => {
  await start(keysOf(['k1', 1]))
  await start(keysOf(['k2', 2], ['k1', 1]))
  await start(keysOf(['k2', 2]))

  expect(await noted()).toEqual([{ name: 'k1' }, { name: 'k2' }])
})

test('new keys replace those that are lost', async () => {
  await start(keysOf(['k1', 1]))
  await start(keysOf(['k1', 2]), { areNew: true })

  await expect(start(keysOf(['k1', 1]))).rejects.toThrow('The data keys of this start')
})

test('two first starts at once with different keys: one of them is refused', async () => {
  const ends = await Promise.allSettled([start(keysOf(['k1', 1])), start(keysOf(['k1', 2]))])

  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})
