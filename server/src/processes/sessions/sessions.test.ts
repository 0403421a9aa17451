import { updateCompany } from '@balcao/contract/companies'
import {
  type ConnectionView,
  createPairingCode,
  deleteConnection,
  getConnection,
  logOutConnection,
  requestNewQr,
  retryConnection,
  stopConnection,
} from '@balcao/contract/connections'
import { sendMessage } from '@balcao/contract/messages'
import { updateTicket } from '@balcao/contract/tickets'
import type { ConnectionId, TicketId } from '@balcao/domain/ids'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { moreThan } from '../../platform/testing/table-rows'
import { type SimulatedWhatsapp, startWhatsapp } from '../../testing/simulated-whatsapp'
import { openOwnTestApp, runningClock, type TestApp, type TestCompany } from '../../testing/test-app'
import { until } from '../../testing/until'

// Generous, because real handshakes and decryption run on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

const shop = '5551999990000'
const customer = '5511911112222'

let whatsapp: SimulatedWhatsapp
let testApp: TestApp
beforeEach(async () => {
  whatsapp = await startWhatsapp()
  testApp = await openOwnTestApp({ gateway: whatsapp.gateway, clock: runningClock })
})
afterEach(async () => {
  await testApp.close()
  await whatsapp.closeTidily()
})

/** A process with running roles and one connection that shows its QR. */
async function waitingForScan() {
  const phone = whatsapp.simulator.createPhone({ phone: shop, name: 'Loja da Ana' })
  const company = await testApp.company()
  const connectionId = await company.connection('Loja')
  await testApp.app.startRoles()
  const qr = async () => (await seen(company, connectionId)).qrcode
  await until('a QR is shown', async () => (await qr()) !== '')
  return { phone, company, connectionId, qr }
}

async function linked() {
  const place = await waitingForScan()
  await place.phone.scanQr(await place.qr())
  await untilStatus(place, 'CONNECTED')
  return { ...place, contact: whatsapp.simulator.createContact({ phone: customer, name: 'Carla' }) }
}

const seen = ({ admin }: TestCompany, connectionId: ConnectionId): Promise<ConnectionView> =>
  admin.does(getConnection, { params: { connectionId } })

function untilStatus(
  { company, connectionId }: { company: TestCompany; connectionId: ConnectionId },
  status: ConnectionView['status'],
) {
  return until(`status ${status}`, async () => (await seen(company, connectionId)).status === status)
}

/** The customer's ticket, accepted by the admin once the customer's message has arrived. */
async function acceptedTicket({ admin, id }: TestCompany): Promise<TicketId> {
  const tickets = () => testApp.table('tickets').find<{ id: TicketId }>({ company_id: id }, ['id'])
  await until('a ticket', async () => (await tickets()).length === 1)
  const [ticket] = await tickets()
  if (ticket === undefined) throw new Error('no ticket')
  await admin.does(updateTicket, { params: { ticketId: ticket.id }, body: { status: 'open' } })
  return ticket.id
}

test('CONN-30 a connection is linked by scanning, receives messages and sends answers', async () => {
  const { company, connectionId, contact } = await linked()
  expect(await seen(company, connectionId)).toMatchObject({
    qrcode: '',
    retries: 0,
    cause: null,
    number: shop,
  })

  await contact.sendText(shop, 'Bom dia!')
  const ticketId = await acceptedTicket(company)
  for (const body of ['Bom dia, Carla.', 'Como posso ajudar?']) {
    await company.admin.does(sendMessage, { params: { ticketId }, body: { body } })
  }

  const ours = () => contact.chat(shop).filter(({ from, kind }) => from === 'shop' && kind === 'text')
  await until('both answers', () => ours().length === 2)
  expect(ours().map(({ text }) => text)).toEqual(['Bom dia, Carla.', 'Como posso ajudar?'])
  contact.read(shop)
  await until('read ticks', async () => {
    const acks = await testApp.table('messages').find<{ ack: number }>({ from_me: true }, ['ack'])
    return acks.every(({ ack }) => ack >= 3)
  })
  const stored = await testApp.table('outbox').find({ kind: 'message' }, ['state'])
  expect(new Set(stored.map(({ state }) => state))).toEqual(new Set(['sent']))
})

test('CONN-26 disconnecting logs the connection out and deletes its keys', async () => {
  const place = await linked()

  await place.company.admin.does(logOutConnection, { params: { connectionId: place.connectionId } })

  await untilStatus(place, 'DISCONNECTED')
  expect(await seen(place.company, place.connectionId)).toMatchObject({ cause: 'stopped', number: null })
  expect(place.phone.devices).toEqual([])
  expect(await testApp.table('connection_keys').count()).toBe(0)
})

