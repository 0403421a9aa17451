import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../platform/log'
import { openOwnTestApp, type TestApp } from '../../testing/test-app'
import { until } from '../../testing/until'
import { startHousekeeping } from './start-housekeeping'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openOwnTestApp() // sweeps
})
afterAll(() => testApp.close())

test('housekeeping runs a minute after the start, then every hour, until stopped', async () => {
  const waits: { milliseconds: number; task: () => void; isCancelled: boolean }[] = []
  const clock = {
    now: testApp.now,
    after(milliseconds: number, task: () => void) {
      const wait = { milliseconds, task, isCancelled: false }
      waits.push(wait)
      return () => {
        wait.isCancelled = true
      }
    },
  }
  const company = await testApp.company()
  const connectionId = await company.connection('Loja')
  await company.hears({ over: connectionId, from: '5551933330009', text: 'Oi' })
  const old = new Date(testApp.now().getTime() - 30 * 86_400_000)
  const putOld = async () => {
    await testApp.rows(
      `insert into inbound_events (company_id, connection_id, key, chat, partition, content, needs_acknowledgement, done_at, received_at)
       values ($1, $2, gen_random_uuid()::text, 'a', 0, '', false, $3, $3)`,
      [company.id, connectionId, old],
    )
    await testApp.rows(
      `insert into contact_imports
         (company_id, source, file_name, state, has_header, columns, targets, row_count, created_at)
       values ($1, 'file', 'clientes.csv', 'preview', false, '[]', '{}', 0, $2)`,
      [company.id, old],
    )
    await testApp.rows(
      `insert into campaign_writings (company_id, contact_id, campaign_name, name, number, phone, written_at)
       select company_id, id, 'Natal', name, number, number, $2 from contacts where company_id = $1`,
      [company.id, new Date(old.getTime() - 1)],
    )
  }
  const left = async () => {
    const rows = await testApp.rows(
      `select from inbound_events where company_id = $1 union all select from contact_imports where company_id = $1
       union all select from campaign_writings where company_id = $1`,
      [company.id],
    )
    return rows.length
  }
  await putOld()

  const housekeeping = startHousekeeping({
    workplace: testApp.app.workplace,
    store: testApp.store,
    clock,
    log: createLog({ level: 'silent' }),
  })
  for (const round of [1, 2]) {
    waits.at(-1)?.task()
    await until('the next round is planned', () => waits.length === round + 1)
    expect(await left()).toBe(0)
    await putOld()
  }
  await housekeeping.stop()

  expect(waits.map(({ milliseconds }) => milliseconds)).toEqual([60_000, 3_600_000, 3_600_000])
  expect(waits.at(-1)?.isCancelled).toBe(true)
})
