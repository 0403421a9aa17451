import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueReadReceipts, storeEmptyInboundEvent } from '../../testing/queue-rows'
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
    storeEmptyInboundEvent(testApp, connectionId, {
      key,
      needs_acknowledgement: needsAcknowledgement,
      done_at: daysBefore(daysAgo),
      received_at: daysBefore(30),
    })
  await put('old', 16)
  await put('recent', 14)
  await put('waiting', null)
  await put('unsettled', 16, true)

  await purgeProcessedQueueRows(testApp.app.workplace)

  const rows = await testApp.table('inbound_events').find({ company_id: company.id }, ['key'])
  expect(rows.map(({ key }) => key)).toEqual(['recent', 'waiting', 'unsettled'])
})

test('outbox items are deleted a day after their creation, once they have reached WhatsApp', async () => {
  const company = await testApp.company()
  const connectionId = await company.connection('Loja')
  await company.hears({ over: connectionId, from: '5511911112222' })
  const put = (state: string, daysAgo: number) =>
    queueReadReceipts(testApp, connectionId, { state, created_at: daysBefore(daysAgo) })
  await put('sent', 2)
  await put('sent', 0)
  await put('waiting', 2)
  await put('failed', 2)

  await purgeProcessedQueueRows(testApp.app.workplace)

  const rows = await testApp.table('outbox').find({ company_id: company.id }, ['state'])
  expect(rows.map(({ state }) => state)).toEqual(['sent', 'waiting', 'failed'])
})

test('old copies of sent messages and old ids of media are deleted; all other keys stay', async () => {
  const company = await testApp.company()
  const connectionId = await company.connection('Loja')
  const put = (type: string, id: string, daysAgo: number) =>
    testApp.table('connection_keys').insert({
      company_id: company.id,
      connection_id: connectionId,
      type,
      id,
      value: '',
      updated_at: daysBefore(daysAgo),
    })
  await put('sent-message', 'old', 15)
  await put('sent-message', 'recent', 13)
  await put('media-id', 'old media', 31)
  await put('media-id', 'recent media', 29)
  await put('session', 'old', 400)

  await purgeProcessedQueueRows(testApp.app.workplace)

  const rows = await testApp.table('connection_keys').find({ company_id: company.id }, ['type', 'id'])
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
  const sent = { state: 'sent', created_at: daysBefore(2) }
  await queueReadReceipts(testApp, connectionId, sent, 12_000)

  await purgeProcessedQueueRows(testApp.app.workplace)

  expect(await testApp.table('outbox').count({ company_id: company.id })).toBe(0)
})
