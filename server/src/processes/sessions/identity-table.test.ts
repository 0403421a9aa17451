import { getConnection } from '@balcao/contract/connections'
import { createContact, listContactChoices, listContacts } from '@balcao/contract/contacts'
import { listMessages } from '@balcao/contract/messages'
import { updateSetting } from '@balcao/contract/people'
import { listTickets, updateTicket } from '@balcao/contract/tickets'
import type { ConnectionId, ContactId, TicketId } from '@balcao/domain/ids'
import { canonicalPhone } from '@balcao/domain/phone-number'
import type { SimulatedContact } from '@balcao/whatsapp-simulator/contact'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type SimulatedWhatsapp, startWhatsapp } from '../../testing/simulated-whatsapp'
import { openOwnTestApp, runningClock, type TestApp, type TestCompany } from '../../testing/test-app'
import { until } from '../../testing/until'

// Generous, because real handshakes and decryption run on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

const shop = '5551999990000'

/** Numbers as WhatsApp may write them, and the other spelling of the same person, if there is one. */
const numbers: readonly (readonly [who: string, written: string, other: string | null])[] = [
  ['São Paulo, mobile without its ninth digit', '551188887777', '5511988887777'],
  ['São Paulo, mobile with it', '5511977776666', '551177776666'],
  ['Rio de Janeiro, mobile that began with 7', '552176543210', '5521976543210'],
  ['Belo Horizonte, mobile that began with 9', '553199998888', '5531999998888'],
  ['Porto Alegre, mobile that began with 8', '555181234567', '5551981234567'],
  ['Porto Alegre, mobile with its ninth digit', '5551982345678', '555182345678'],
  ['Brasília, mobile that began with 6', '556168887777', '5561968887777'],
  ['Salvador, mobile of the north-east', '557188887777', '5571988887777'],
  ['Manaus, mobile of the north', '559281112222', '5592981112222'],
  ['São Paulo, landline', '551132345678', null],
  ['Rio de Janeiro, landline that begins with 2', '552121234567', null],
  ['Curitiba, landline that begins with 5', '554152345678', null],
  ['too short to be Brazilian', '5511888877', null],
  ['too long to be Brazilian', '55119888877776', null],
  ['Buenos Aires, mobile with the 9', '5491123456789', '541123456789'],
  ['Buenos Aires, mobile without the 9', '541134567890', '5491134567890'],
  ['Buenos Aires, landline', '541143211234', null],
  ['Rosario, area of three digits, mobile', '5493414567890', '543414567890'],
  ['Río Gallegos, area of four digits, mobile', '5492966412345', '542966412345'],
  ['no area of Argentina begins with 4', '5494412345678', null],
  ['Mexico City, mobile with the 1', '5215512345678', '525512345678'],
  ['Mexico City, mobile without the 1', '525523456789', '5215523456789'],
  ['Guadalajara, mobile with the 1', '5213312345678', '523312345678'],
  ['Portugal, with a 55 and a 9 further on', '351911888877', null],
  ['United States', '12025550123', null],
]

let whatsapp: SimulatedWhatsapp
let testApp: TestApp
let company: TestCompany
let connectionId: ConnectionId
beforeAll(async () => {
  whatsapp = await startWhatsapp()
  testApp = await openOwnTestApp({ gateway: whatsapp.gateway, clock: runningClock })
  const phone = whatsapp.simulator.createPhone({ phone: shop, name: 'Loja da Ana' })
  company = await testApp.company()
  connectionId = await company.connection('Loja')
  await testApp.app.startRoles()
  const seen = () => company.admin.does(getConnection, { params: { connectionId } })
  await until('a QR is shown', async () => (await seen()).qrcode !== '')
  await phone.scanQr((await seen()).qrcode)
  await until('connected', async () => (await seen()).status === 'CONNECTED')
})
afterAll(async () => {
  await testApp.close()
  await whatsapp.closeTidily()
})

const lids: string[] = []
function customer(phone: string): SimulatedContact {
  const contact = whatsapp.simulator.createContact({ phone, name: 'Cliente' })
  lids.push(contact.lid.split('@')[0] ?? '')
  return contact
}

interface Known {
  readonly contact_id: ContactId
  readonly name: string
  readonly number: string
}

