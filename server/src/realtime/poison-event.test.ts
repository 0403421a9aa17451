import { afterAll, beforeAll, expect, it } from 'vitest'
import { openOwnTestApp, type TestApp } from '../testing/test-app'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openOwnTestApp() // sockets
})
afterAll(() => testApp.close())

it('an event that throws is sent to no subscriber, logged once, and later events are sent', async () => {
  const company = await testApp.company()
  await company.admin.received()
  await testApp.rows(
    `insert into live_events (company_id, name, payload, recorded_at)
     values ($1, 'queue.changed', 'null', '2026-01-01')`,
    [company.id],
  )

  await testApp.app.delivery.sweep()
  await company.queue('Depois')

  const inbound = await company.admin.received()
  expect(inbound.map(({ payload }) => payload)).toMatchObject([{ queue: { name: 'Depois' } }])
  expect(await testApp.rows('select id from live_events where company_id = $1', [company.id])).toEqual([])
})
