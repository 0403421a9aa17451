import type { ConnectionId } from '@balcao/domain/ids'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fastClock } from '../../testing/fast-clock'
import { type SimulatedWhatsapp, startWhatsapp } from '../../testing/simulated-whatsapp'
import { openOwnTestApp, type TestApp, type TestCompany } from '../../testing/test-app'
import { startTestAppProcess, type TestAppProcess } from '../../testing/test-app-process'
import { until } from '../../testing/until'

// Generous, because real handshakes and decryption run on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

const shop = '5551999990000'

// A lease of 15 s expires in one.
const clock = fastClock(15)
let whatsapp: SimulatedWhatsapp
let testApp: TestApp
let processes: TestAppProcess[] = []
beforeEach(async () => {
  whatsapp = await startWhatsapp()
  testApp = await openOwnTestApp({ gateway: whatsapp.gateway, clock })
  processes = []
})
afterEach(async () => {
  for (const process of processes) await process.stop()
  await testApp.close()
  await whatsapp.closeTidily()
})

function start(): TestAppProcess {
  const process = startTestAppProcess(testApp, whatsapp.gateway, clock)
  processes.push(process)
  return process
}

interface Fixture {
  readonly company: TestCompany
  readonly connectionId: ConnectionId
}

async function fixture(): Promise<Fixture> {
  const company = await testApp.company()
  return { company, connectionId: await company.connection('Loja') }
}

async function linkBy(process: TestAppProcess, place: Fixture): Promise<void> {
  const phone = whatsapp.simulator.createPhone({ phone: shop, name: 'Loja da Ana' })
  await until('the QR', async () => (await view(place)).qrcode !== '')
  await phone.scanQr((await view(place)).qrcode)
  await untilConnected(place)
  expect(owns(process, place)).toBe(true)
}

const owns = ({ sessions }: TestAppProcess, { company, connectionId }: Fixture): boolean =>
  sessions.ownLink(company.id, connectionId) !== null

const untilConnected = (place: Fixture) =>
  until('connected', async () => (await view(place)).status === 'CONNECTED')

async function view({ company, connectionId }: Fixture): Promise<{ status: string; qrcode: string }> {
  const answer = await testApp.app.http.inject({
    url: `/whatsapp/${connectionId}`,
    headers: { authorization: `Bearer ${company.admin.token}` },
  })
  return answer.json()
}

async function storedCounts() {
  const tickets = await testApp.table('tickets').find<{ unread: number }>({}, ['unread'])
  return {
    contacts: await testApp.table('contacts').count(),
    tickets: tickets.length,
    messages: await testApp.table('messages').count(),
    unread: tickets.reduce((sum, { unread }) => sum + unread, 0),
  }
}

test('of several processes that start at once, one owns the connection', async () => {
  const place = await fixture()

  const all = [start(), start(), start()]

  await until('an owner', () => all.some((process) => owns(process, place)))
  await until('the QR', async () => (await view(place)).qrcode !== '')
  expect(all.filter((process) => owns(process, place))).toHaveLength(1)
  expect(whatsapp.simulator.waiting()).toHaveLength(1)
})

test('CONN-29 when the owner stops, another process continues the link without a QR', async () => {
  const place = await fixture()
  const first = start()
  await linkBy(first, place)
  const second = start()

  await first.stop()
  processes = [second]

  await until('the second owns it', () => owns(second, place))
  await untilConnected(place)
  const contact = whatsapp.simulator.createContact({ phone: '5511911112222', name: 'Carla' })
  await contact.sendText(shop, 'Ainda aí?')
  await until('the message', async () => (await storedCounts())?.messages === 1)
})

test('TICKET-34 200 first messages of a contact during a hand-over make one ticket, none lost', async () => {
  const place = await fixture()
  const first = start()
  await linkBy(first, place)
  const second = start()
  const contact = whatsapp.simulator.createContact({ phone: '5511911112222', name: 'Carla' })

  for (let n = 1; n <= 100; n++) await contact.sendText(shop, `mensagem ${n}`)
  await until('some are in', async () => Number((await storedCounts())?.messages) > 0)
  const stopped = first.stop()
  processes = [second]
  for (let n = 101; n <= 200; n++) await contact.sendText(shop, `mensagem ${n}`)
  await stopped

  await until('all are in', async () => (await storedCounts()).messages >= 200, 90_000)
  expect(await storedCounts()).toEqual({ contacts: 1, tickets: 1, messages: 200, unread: 200 })
  const bodies = await testApp.table('messages').find({}, ['body'])
  expect(bodies.map(({ body }) => body)).toEqual(Array.from({ length: 200 }, (_, n) => `mensagem ${n + 1}`))
})

test('a frozen owner loses the connection when its lease expires, and changes nothing on waking', async () => {
  const place = await fixture()
  const first = start()
  await linkBy(first, place)
  const second = start()
  const contact = whatsapp.simulator.createContact({ phone: '5511911112222', name: 'Carla' })

  first.freeze()
  await contact.sendText(shop, 'um')
  await until('the second owns it', () => owns(second, place))
  await contact.sendText(shop, 'dois')
  await until('both are in', async () => Number((await storedCounts())?.messages) === 2)
  first.thaw()
  await until('the first has noticed', () => !owns(first, place))

  await contact.sendText(shop, 'três')
  await until('the third is in', async () => Number((await storedCounts())?.messages) === 3)
  expect(owns(second, place)).toBe(true)
  expect(await view(place)).toMatchObject({ status: 'CONNECTED' })
  expect(await storedCounts()).toEqual({ contacts: 1, tickets: 1, messages: 3, unread: 3 })
})
