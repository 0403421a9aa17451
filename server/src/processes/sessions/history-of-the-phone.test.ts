import { getConnection, requestNewQr } from '@balcao/contract/connections'
import { listMessages, retryMessage } from '@balcao/contract/messages'
import { listTickets } from '@balcao/contract/tickets'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type SimulatedWhatsapp, startWhatsapp } from '../../testing/simulated-whatsapp'
import { openOwnTestApp, runningClock, type TestApp } from '../../testing/test-app'
import { until } from '../../testing/until'

// Generous, because real handshakes and decryption run on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

const shop = '5551999990000'
const before = 130

let whatsapp: SimulatedWhatsapp
let testApp: TestApp
beforeEach(async () => {
  whatsapp = await startWhatsapp({ history: true })
  testApp = await openOwnTestApp({ gateway: whatsapp.gateway, clock: runningClock })
})
afterEach(async () => {
  await testApp.close()
  await whatsapp.closeTidily()
})

/** Links a phone with a long conversation with Ana and a picture from Bia. */
async function linked({ bringHistory }: { bringHistory: boolean }) {
  const phone = whatsapp.simulator.createPhone({ phone: shop, name: 'Loja da Ana' })
  const ana = whatsapp.simulator.createContact({ phone: '5551988880001', name: 'Ana' })
  const bia = whatsapp.simulator.createContact({ phone: '5551988880002', name: 'Bia' })
  for (let number = 0; number < before; number += 1) await ana.sendText(shop, `antes ${number}`)
  await bia.sendPicture(shop, Buffer.from('a cat'), { caption: 'gato' })
  const company = await testApp.company()
  const connectionId = await company.connection('Loja')
  const params = { connectionId }
  const { admin } = company
  await admin.does(requestNewQr, { params, body: { bringHistory } })
  await testApp.app.startRoles()
  const seen = () => admin.does(getConnection, { params })
  await until('a QR is shown', async () => (await seen()).qrcode !== '')
  await phone.scanQr((await seen()).qrcode)
  await until('connected', async () => (await seen()).status === 'CONNECTED')
  return { company, admin, ana, bia, seen }
}

test('a connection linked with history stores it as closed tickets, and continues live', async () => {
  const { company, admin, ana, bia, seen } = await linked({ bringHistory: true })
  await until('all is here', async () => (await seen()).history?.state === 'done')

  expect((await seen()).history).toEqual({ state: 'done', messages: before + 1 })
  const { tickets } = await admin.does(listTickets, { query: { status: 'closed' } })
  expect(
    tickets.map(({ contact, lastMessage, unreadMessages }) => [contact.name, lastMessage, unreadMessages]),
  ).toEqual(
    expect.arrayContaining([
      // All were sent within a second or two, the precision of WhatsApp's timestamps.
      ['Ana', expect.stringMatching(/^antes \d+$/), 0],
      ['Bia', 'gato', 0],
    ]),
  )
  expect(tickets).toHaveLength(2)
  expect(await admin.does(listTickets, { query: { status: 'pending' } })).toMatchObject({ count: 0 })

  const ofBia = tickets.find(({ contact }) => contact.name === 'Bia')
  const params = { ticketId: ofBia?.id ?? (0 as never) }
  const picture = async () => (await admin.does(listMessages, { params })).messages[0]
  expect(await picture()).toMatchObject({ media: { state: 'not-fetched' }, mediaUrl: null })
  await admin.does(retryMessage, { params: { messageId: (await picture())?.id ?? (0 as never) } })
  await until('the picture is here', async () => (await picture())?.media?.state === 'ready')

  await ana.sendText(shop, 'agora')
  await bia.sendText(shop, 'também')
  await until(
    'two wait',
    async () => (await admin.does(listTickets, { query: { status: 'pending' } })).count === 2,
  )
  const { id } = await testApp.table('contacts').get({ company_id: company.id, name: 'Ana' }, ['id'])
  const ofAna = { company_id: company.id, contact_id: id }
  const rows = await testApp.table('messages').find<{ body: string }>(ofAna, ['body'])
  expect(rows.map(({ body }) => body).toSorted()).toEqual(
    [...Array.from({ length: before }, (_, number) => `antes ${number}`), 'agora'].toSorted(),
  )
  expect(rows.at(-1)).toEqual({ body: 'agora' })
})

test('without history only the names of the phone book are stored', async () => {
  const { company, ana, seen } = await linked({ bringHistory: false })
  const known = () => testApp.table('reported_names').count({ company_id: company.id })
  await until('names were told', async () => (await known()) > 0)

  expect((await seen()).history).toBeNull()
  expect(await testApp.table('tickets').count({ company_id: company.id })).toBe(0)
  expect(await testApp.table('contacts').count({ company_id: company.id })).toBe(0)
  await ana.sendText(shop, 'agora')
  await until('she is known', async () => {
    const rows = await testApp.table('contacts').find({ company_id: company.id }, ['name', 'name_source'])
    return rows[0]?.name === 'Ana' && rows[0].name_source === 'phone-book'
  })
})
