import { Readable } from 'node:stream'
import {
  createContact,
  deleteContact,
  eraseContact,
  getContact,
  listContactChoices,
  listContacts,
  listDeletedContacts,
  updateContact,
} from '@balcao/contract/contacts'
import type { LiveContactPayload } from '@balcao/contract/live'
import { getTicket, updateTicket } from '@balcao/contract/tickets'
import type { WhatsappMessageId } from '@balcao/domain/ids'
import type { ConnectionStatusReport, WhatsappGateway, WhatsappLink } from '@balcao/whatsapp/gateway'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openOwnTestApp, type Person, runningClock, type TestApp } from '../../testing/test-app'
import { openTicketFixture, type TicketFixture } from '../tickets/testing/ticket-fixture'

const connected: ConnectionStatusReport = {
  status: 'CONNECTED',
  qr: null,
  qrExpiresAt: null,
  cause: null,
  step: null,
  nextAttemptAt: null,
  retries: 0,
  phone: '5551333334444',
  unlinked: false,
}
const notOnWhatsapp = '5551900000000'
const outside = () => Promise.reject(new Error('not called in these tests'))
/** Fake of WhatsApp: every number but one has an account and keeps its spelling. */
const link: WhatsappLink = {
  lookUp: async (phone) => (phone === notOnWhatsapp ? null : { kind: 'person', phone, lid: `9${phone}` }),
  profilePicture: async () => null,
  stop: async () => {},
  logout: async () => {},
  send: outside,
  deleteForEverybody: outside,
  markRead: outside,
  requestPairingCode: outside,
  edit: outside,
  react: outside,
  typing: outside,
  watchChats: outside,
  groupInfo: outside,
  requestReupload: outside,
}
const gateway: WhatsappGateway = {
  connect: ({ report }) => {
    report(connected)
    return link
  },
  translate: async () => [],
  fetchMedia: () => Readable.from([]),
}

let testApp: TestApp
let fixture: TicketFixture
beforeAll(async () => {
  testApp = await openOwnTestApp({ gateway, clock: runningClock })
  fixture = await openTicketFixture(testApp)
  await testApp.app.startRoles()
  const isConnected = async () =>
    (await testApp.table('connections').count({ status: 'CONNECTED', id: fixture.numbers.sales })) === 1
  await vi.waitUntil(isConnected, { timeout: 30_000 })
})
afterAll(() => testApp.close())

const form = (number: string, more: object = {}) => ({
  name: 'Lívia Prado',
  number,
  email: '',
  extraInfo: [],
  ...more,
})
const contactEvents = async (person: Person) =>
  (await person.received())
    .filter(({ channel }) => channel.endsWith('-contact'))
    .map(({ payload }) => payload as LiveContactPayload)