/** All contacts with either spelling. */
async function knownAs(phone: string): Promise<Known[]> {
  const addresses = await testApp
    .table('contact_addresses')
    .find({ company_id: company.id, kind: 'phone', value: canonicalPhone(phone) }, ['contact_id'])
  const contacts = await testApp
    .table('contacts')
    .find<Omit<Known, 'contact_id'> & { id: ContactId }>(
      { company_id: company.id, id: addresses.map(({ contact_id }) => contact_id) },
      ['id', 'name', 'number'],
    )
  return contacts.map(({ id, ...contact }) => ({ contact_id: id, ...contact }))
}

const textsOf = async (ids: readonly ContactId[]) =>
  (await testApp.table('messages').find({ contact_id: ids }, ['body'])).map(({ body }) => body)

async function untilReceived(phone: string, count: number): Promise<void> {
  await until(`${count} messages of ${phone}`, async () => {
    const ids = (await knownAs(phone)).map(({ contact_id }) => contact_id)
    return (await textsOf(ids)).length >= count
  })
}

/** Everything that pages, lists, exports and events show of contacts. */
async function everythingShown(): Promise<string> {
  const { admin } = company
  const contacts = await admin.does(listContacts, { query: {} })
  const choices = await admin.does(listContactChoices, { query: {} })
  const lists = await Promise.all(
    (['pending', 'open', 'closed'] as const).map((status) => admin.does(listTickets, { query: { status } })),
  )
  const tickets = await testApp.table('tickets').find<{ id: TicketId }>({ company_id: company.id }, ['id'])
  const pages = []
  for (const { id } of tickets) pages.push(await admin.does(listMessages, { params: { ticketId: id } }))
  return JSON.stringify([contacts, choices, lists, pages, await admin.received()])
}

/** Whole numbers only, because a LID's digits may be part of a time or another id. */
function lidsIn(shown: string): string[] {
  const words = new Set(shown.match(/\d{6,}/g))
  return lids.filter((lid) => words.has(lid))
}

test.each(numbers)('%s (%s, %s): one contact, one ticket', async (_, written, other) => {
  company.admin.shows({ statuses: ['pending', 'open', 'closed'], notification: true })
  const { admin } = company
  const one = customer(written)
  const saved = await admin.does(createContact, { body: { name: `Salvo ${written}`, number: written } })

  await one.sendText(shop, 'por número')
  await untilReceived(written, 1)
  await one.sendText(shop, 'por LID', { addressing: 'lid' })
  await untilReceived(written, 2)
  if (other !== null) {
    await customer(other).sendText(shop, 'outra grafia')
    await untilReceived(written, 3)
  }

  const known = await knownAs(written)
  expect(known).toEqual([{ contact_id: saved.id, name: `Salvo ${written}`, number: other ?? written }])
  expect(await textsOf([saved.id])).toEqual([
    'por número',
    'por LID',
    ...(other === null ? [] : ['outra grafia']),
  ])
  expect(await testApp.table('tickets').count({ contact_id: saved.id })).toBe(1)
  expect(lidsIn(await everythingShown())).toEqual([])
})

test('a LID alone, in a chat and in a group, is never shown as a number', async () => {
  const { admin } = company
  await admin.does(updateSetting, { params: { key: 'CheckMsgIsGroup' }, body: { value: 'disabled' } })
  const dora = customer('5511955554444')
  const group = whatsapp.simulator.createGroup({ subject: 'Obra da Dora', members: [dora.phone, shop] })

  await dora.sendText(shop, 'na obra', { group: group.jid })
  const subject = () => testApp.table('contacts').find({ company_id: company.id, is_group: true }, ['name'])
  await until('the group has its name', async () => (await subject())[0]?.name === 'Obra da Dora')
  group.rename(dora.phone, 'Obra pronta')
  await until('its new name', async () => (await subject())[0]?.name === 'Obra pronta')

  const { tickets } = await admin.does(listTickets, { query: { status: 'pending' } })
  const ofGroup = tickets.find(({ isGroup }) => isGroup)
  if (ofGroup === undefined) throw new Error('no ticket of the group')
  await admin.does(updateTicket, { params: { ticketId: ofGroup.id }, body: { status: 'open' } })
  const { messages } = await admin.does(listMessages, { params: { ticketId: ofGroup.id } })
  expect(messages.map(({ body, contact }) => [body, contact?.name])).toEqual([['na obra', 'Cliente']])
  expect(lidsIn(await everythingShown())).toEqual([])
})
