import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../platform/log'
import { contactOf } from '../../testing/contact-of'
import { storeEmptyInboundEvent } from '../../testing/queue-rows'
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
  const ticketId = await company.hears({ over: connectionId, from: '5551933330009', text: 'Oi' })
  const contact = await contactOf(testApp, ticketId)
  const old = new Date(testApp.now().getTime() - 30 * 86_400_000)
  const putOld = async () => {
    await storeEmptyInboundEvent(testApp, connectionId, { done_at: old, received_at: old })
    await testApp.table('contact_imports').insert({
      company_id: company.id,
      source: 'file',
      file_name: 'clientes.csv',
      state: 'preview',
      has_header: false,
      columns: '[]',
      targets: {},
      row_count: 0,
      created_at: old,
    })
    await testApp.table('campaign_writings').insert({
      company_id: company.id,
      contact_id: contact.id,
      campaign_name: 'Natal',
      name: contact.name,
      number: contact.number,
      phone: contact.number,
      written_at: new Date(old.getTime() - 1),
    })
  }
  const left = async () => {
    let rows = 0
    for (const table of ['inbound_events', 'contact_imports', 'campaign_writings'])
      rows += await testApp.table(table).count({ company_id: company.id })
    return rows
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
