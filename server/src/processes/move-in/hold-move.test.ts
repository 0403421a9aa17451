import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database'
import { endConnections } from '../../testing/database-connections'
import { withMoveLock } from './hold-move'

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const stopping = new AbortController().signal
const order = () => ({ ownerUrl: database.ownerUrl, name: randomUUID(), stopping })

test('the command ends when it loses its lock, and another one may then work on the move', async () => {
  const mine = order()
  const run = withMoveLock(mine, async (signal) => {
    await endConnections(client, 'balcao move-in')
    if (!signal.aborted) await once(signal, 'abort')
    throw new Error('Connection terminated')
  })

  await expect(run).rejects.toThrow('The database of this installation was lost. Repeat the command.')
  expect(await withMoveLock(mine, async () => 'done')).toBe('done')
})

test('a second command is refused while the first one works, and an error of the work is kept', async () => {
  const mine = order()

  await expect(withMoveLock(mine, () => withMoveLock(mine, async () => undefined))).rejects.toThrow(
    `Another command, or the page, works on the move ${mine.name} at this moment.`,
  )
  await expect(withMoveLock(mine, () => Promise.reject(new Error('no such table')))).rejects.toThrow(
    'no such table',
  )
})