test('a stopped connection keeps its keys, and resumes without a QR', async () => {
  const place = await linked()
  const { company, connectionId, phone, contact } = place
  const call = { params: { connectionId } }

  await company.admin.does(stopConnection, call)
  await whatsapp.simulator.until('the socket is closed', () => !phone.online)
  await contact.sendText(phone.phone, 'Tem alguém?')
  const meanwhile = await seen(company, connectionId)
  await company.admin.does(retryConnection, call)
  await untilStatus(place, 'CONNECTED')

  expect(meanwhile).toMatchObject({ status: 'DISCONNECTED', cause: 'stopped', number: shop })
  expect(phone.devices).toHaveLength(1)
  await acceptedTicket(company)
})

test('COMPANY-10 the connections of a disabled company stop, keep their keys, and resume later', async () => {
  const place = await linked()
  const owner = (await testApp.company({ isSuper: true })).admin
  const switchOn = (status: boolean) =>
    owner.does(updateCompany, { params: { companyId: place.company.id }, body: { status } })
  const leases = () =>
    testApp
      .table('connection_leases')
      .count({ company_id: place.company.id, expires_at: moreThan(new Date()) })

  await switchOn(false)
  await until('the session rests', async () => (await leases()) === 0)
  await place.contact.sendText(shop, 'Alguém aí?')
  await switchOn(true)

  await until('what was written meanwhile has come in', async () => {
    const inbound = { company_id: place.company.id, body: 'Alguém aí?' }
    return (await testApp.table('messages').count(inbound)) === 1
  })
})

test('CONN-23 deleting a connection ends its session, and the phone no longer lists it', async () => {
  const place = await linked()

  await place.company.admin.does(deleteConnection, { params: { connectionId: place.connectionId } })

  expect(place.phone.devices).toEqual([])
  await until(
    'its session ended',
    () => testApp.app.links.link(place.company.id, place.connectionId) === null,
  )
  expect(await testApp.table('connections').count()).toBe(0)
})

test('CONN-25 a new QR deletes the stored session and starts its count at 0', async () => {
  const place = await linked()

  await place.company.admin.does(requestNewQr, { params: { connectionId: place.connectionId } })

  await untilStatus(place, 'qrcode')
  expect(await seen(place.company, place.connectionId)).toMatchObject({
    retries: 0,
    cause: null,
    number: null,
  })
  await place.phone.scanQr(await place.qr())
  await untilStatus(place, 'CONNECTED')
  expect(place.phone.devices).toHaveLength(1)
})

test('a retry of an open connection reports that it is connected', async () => {
  const place = await linked()
  // Simulates a retry at the moment in which the connection opens: the report arrives too late.
  await testApp
    .table('connections')
    .update({ id: place.connectionId }, { status: 'TIMEOUT', cause: 'network' })

  await place.company.admin.does(retryConnection, { params: { connectionId: place.connectionId } })

  await untilStatus(place, 'CONNECTED')
})

test('an unlinked phone leaves DISCONNECTED and its cause, and another QR links it again', async () => {
  const place = await linked()

  place.phone.unlink()

  await untilStatus(place, 'DISCONNECTED')
  expect(await seen(place.company, place.connectionId)).toMatchObject({
    cause: 'unlinked-on-phone',
    number: null,
  })
  await place.company.admin.does(requestNewQr, { params: { connectionId: place.connectionId } })
  await until('a QR', async () => (await place.qr()) !== '')
  await place.phone.scanQr(await place.qr())
  await untilStatus(place, 'CONNECTED')
})

test('a connection can be linked by an eight-letter code instead of a scan', async () => {
  const place = await waitingForScan()
  const params = { connectionId: place.connectionId }

  const { code } = await place.company.admin.does(createPairingCode, { params, body: { number: `+${shop}` } })
  await whatsapp.simulator.until('the phone is asked', () =>
    whatsapp.simulator.waiting().some(({ wants }) => wants === 'code'),
  )
  await place.phone.enterCode(code)

  await untilStatus(place, 'CONNECTED')
})

test('MESSAGE-07 messages written while the connection is offline are sent in order later', async () => {
  const { company, contact, phone } = await linked()
  await contact.sendText(shop, 'Bom dia!')
  const ticketId = await acceptedTicket(company)
  phone.drop()

  const texts = ['um', 'dois', 'três', 'quatro']
  for (const body of texts) await company.admin.does(sendMessage, { params: { ticketId }, body: { body } })

  const ours = () => contact.chat(shop).filter(({ from, kind }) => from === 'shop' && kind === 'text')
  await until('all of them', () => ours().length === texts.length)
  expect(ours().map(({ text }) => text)).toEqual(texts)
})
