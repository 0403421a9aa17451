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
  await testApp.rows(
    `insert into live_events (company_id, name, payload, recorded_at)
     values ($1, $2, 'null', '2026-01-01')`,
    [company.id, name],
  )

  await testApp.app.delivery.sweep()
  await company.queue('Depois')

  const inbound = await company.admin.received()
  expect(inbound.map(({ payload }) => payload)).toMatchObject([{ queue: { name: 'Depois' } }])
  expect(await testApp.rows('select id from live_events where company_id = $1', [company.id])).toEqual([])
})