describe('adding', () => {
  it('CONTACT-01 CONTACT-14 CONTACT-20 any user adds a contact, and colleagues receive it', async () => {
    await fixture.bia.received()
    const extraInfo = [{ name: 'Cidade', value: 'Porto Alegre' }]

    const contact = await fixture.ana.does(createContact, {
      body: form('+55 (51) 98765-0001', { email: 'Livia@Exemplo.com', extraInfo }),
    })

    expect(contact).toMatchObject({
      name: 'Lívia Prado',
      number: '5551987650001',
      email: 'livia@exemplo.com',
      extraInfo,
      profilePicUrl: null, // WhatsApp has no picture
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(await contactEvents(fixture.bia)).toMatchObject([
      { action: 'create', contact: { id: contact.id } },
    ])
  })

  it('CONTACT-05 a number in use is refused in either spelling', async () => {
    await fixture.ana.does(createContact, { body: form('5551987650002') })

    const answers = [
      await fixture.ana.call(createContact, { body: form('5551987650002') }),
      await fixture.ana.call(createContact, { body: form('555187650002') }),
    ]

    expect(answers.map(({ error }) => error)).toEqual(['ERR_DUPLICATED_CONTACT', 'ERR_DUPLICATED_CONTACT'])
  })

  it('CONTACT-05 GEN-01 the same number may be a contact of another company', async () => {
    await fixture.ana.does(createContact, { body: form('5551987650003') })
    const other = await openTicketFixture(testApp)

    const ticketId = await other.company.hears({ over: other.numbers.sales, from: '5551987650003' })

    const { contact } = await other.ana.does(getTicket, { params: { ticketId } })
    expect((await fixture.ana.call(getContact, { params: { contactId: contact.id } })).status).toBe(404)
  })

  it('CONTACT-06 a number that WhatsApp does not know is refused', async () => {
    const { error } = await fixture.ana.call(createContact, { body: form(notOnWhatsapp) })

    expect(error).toBe('ERR_WAPP_INVALID_CONTACT')
  })

  it.each([
    ['CONTACT-02', { name: 'A' }, 'Too Short!'],
    ['CONTACT-02', { name: 'A'.repeat(51) }, 'Too Long!'],
    ['CONTACT-02', { name: ' ' }, 'Required'],
    ['CONTACT-03', { number: '' }, 'Required'],
    ['CONTACT-03', { number: '(51) 999-87' }, 'Too Short!'],
    ['CONTACT-03', { number: '5'.repeat(51) }, 'Too Long!'],
    ['CONTACT-04', { email: 'x' }, 'Invalid email'],
  ])('%s ERR-37 %j is answered with %s', async (_, wrong, words) => {
    const answer = await fixture.ana.call(createContact, { body: { ...form('5551987650099'), ...wrong } })

    expect([answer.status, answer.error]).toEqual([400, words])
  })
})

describe('changing', () => {
  it('CONTACT-15 RT-09 a new name reaches colleagues and outlasts the push name of WhatsApp', async () => {
    const from = fixture.newNumber()
    const ticketId = await fixture.company.hears({ over: fixture.numbers.sales, from, name: 'livinha 🌸' })
    const { contact } = await fixture.ana.does(getTicket, { params: { ticketId } })

    await fixture.ana.does(updateContact, {
      params: { contactId: contact.id },
      body: { name: 'Lívia da Portaria' },
    })
    await fixture.company.hears({ over: fixture.numbers.sales, from, name: 'livinha 🌸' })

    const after = await fixture.ana.does(getTicket, { params: { ticketId } })
    expect(after.contact.name).toBe('Lívia da Portaria')
  })

  it('CONTACT-15 a change has the rules of a creation, and another company finds no contact', async () => {
    const params = { contactId: (await fixture.ana.does(createContact, { body: form('5551987650031') })).id }
    await fixture.ana.does(createContact, { body: form('5551987650032') })
    const body = form('5551987650033', {
      name: 'Outra Pessoa',
      email: 'outra@exemplo.com',
      extraInfo: [{ name: 'CPF', value: '123' }],
    })
    await fixture.bia.received()

    const changed = await fixture.ana.does(updateContact, { params, body })

    expect(changed).toMatchObject(body)
    expect(await fixture.bia.does(getContact, { params })).toEqual(changed)
    expect(await contactEvents(fixture.bia)).toContainEqual({ action: 'update', contact: changed })
    const wrong = async (person: Person, change: object) => {
      const { status, error } = await person.call(updateContact, { params, body: change })
      return [status, error]
    }
    expect(await wrong(fixture.ana, { name: 'A' })).toEqual([400, 'Too Short!'])
    expect(await wrong(fixture.ana, { number: '5551987650032' })).toEqual([400, 'ERR_DUPLICATED_CONTACT'])
    expect(await wrong(fixture.ana, { number: notOnWhatsapp })).toEqual([400, 'ERR_WAPP_INVALID_CONTACT'])
    expect(await wrong(fixture.stranger, { name: 'Minha' })).toEqual([404, 'ERR_NO_CONTACT_FOUND'])
    expect(await fixture.ana.does(getContact, { params })).toEqual(changed)
  })

  it('CONTACT-15 a changed push name is applied while no user has typed a name', async () => {
    const from = fixture.newNumber()
    const ticketId = await fixture.company.hears({ over: fixture.numbers.sales, from, name: 'Zé' })
    await fixture.company.hears({ over: fixture.numbers.sales, from, name: 'José' })

    expect((await fixture.ana.does(getTicket, { params: { ticketId } })).contact.name).toBe('José')
  })

  it('MESSAGE-09 a corrected number applies the deletions that waited under it', async () => {
    const id = 'WAITED1' as WhatsappMessageId // an id of WhatsApp's
    const number = '5551987650061'
    const from = fixture.newNumber()
    const ticketId = await fixture.company.hears({ over: fixture.numbers.sales, from, id, text: 'ops' })
    const { contact } = await fixture.ana.does(getTicket, { params: { ticketId } })
    const chat = { kind: 'person', phone: number, lid: `9${number}` } as const
    const deletion = { kind: 'deletion', chat, id, fromMe: false, author: null } as const
    await fixture.company.tells(fixture.numbers.sales, deletion)
    const isDeleted = () =>
      testApp.table('messages').find({ ticket_id: ticketId, whatsapp_id: id }, ['is_deleted'])
    const before = await isDeleted()

    await fixture.ana.does(updateContact, { params: { contactId: contact.id }, body: { number } })

    expect(before).toEqual([{ is_deleted: false }])
    expect(await isDeleted()).toEqual([{ is_deleted: true }])
  })

  it('T2 a user of another company changes nothing', async () => {
    const contact = await fixture.ana.does(createContact, { body: form('5551987650004') })

    const { status, error } = await fixture.stranger.call(updateContact, {
      params: { contactId: contact.id },
      body: { name: 'Tomado' },
    })

    expect([status, error]).toEqual([404, 'ERR_NO_CONTACT_FOUND'])
    expect(await fixture.ana.does(getContact, { params: { contactId: contact.id } })).toMatchObject({
      name: 'Lívia Prado',
    })
  })
})

describe('deleting', () => {
  it('CONTACT-10 PERM-09 only admins delete contacts', async () => {
    const contact = await fixture.ana.does(createContact, { body: form('5551987650005') })

    const { status, error } = await fixture.ana.call(deleteContact, { params: { contactId: contact.id } })

    expect([status, error]).toEqual([403, 'ERR_NO_PERMISSION'])
  })

  it('CONTACT-16 deletion waits for the live ticket, hides the contact and retains its history', async () => {
    const from = fixture.newNumber()
    const ticketId = await fixture.company.hears({ over: fixture.numbers.sales, from })
    const { contactId } = await fixture.ana.does(getTicket, { params: { ticketId } })
    const { admin } = fixture.company

    const early = await admin.call(deleteContact, { params: { contactId } })
    await fixture.ana.does(updateTicket, { params: { ticketId }, body: { status: 'closed' } })
    await fixture.bia.received()
    await admin.does(deleteContact, { params: { contactId } })

    expect(early.error).toBe('ERR_CONTACT_HAS_LIVE_TICKET')
    expect(await contactEvents(fixture.bia)).toEqual([{ action: 'delete', contactId }])
    expect(await fixture.ana.does(getContact, { params: { contactId } })).toMatchObject({
      number: from,
      isRemoved: true,
    })
    expect(await fixture.ana.does(listContacts, { query: { searchParam: from } })).toMatchObject({
      contacts: [],
      count: 0,
    })
    expect(await fixture.statusOf(ticketId)).toBe('closed')
  })

  it('CONTACT-16 a message from a deleted contact restores it', async () => {
    const from = fixture.newNumber()
    const ticketId = await fixture.company.hears({ over: fixture.numbers.sales, from })
    const { contactId } = await fixture.ana.does(getTicket, { params: { ticketId } })
    await fixture.ana.does(updateTicket, { params: { ticketId }, body: { status: 'closed' } })
    await fixture.company.admin.does(deleteContact, { params: { contactId } })

    await fixture.company.hears({ over: fixture.numbers.sales, from })

    expect((await fixture.ana.call(getContact, { params: { contactId } })).status).toBe(200)
  })
})

describe('lists', () => {
  it('WIRE-trap-22 lists, single reads, changes and events carry the latest ticket’s connection', async () => {
    const ticketId = await fixture.pending('sales')
    const { contactId, contact, ...ticket } = await fixture.ana.does(getTicket, { params: { ticketId } })
    const whatsapp = { id: ticket.whatsapp?.id, name: ticket.whatsapp?.name }
    const ofContact = { params: { contactId } }
    await fixture.bia.received()

    const changed = await fixture.ana.does(updateContact, { ...ofContact, body: { email: 'eu@exemplo.com' } })
    const alone = await fixture.ana.does(getContact, ofContact)
    const listed = await fixture.ana.does(listContacts, { query: { searchParam: contact.number } })
    const events = await contactEvents(fixture.bia)

    expect(whatsapp).toEqual({ id: fixture.numbers.sales, name: expect.any(String) })
    expect([changed.whatsapp, alone.whatsapp]).toEqual([whatsapp, whatsapp])
    expect(listed.contacts).toMatchObject([{ id: contactId, whatsapp }])
    expect(events).toMatchObject([{ action: 'update', contact: { id: contactId, whatsapp } }])
  })

  it('WIRE-trap-22 a contact without a ticket has no connection', async () => {
    const contact = await fixture.ana.does(createContact, { body: form('5551987650099') })
    const { contacts } = await fixture.ana.does(listContacts, { query: { searchParam: contact.number } })

    expect(contact.whatsapp).toBeNull()
    expect(contacts).toMatchObject([{ id: contact.id, whatsapp: null }])
  })

  it('CONTACT-11 GEN-07 GEN-09 search finds by name and number, ignores accents, and pages', async () => {
    await fixture.ana.does(createContact, { body: form('5551987650006', { name: 'Ângela Nóbrega' }) })

    const byName = await fixture.ana.does(listContacts, { query: { searchParam: ' nobreGA ' } })
    const byNumber = await fixture.ana.does(listContacts, { query: { searchParam: '98765-0006' } })

    expect(byName.contacts.map(({ name }) => name)).toEqual(['Ângela Nóbrega'])
    expect(byNumber.contacts.map(({ name }) => name)).toEqual(['Ângela Nóbrega'])
    expect(byName).toMatchObject({ count: 1, hasMore: false })
  })

  it('CONTACT-11 GEN-08 a page has twenty contacts by name, and no contact repeats', async () => {
    const numbers = Array.from({ length: 21 }, (_, at) => `55519876501${String(at).padStart(2, '0')}`)
    for (const number of numbers)
      await fixture.ana.does(createContact, { body: form(number, { name: `Página ${number}` }) })
    const page = (pageNumber: number) =>
      fixture.ana.does(listContacts, { query: { searchParam: 'pagina', pageNumber } })

    const [first, second] = [await page(1), await page(2)]

    expect([first.contacts.length, first.hasMore, first.count]).toEqual([20, true, 21])
    expect([second.contacts.length, second.hasMore]).toEqual([1, false])
    expect([...first.contacts, ...second.contacts].map(({ number }) => number)).toEqual(numbers)
  })

  it('CONTACT-12 CONTACT-13 one contact has its extra info, and choosers get the plain list', async () => {
    const contact = await fixture.ana.does(createContact, {
      body: form('5551987650007', {
        name: 'Escolhida',
        extraInfo: [{ name: 'Cidade', value: 'Canela' }],
      }),
    })

    expect(await fixture.ana.does(getContact, { params: { contactId: contact.id } })).toEqual(contact)
    const asked = { name: 'Escolhida', companyId: '1' } // existing clients send companyId; the session decides the company
    expect(await fixture.ana.does(listContactChoices, { query: asked })).toEqual([
      { id: contact.id, name: 'Escolhida', number: '5551987650007' },
    ])
  })

  it('CONTACT-13 choosers rank the start of a word first, then the latest ticket, then the name', async () => {
    const numbers = new Map<string, string>()
    for (const name of ['Camila Kramer', 'Ana Kram', 'Kramila', 'Bea Kramp', 'Kram%']) {
      const number = fixture.newNumber()
      numbers.set(name, number)
      await fixture.ana.does(createContact, { body: form(number, { name }) })
    }
    await fixture.company.hears({
      over: fixture.numbers.sales,
      from: numbers.get('Kramila') ?? '',
      name: 'K',
      text: 'Oi',
    })
    await fixture.company.hears({
      over: fixture.numbers.sales,
      from: numbers.get('Bea Kramp') ?? '',
      name: 'B',
      text: 'Oi',
    })
    const inside = fixture.newNumber()
    await fixture.ana.does(createContact, { body: form(inside, { name: 'Aakram' }) })
    await fixture.company.hears({ over: fixture.numbers.sales, from: inside, name: 'A', text: 'Oi' })
    const chosen = async (name: string) =>
      (await fixture.ana.does(listContactChoices, { query: { name } })).map((contact) => contact.name)

    expect(await chosen('krám')).toEqual([
      'Bea Kramp',
      'Kramila',
      'Ana Kram',
      'Camila Kramer',
      'Kram%',
      'Aakram',
    ])
    expect(await chosen('kram%')).toEqual(['Kram%'])
    expect(await fixture.stranger.does(listContactChoices, { query: { name: 'kram' } })).toEqual([])
  })

  it('CONTACT-16 O5 admins find deleted contacts until these are erased or restored', async () => {
    const { admin } = fixture.company
    const create = (number: string, name: string) =>
      fixture.ana.does(createContact, { body: form(number, { name }) })
    const gone = await create('5551987650011', 'Saída 11')
    const erased = await create('5551987650012', 'Saída 12')
    const back = await create('5551987650013', 'Saída 13')
    const removed = async (person = admin, searchParam = 'saida') =>
      (await person.does(listDeletedContacts, { query: { searchParam } })).contacts.map(({ name }) => name)
    for (const contact of [gone, erased, back]) {
      await admin.does(deleteContact, { params: { contactId: contact.id } })
    }
    expect(await removed()).toEqual(['Saída 11', 'Saída 12', 'Saída 13'])

    const body = { confirmation: 'Saída 12' }
    await admin.does(eraseContact, { params: { contactId: erased.id }, body })
    await create('5551987650013', 'Saída 13')

    expect(await removed()).toEqual(['Saída 11'])
    expect(await removed(admin, '98765-0011')).toEqual(['Saída 11'])
    expect(await removed(admin, 'ninguém')).toEqual([])
    expect(await admin.does(getContact, { params: { contactId: gone.id } })).toMatchObject({
      isRemoved: true,
    })
    expect(await removed(fixture.stranger, '')).toEqual([])
    expect((await fixture.ana.call(listDeletedContacts, {})).status).toBe(403)
  })
})
