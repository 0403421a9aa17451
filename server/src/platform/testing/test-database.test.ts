import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from './test-database'

test('each test database is a separate migrated copy, and can be dropped while in use', async () => {
  const one = await createTestDatabase()
  const other = await createTestDatabase()
  const client = new pg.Client({ connectionString: one.ownerUrl })
  client.on('error', () => undefined) // the connection is cut on purpose
  await client.connect()
  await client.query('create table only_here ()')

  await one.drop()

  expect(one.name).not.toBe(other.name)
  await expect(client.query('select 1')).rejects.toThrow()
  await other.drop()
})
