import pg from 'pg'
import { expect, test } from 'vitest'
import { tableRows } from './table-rows'
import { createTestDatabase } from './test-database'

test('each test database is a separate migrated copy, and can be dropped while in use', async () => {
  const one = await createTestDatabase()
  const other = await createTestDatabase()
  const client = new pg.Client({ connectionString: one.ownerUrl })
  client.on('error', () => undefined) // the connection is cut on purpose
  await client.connect()
  const plans = tableRows(client, 'plans')
  await plans.find()

  await one.drop()

  expect(one.name).not.toBe(other.name)
  await expect(plans.find()).rejects.toThrow()
  await other.drop()
})
