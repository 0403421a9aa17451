import { afterAll, beforeAll, expect, it } from 'vitest'
import { openOwnTestApp, type TestApp } from '../testing/test-app'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openOwnTestApp() // sockets
})
afterAll(() => testApp.close())

it.each([
  ['throws', 'queue.changed'],
  ['only a newer version knows', 'newer.kind'],
])('an event that %s is sent to no subscriber, and later events are sent', async (_, name) => {
  const company = await testApp.company()
  await company.admin.received()
  await testApp
    .table('live_events')
    .insert({ company_id: company.id, name, payload: 'null', recorded_at: '2026-01-01' })

  await testApp.app.delivery.sweep()
  await company.queue('Depois')

  const inbound = await company.admin.received()
  expect(inbound.map(({ payload }) => payload)).toMatchObject([{ queue: { name: 'Depois' } }])
  expect(await testApp.table('live_events').count({ company_id: company.id })).toBe(0)
})
