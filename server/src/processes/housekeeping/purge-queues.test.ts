import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOwnTestApp, type TestApp } from '../../testing/test-app'
import { purgeProcessedQueueRows } from './purge-queues'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openOwnTestApp() // sweeps
})
afterAll(() => testApp.close())

test('inbound events are deleted fifteen days after processing; waiting and dead ones stay', async () => {
  const company = await testApp.company()
  const connectionId = await company.connection('Loja')
  const put = (key: string, daysAgo: number | null, needsAcknowledgement = false) =>
    testApp.rows(
      `insert into inbound_events (company_id, connection_id, key, chat, partition, content, needs_acknowledgement, done_at, received_at)
       values ($1, $2, $3, $4, 0, '', $5, $6, $7)`,
      [
        company.id,
        connectionId,
        key,
        randomUUID(),
        needsAcknowledgement,
        daysBefore(daysAgo),
        daysBefore(30),
      ],
    )
  await put('old', 16)
  await put('recent', 14)
  await put('waiting', null)
  await put('unsettled', 16, true)

  await purgeProcessedQueueRows(testApp.app.workplace)

  const rows = await testApp.rows<{ key: string }>(
    'select key from inbound_events where company_id = $1 order by id',
    [company.id],
  )
  expect(rows.map(({ key }) => key)).toEqual(['recent', 'waiting', 'unsettled'])
})

test('outbox items are deleted a day after their creation, once they have reached WhatsApp', async () => {
  const company = await testApp.company()
  const connectionId = await company.connection('Loja')
  await company.hears({ over: connectionId, from: '5511911112222' })
  const put = (state: string, daysAgo: number) =>
    testApp.rows(
      `insert into outbox (company_id, connection_id, contact_id, kind, state, next_attempt_at, created_at)
       select $1, $2, id, 'read', $3, $4, $4 from contacts where company_id = $1`,
      [company.id, connectionId, state, daysBefore(daysAgo)],
    )
  await put('sent', 2)
  await put('sent', 0)
  await put('waiting', 2)
  await put('failed', 2)

  await purgeProcessedQueueRows(testApp.app.workplace)

  const rows = await testApp.rows<{ state: string }>(
    'select state from outbox where company_id = $1 order by id',
    [company.id],
  )
  expect(rows.map(({ state }) => state)).toEqual(['sent', 'waiting', 'failed'])
})

test('old copies of sent messages and old ids of media are deleted; all other keys stay', async () => {
  const company = await testApp.company()
  const connectionId = await company.connection('Loja')
  const put = (type: string, id: string, daysAgo: number) =>
    testApp.rows(
      `insert into connection_keys (company_id, connection_id, type, id, value, updated_at)
       values ($1, $2, $3, $4, '', $5)`,
      [company.id, connectionId, type, id, daysBefore(daysAgo)],
    )
  await put('sent-message', 'old', 15)
  await put('sent-message', 'recent', 13)
  await put('media-id', 'old media', 31)
  await put('media-id', 'recent media', 29)
  await put('session', 'old', 400)

  await purgeProcessedQueueRows(testApp.app.workplace)

  const rows = await testApp.rows<{ type: string; id: string }>(
    'select type, id from connection_keys where company_id = $1 order by type',
    [company.id],
  )
  expect(rows).toEqual([
    { type: 'media-id', id: 'recent media' },
    { type: 'sent-message', id: 'recent' },
    { type: 'session', id: 'old' },
  ])
})

function daysBefore(days: number | null): Date | null {
  return days === null ? null : new Date(testApp.now().getTime() - days * 86_400_000)
}

test('many thousands of rows are deleted in one run', async () => {
  const company = await testApp.company()
  const connectionId = await company.connection('Loja')
  await company.hears({ over: connectionId, from: '5511911113333' })
  await testApp.rows(
    `insert into outbox (company_id, connection_id, contact_id, kind, state, next_attempt_at, created_at)
     select $1, $2, id, 'read', 'sent', $3, $3 from contacts, generate_series(1, 12000) where company_id = $1`,
    [company.id, connectionId, daysBefore(2)],
  )

  await purgeProcessedQueueRows(testApp.app.workplace)

  expect(await testApp.rows('select from outbox where company_id = $1', [company.id])).toEqual([])
})
