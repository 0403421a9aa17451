import { getConnection } from '@balcao/contract/connections'
import { sendMessage } from '@balcao/contract/messages'
import { updateTicket } from '@balcao/contract/tickets'
import type { TicketId } from '@balcao/domain/ids'
import type { SimulatedContact } from '@balcao/whatsapp-simulator/contact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { upsertSessionKeys } from '../../features/connections/session-keys.queries'
import { not, type RowValues } from '../../platform/testing/table-rows'
import { type SimulatedWhatsapp, startWhatsapp } from '../../testing/simulated-whatsapp'
import { openOwnTestApp, type TestApp } from '../../testing/test-app'
import { logTransactions, type TransactionLog } from '../../testing/transaction-log'
import { until } from '../../testing/until'

// Generous, because real handshakes and encryption run on a machine that may be busy.
vi.setConfig({ testTimeout: 240_000 })

const shop = '5551999990000'
const rounds = 5

let whatsapp: SimulatedWhatsapp
let testApp: TestApp
let transactions: TransactionLog
beforeEach(async () => {
  transactions = logTransactions()
  whatsapp = await startWhatsapp()
  // Without periodic work, which would appear among the transactions of a message.
  testApp = await openOwnTestApp({
    gateway: whatsapp.gateway,
    clock: { now: () => new Date(), after: () => () => undefined },
  })
})
afterEach(async () => {
  await testApp.close()
  await whatsapp.closeTidily()
  transactions.stop()
})

interface Fixture {
  /** Both resolve when all consequences are done and all queues are empty. */
  answer(text: string): Promise<void>
  ask(text: string): Promise<void>
  readonly carla: SimulatedContact
}

/** A linked connection and a customer with messages in both directions, whose phone sends no receipts. */
async function fixture(): Promise<Fixture> {
  const company = await testApp.company()
  const connectionId = await company.connection('Loja')
  const phone = whatsapp.simulator.createPhone({ phone: shop, name: 'Loja da Ana' })
  await testApp.app.startRoles()
  const connection = () => company.admin.does(getConnection, { params: { connectionId } })
  await until('a QR is shown', async () => (await connection()).qrcode !== '')
  await phone.scanQr((await connection()).qrcode)
  const carla = whatsapp.simulator.createContact({ phone: '5511922220000', name: 'Carla' })
  carla.silent = true
  const ask = async (text: string) => {
    await carla.sendText(shop, text)
    await untilDone({ from_me: false }, text)
  }
  await ask('Oi')
  const { id: ticketId } = await testApp.table('tickets').get<{ id: TicketId }>({}, ['id'])
  await company.admin.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
  const answer = async (text: string) => {
    await company.admin.does(sendMessage, { params: { ticketId }, body: { body: text } })
    await untilDone({ ack: 1 }, text)
  }
  for (const text of ['um', 'dois']) {
    await answer(text)
    await ask(`${text}?`)
  }
  return { carla, ask, answer }
}

function untilDone(state: RowValues, body: string): Promise<void> {
  return until(
    `"${body}" is done`,
    async () =>
      (await testApp.table('messages').count({ ...state, body })) > 0 &&
      (await testApp.table('inbound_events').count({ done_at: null })) === 0 &&
      (await testApp.table('outbox').count({ state: not('sent') })) === 0,
    60_000,
  )
}

/** The transactions since the last call, without those independent of messages: session reads, credentials, pre-keys. */
function counted(): number {
  return transactions.taken().filter((statements) => {
    const keyTypes = statements
      .filter(({ name }) => name === 'connections.putKeys')
      .flatMap(({ values }) => values[upsertSessionKeys.parameters.indexOf('types')])
    const isOfSession = statements.some(({ name }) => name === 'auth.personOfLiveSession')
    return !isOfSession && (keyTypes.length === 0 || keyTypes.includes('session'))
  }).length
}

test('an answer takes at most four transactions: itself claimed, ratchet, its ack stored and processed', async () => {
  const { answer } = await fixture()
  transactions.taken()

  for (let round = 0; round < rounds; round++) await answer(`resposta ${round}`)

  expect(counted()).toBeLessThanOrEqual(4 * rounds)
  // Delivered events are deleted in batches.
  await testApp.app.delivery.settled()
  expect(counted()).toBeLessThanOrEqual(1)
})

test('an incoming message, like a receipt, takes at most two transactions: ratchet and processing', async () => {
  const { carla, ask } = await fixture()
  transactions.taken()

  for (let round = 0; round < rounds; round++) await ask(`pergunta ${round}`)
  expect(counted()).toBeLessThanOrEqual(2 * rounds)

  carla.read(shop)
  await untilDone({ ack: 3 }, 'dois')
  expect(counted()).toBeLessThanOrEqual(2)
})
