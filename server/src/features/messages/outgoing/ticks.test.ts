import type { ConnectionId, WhatsappMessageId } from '@balcao/domain/ids'
import type { InboundReceipt } from '@balcao/whatsapp/gateway'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertLiveEvents } from '../../../platform/live/live.queries'
import { openTestApp, type TestApp, type TestCompany } from '../../../testing/test-app'
import { logTransactions } from '../../../testing/transaction-log'
import { applyReceipts } from './apply-receipts'

const rui = '5551988880001'
const nina = '5551988880002'

let testApp: TestApp
let company: TestCompany
let connectionId: ConnectionId
beforeAll(async () => {
  testApp = await openTestApp()
  company = await testApp.company()
  connectionId = await company.connection('Loja')
})
afterAll(() => testApp.close())

const tick = (phone: string, ack: InboundReceipt['ack'], ...ids: string[]) => ({
  connectionId,
  inbound: {
    kind: 'ack',
    chat: { kind: 'person', phone, lid: null },
    ids: ids as WhatsappMessageId[],
    ack,
    refusedWith: null,
  } satisfies InboundReceipt,
})

test('MESSAGE-11 ticks of one act raise each message once, to the greatest, in its own chat', async () => {
  for (const id of ['A', 'B']) await company.hears({ over: connectionId, from: rui, fromMe: true, id })
  await company.hears({ over: connectionId, from: nina, fromMe: true, id: 'C' })
  const ticks = [
    ...[tick(rui, 2, 'A'), tick(rui, 3, 'A', 'B'), tick(rui, 2, 'B')],
    ...[tick(nina, 2, 'C'), tick(nina, 4, 'A'), tick(nina, 2, 'unknown')],
  ]
  const transactions = logTransactions()

  const actor = { kind: 'system', name: 'test', companyId: company.id } as const
  await testApp.app.workplace.withCompany(actor, (work) => applyReceipts(work, ticks))

  const statements = transactions.taken().flat()
  transactions.stop()
  const events = statements.find(({ name }) => name === insertLiveEvents.name)?.values ?? []
  expect(events[insertLiveEvents.parameters.indexOf('names')]).toBe(
    '{"ticket.changed","ticket.changed","message.changed","message.changed","message.changed"}',
  )
  expect(statements.filter(({ name }) => name.startsWith('messages.')).map(({ name }) => name)).toEqual([
    'messages.tickedOf',
    'messages.lockTickets',
    'messages.raiseAcks',
    'messages.wireByIds',
  ])
  const rows = await testApp.table('messages').find({ company_id: company.id }, ['whatsapp_id', 'ack'])
  expect(rows.map(({ whatsapp_id, ack }) => [whatsapp_id, ack]).sort()).toEqual([
    ['A', 3],
    ['B', 3],
    ['C', 2],
  ])
})
