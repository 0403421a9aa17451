import { randomUUID } from 'node:crypto'
import { deleteContact, getContact, listContacts, updateContact } from '@balcao/contract/contacts'
import type { LiveContactPayload, LiveTicketPayload } from '@balcao/contract/live'
import { listMessages, sendMessage } from '@balcao/contract/messages'
import { updateSetting } from '@balcao/contract/people'
import { getTicket, getTicketByUuid, updateTicket } from '@balcao/contract/tickets'
import type { ConnectionId, ContactId, TicketId, WhatsappMessageId } from '@balcao/domain/ids'
import type { InboundMessage, InboundReceipt, InboundUpdate, PersonAddress } from '@balcao/whatsapp/gateway'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queuedJobs } from '../../testing/queued-jobs'
import { openTestApp, type TestApp, type TestCompany } from '../../testing/test-app'
import { handleInbound } from '../reception/handle-inbound'
import { openTicketFixture, type TicketFixture } from '../tickets/testing/ticket-fixture'
import { chatAddressOf } from './contacts.read'

let testApp: TestApp
let fixture: TicketFixture
beforeAll(async () => {
  testApp = await openTestApp()
  fixture = await openTicketFixture(testApp)
})
afterAll(() => testApp.close())

/** A person whom WhatsApp reports by number, by LID, or by both. */
interface Customer {
  readonly phone: PersonAddress
  readonly lid: PersonAddress
  readonly both: PersonAddress
}

function aCustomer(): Customer {
  const phone = fixture.newNumber()
  const lid = `9000${phone}`
  const address = (known: Partial<PersonAddress>): PersonAddress => ({
    kind: 'person',
    phone: null,
    lid: null,
    ...known,
  })
  return { phone: address({ phone }), lid: address({ lid }), both: address({ phone, lid }) }
}

interface Said {
  readonly id?: string | undefined
  readonly text?: string
  readonly name?: string | null
  readonly fromMe?: boolean
  readonly over?: ConnectionId
  readonly group?: string
  readonly company?: TestCompany
}

function message(as: PersonAddress, said: Said = {}): InboundMessage {
  const { group } = said
  return {
    kind: 'message',
    id: (said.id ?? randomUUID()) as WhatsappMessageId, // branding is parsing
    chat: group === undefined ? as : { kind: 'group', group },
    author: group === undefined ? null : as,
    fromMe: said.fromMe ?? false,
    pushName: said.fromMe ? null : said.name === undefined ? 'Carla' : said.name,
    sentAt: testApp.now(),
    content: { kind: 'text', text: said.text ?? 'Oi' },
    quotedId: null,
  }
}

async function writes(as: PersonAddress, said: Said = {}): Promise<void> {
  const { company = fixture.company, over = fixture.numbers.sales } = said
  await company.tells(over, message(as, said))
}

const learns = (person: PersonAddress) =>
  fixture.company.tells(fixture.numbers.sales, { kind: 'identity', person })

interface ContactRow {
  readonly id: ContactId
  readonly name: string
  readonly number: string
  readonly removed_at: Date | null
}

/** The contacts that hold an address of the customer. */
async function contactsOf({ both }: Customer, { id } = fixture.company): Promise<ContactRow[]> {
  const value = [both.phone, both.lid]
  const addresses = await testApp.table('contact_addresses').find({ company_id: id, value })
  const ids = addresses.map(({ contact_id }) => contact_id)
  const columns = ['id', 'name', 'number', 'removed_at']
  return testApp.table('contacts').find<ContactRow>({ company_id: id, id: ids }, columns)
}

async function contactOf(customer: Customer): Promise<ContactRow> {
  const [only, ...others] = await contactsOf(customer)
  if (only === undefined || others.length > 0) throw new Error('not one contact')
  return only
}

interface TicketRow {
  readonly id: TicketId
  readonly status: string
  readonly unread: number
  readonly last_message: string
}

async function ticketsOf(customer: Customer): Promise<TicketRow[]> {
  const ids = (await contactsOf(customer)).map(({ id }) => id)
  return testApp
    .table('tickets')
    .find<TicketRow>({ contact_id: ids }, ['id', 'status', 'unread', 'last_message'])
}

async function ticketOf(customer: Customer, status = 'pending'): Promise<TicketId> {
  const ticket = (await ticketsOf(customer)).filter((row) => row.status === status).at(-1)
  if (ticket === undefined) throw new Error(`no ${status} ticket`)
  return ticket.id
}

async function bodiesIn(ticketId: TicketId): Promise<string[]> {
  const { messages } = await fixture.company.admin.does(listMessages, { params: { ticketId } })
  return messages.map(({ body }) => body)
}

const accept = (ticketId: TicketId, by = fixture.ana) =>
  by.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
const resolve = (ticketId: TicketId, by = fixture.ana) =>
  by.does(updateTicket, { params: { ticketId }, body: { status: 'closed' } })

describe('a number and a LID of one person', () => {
  it.each(['message', 'handset', 'identity'] as const)(
    'CONTACT-05 TICKET-34 a joining %s leaves one contact, one live ticket, all messages',
    async (by) => {
      const customer = aCustomer()
      await writes(customer.phone, { text: 'um' })
      await writes(customer.lid, { text: 'dois' })
      await writes(customer.phone, { text: 'três' })

      if (by === 'identity') await learns(customer.both)
      else await writes(customer.both, { text: 'quatro', fromMe: by === 'handset' })

      const unread = by === 'message' ? 4 : 3
      expect(await contactsOf(customer)).toMatchObject([{ number: customer.both.phone }])
      expect(await ticketsOf(customer)).toMatchObject([{ status: 'pending', unread }])
      const bodies = await bodiesIn(await ticketOf(customer))
      expect(bodies).toEqual(['um', 'dois', 'três', ...(by === 'identity' ? [] : ['quatro'])])
    },
  )

  it('TICKET-34 the open ticket remains, and lists receive the deletion of the other', async () => {
    const customer = aCustomer()
    await writes(customer.phone, { text: 'um' })
    const older = await ticketOf(customer)
    await writes(customer.lid, { text: 'dois' })
    const newer = await ticketOf(customer)
    await accept(newer)
    const { rui } = fixture
    rui.shows({ statuses: ['pending'], chatBoxes: [newer] })
    await rui.received()

    await learns(customer.both)

    expect(await ticketsOf(customer)).toMatchObject([
      { id: newer, status: 'open', unread: 1, last_message: 'dois' },
    ])
    expect(await bodiesIn(newer)).toEqual(['um', 'dois'])
    const inbound = (await rui.received()).map(
      ({ payload }) => payload as LiveTicketPayload | LiveContactPayload,
    )
    rui.shows({})
    const { id: contactId } = await contactOf(customer)
    expect(inbound).toMatchObject([
      { action: 'delete', ticketId: older, reason: 'deleted' },
      { action: 'update', ticketId: newer, ticket: { contactId, unreadMessages: 1 } },
      { action: 'update', contact: { id: contactId, number: customer.both.phone } },
      { action: 'delete', contactId: expect.any(Number) },
    ])
  })

  it('the merged ticket has the history of both, and closed tickets are unchanged', async () => {
    const customer = aCustomer()
    await writes(customer.lid, { text: 'antes' })
    const closed = await ticketOf(customer)
    await accept(closed)
    await resolve(closed)
    await writes(customer.lid, { text: 'dois' })
    await writes(customer.phone, { text: 'um' })

    await learns(customer.both)

    const [kept, live] = await ticketsOf(customer)
    expect(kept).toMatchObject({ id: closed, status: 'closed' })
    const events = await testApp.table('ticket_events').find({ ticket_id: live?.id }, ['kind'])
    expect(events.map(({ kind }) => kind)).toEqual(['created', 'queued', 'created', 'queued'])
  })

  it('CONTACT-15 a name that a user typed wins over push names, on either contact', async () => {
    const customer = aCustomer()
    await writes(customer.phone, { name: 'livinha' })
    await writes(customer.lid, { name: 'livinha 🌸' })
    const [, byLid] = await contactsOf(customer)
    const contactId = byLid?.id ?? (0 as ContactId) // never 0: it was just made
    await fixture.ana.does(updateContact, { params: { contactId }, body: { name: 'Lívia Prado' } })

    await writes(customer.both, { name: 'livinha' })

    expect(await contactsOf(customer)).toMatchObject([
      { id: contactId, name: 'Lívia Prado', number: customer.both.phone },
    ])
  })

  it('a LID is never shown as a number, and a number replaces a fallback name', async () => {
    const customer = aCustomer()
    await writes(customer.lid, { name: null })
    const before = await contactOf(customer)

    await learns(customer.both)

    expect(before).toMatchObject({ name: 'Contato do WhatsApp', number: '' })
    expect(await contactOf(customer)).toMatchObject({
      name: customer.both.phone,
      number: customer.both.phone,
    })
    const found = await fixture.ana.does(listContacts, { query: { searchParam: customer.both.lid ?? '' } })
    expect(found.count).toBe(0)
  })

  it('MESSAGE-09 a message received under both addresses is stored and counted once', async () => {
    const customer = aCustomer()
    await writes(customer.phone, { id: 'TWIN1', text: 'um' })
    await writes(customer.phone, { text: 'dois' })
    await writes(customer.lid, { id: 'TWIN1', text: 'um' })

    await learns(customer.both)

    expect(await bodiesIn(await ticketOf(customer))).toEqual(['um', 'dois'])
    expect(await ticketsOf(customer)).toMatchObject([{ unread: 2, last_message: 'dois' }])
  })

  it('a merge retains one of two pictures and of two files of a message, and removes the other', async () => {
    const customer = aCustomer()
    await writes(customer.phone, { id: 'FILE1' })
    await writes(customer.lid, { id: 'FILE1' })
    const key = (name: string) => `${fixture.company.id}/${name}`
    const [older, newer] = await contactsOf(customer)
    for (const contact of [older, newer]) {
      await testApp
        .table('contacts')
        .update({ id: contact?.id }, { picture_key: key(`picture-${contact?.id}`) })
      const media = { state: 'ready', key: key(`media-${contact?.id}`) }
      await testApp.table('messages').update({ contact_id: contact?.id }, { media })
    }

    await learns(customer.both)

    const kept = await contactOf(customer)
    const messages = await testApp
      .table('messages')
      .find<{ media: { key: string } }>({ company_id: fixture.company.id, whatsapp_id: 'FILE1' }, ['media'])
    expect(messages.map(({ media }) => media.key)).toEqual([key(`media-${kept.id}`)])
    const jobs = await queuedJobs<{ keys: string[] }>(testApp, 'files.remove')
    const removed = jobs.filter(({ companyId }) => companyId === fixture.company.id)
    expect(removed.map(({ payload }) => payload.keys)).toEqual([
      [key(`media-${newer?.id}`)],
      [key(`picture-${newer?.id}`)],
    ])
  })

  it('MESSAGE-12 a group writer known as two becomes one, and duplicate messages become one', async () => {
    const customer = aCustomer()
    const company = await testApp.company()
    const over = await company.connection('Loja')
    const said = { company, over, group: `1203630${customer.both.phone}` }
    await company.admin.does(updateSetting, {
      params: { key: 'CheckMsgIsGroup' },
      body: { value: 'disabled' },
    })
    await writes(customer.phone, { ...said, id: 'G1', text: 'um' })
    await writes(customer.lid, { ...said, id: 'G1', text: 'um' })
    await writes(customer.lid, { ...said, id: 'G2', text: 'dois' })

    await writes(customer.both, { ...said, id: 'G3', text: 'três' })

    const [writer] = await contactsOf(customer, company)
    const messages = await testApp
      .table('messages')
      .find({ company_id: company.id }, ['body', 'author_contact_id'])
    expect(messages).toEqual(['um', 'dois', 'três'].map((body) => ({ body, author_contact_id: writer?.id })))
    expect(await testApp.table('tickets').find({ company_id: company.id }, ['unread'])).toEqual([
      { unread: 3 },
    ])
  })

  it('a queued message is sent to the merged contact', async () => {
    const customer = aCustomer()
    await writes(customer.phone)
    await writes(customer.lid)
    const ticketId = await ticketOf(customer)
    await accept(ticketId)
    await fixture.ana.does(sendMessage, { params: { ticketId }, body: { body: 'Já respondo' } })

    await learns(customer.both)

    const { id } = await contactOf(customer)
    const message = await testApp.table('messages').get({ body: 'Já respondo', ticket_id: ticketId })
    const items = await testApp
      .table('outbox')
      .find({ kind: 'message', message_id: message.id }, ['contact_id'])
    expect(items).toEqual([{ contact_id: id }])
  })

  it('MESSAGE-11 a receipt under the other address still raises the ack', async () => {
    const customer = aCustomer()
    await writes(customer.phone, { id: 'ACK1', fromMe: true })
    await writes(customer.lid)
    await learns(customer.both)

    await fixture.company.tells(fixture.numbers.sales, {
      kind: 'ack',
      chat: customer.lid,
      ids: ['ACK1' as WhatsappMessageId], // branding is parsing
      ack: 3,
      refusedWith: null,
    })

    expect(
      await testApp.table('messages').find({ company_id: fixture.company.id, whatsapp_id: 'ACK1' }, ['ack']),
    ).toEqual([{ ack: 3 }])
  })

  it('a repeated identity changes nothing and sends no event', async () => {
    const customer = aCustomer()
    await writes(customer.phone)
    await writes(customer.lid)
    await learns(customer.both)
    const before = [await contactsOf(customer), await ticketsOf(customer)]
    await fixture.company.admin.received()

    await learns(customer.both)

    expect([await contactsOf(customer), await ticketsOf(customer)]).toEqual(before)
    expect(await fixture.company.admin.received()).toEqual([])
  })

  it('GEN-01 a merge leaves the same person of another company unchanged', async () => {
    const customer = aCustomer()
    const company = await testApp.company()
    const over = await company.connection('Loja')
    await writes(customer.phone, { company, over })
    await writes(customer.lid, { company, over })

    await writes(customer.both)

    expect(await contactsOf(customer, company)).toHaveLength(2)
    expect(await contactsOf(customer)).toHaveLength(1)
  })
})

describe('an identity without a message', () => {
  it('creates no contact for a stranger', async () => {
    const customer = aCustomer()

    await learns(customer.both)

    expect(await contactsOf(customer)).toEqual([])
  })

  it('CONTACT-16 does not restore a deleted contact', async () => {
    const customer = aCustomer()
    await writes(customer.phone)
    await writes(customer.lid)
    for (const { id } of await ticketsOf(customer)) {
      await accept(id)
      await resolve(id)
    }
    for (const { id: contactId } of await contactsOf(customer)) {
      await fixture.company.admin.does(deleteContact, { params: { contactId } })
    }

    await learns(customer.both)

    const { id, removed_at } = await contactOf(customer)
    expect(removed_at).not.toBeNull()
    const { isRemoved } = await fixture.ana.does(getContact, { params: { contactId: id } })
    expect(isRemoved).toBe(true)
  })
})

const system = () => ({ kind: 'system', name: 'test', companyId: fixture.company.id }) as const

describe('spellings', () => {
  const plain = (phone: string): PersonAddress => ({ kind: 'person', phone, lid: null })

  it.each([
    ['Brazil', '555181110001', '5551981110001'],
    ['Argentina', '541125550001', '5491125550001'],
    ['Mexico', '525512340001', '5215512340001'],
  ])(
    'CONTACT-05 %s: both spellings are one contact, and replies use the one last received',
    async (_, a, b) => {
      await writes(plain(a))
      await writes(plain(b))

      const contacts = await testApp
        .table('contacts')
        .find<{ id: ContactId; number: string }>({ company_id: fixture.company.id, number: [a, b] }, [
          'id',
          'number',
        ])
      expect(contacts).toMatchObject([{ number: b }])
      const [contact] = contacts
      const address = await testApp.app.workplace.withCompany(system(), (work) =>
        chatAddressOf(work, contact?.id ?? (0 as ContactId)),
      )
      expect(address).toEqual(plain(b))
    },
  )
})

/** A customer known as two contacts, both written to from the handset; Ana has accepted one ticket. */
async function anAcceptedCustomer() {
  const customer = aCustomer()
  const sentIds = [randomUUID(), randomUUID()] as WhatsappMessageId[] // branding is parsing
  await writes(customer.phone, { id: sentIds[0], fromMe: true })
  await writes(customer.lid, { id: sentIds[1], fromMe: true })
  const ticketId = await ticketOf(customer)
  await accept(ticketId)
  return { customer, sentIds, ticketId }
}

/** Concurrent inbound events about one person: a message, a receipt and an identity. */
function inboundsAbout(customer: Customer, ids: readonly WhatsappMessageId[], n: number): InboundUpdate[] {
  const ways = [customer.phone, customer.lid, customer.both]
  const chat = ways[n % 3] ?? customer.both
  const ack: InboundReceipt = { kind: 'ack', chat, ids, ack: n % 2 === 0 ? 3 : 2, refusedWith: null }
  return [message(chat, { text: `${n}` }), ack, { kind: 'identity', person: customer.both }]
}

describe('concurrency', () => {
  it('concurrent merges, messages, receipts and answers lose nothing and repeat no transaction', async () => {
    const numbers = Array.from({ length: 12 }, (_, n) => n)
    const people = await Promise.all([1, 2, 3, 4].map(() => anAcceptedCustomer()))
    let runs = 0
    const hears = (inbound: InboundUpdate) =>
      testApp.app.workplace.withCompany(system(), (work) => {
        runs += 1
        return handleInbound(work, testApp.dataKeys, { connectionId: fixture.numbers.sales, inbound })
      })

    const inbounds = people.flatMap(({ customer, sentIds }) =>
      numbers.flatMap((n) => inboundsAbout(customer, sentIds, n)),
    )
    const answers = people.flatMap(({ ticketId }) =>
      numbers.map((n) => ({ params: { ticketId }, body: { body: `resposta ${n}` } })),
    )
    await Promise.all([
      ...inbounds.map(hears),
      ...answers.map((answer) => fixture.ana.does(sendMessage, answer)),
    ])

    expect(runs).toBe(inbounds.length)
    const expected = [...numbers.flatMap((n) => [`${n}`, `resposta ${n}`]), 'Oi', 'Oi'].sort()
    for (const { customer, ticketId } of people) {
      expect(await contactsOf(customer)).toHaveLength(1)
      expect(await ticketsOf(customer)).toMatchObject([{ id: ticketId, status: 'open', unread: 12 }])
      const messages = await testApp
        .table('messages')
        .find<{ body: string; ack: number }>({ ticket_id: ticketId }, ['body', 'ack'])
      expect(messages.map(({ body }) => body).sort()).toEqual(expected)
      expect(messages.filter(({ body }) => body === 'Oi').map(({ ack }) => ack)).toEqual([3, 3])
    }
  })

  it('MESSAGE-09 TICKET-34 any order of messages by number, LID or both ends as one ticket', async () => {
    const way = fc.constantFrom('phone', 'lid', 'both')
    const said = fc.record({ way, fromMe: fc.boolean(), repeats: fc.boolean() })
    const day = fc.record({ messages: fc.array(said, { minLength: 1, maxLength: 10 }), atOnce: fc.boolean() })

    await fc.assert(
      fc.asyncProperty(day, async ({ messages, atOnce }) => {
        const customer = aCustomer()
        const acts = messages.flatMap(({ way: as, fromMe, repeats }, n) => {
          const tell = () =>
            writes(customer[as as keyof Customer], { id: `${customer.both.lid}-${n}`, text: `${n}`, fromMe })
          return repeats ? [tell, tell] : [tell]
        })
        if (atOnce) await Promise.all(acts.map((act) => act()))
        else for (const act of acts) await act()
        await writes(customer.both, { text: 'fim', fromMe: true })

        expect(await contactsOf(customer)).toHaveLength(1)
        const unread = messages.filter(({ fromMe }) => !fromMe).length
        expect(await ticketsOf(customer)).toMatchObject([{ status: 'pending', unread, last_message: 'fim' }])
        const bodies = await bodiesIn(await ticketOf(customer))
        expect(bodies.sort()).toEqual([...messages.map((_, n) => `${n}`), 'fim'].sort())
      }),
      { numRuns: 25 },
    )
  }, 60_000)
})

describe('a merged ticket', () => {
  /** A customer known as two contacts with a ticket each: Ana has accepted one, the other is pending. */
  async function twoTickets() {
    const customer = aCustomer()
    await writes(customer.phone, { text: 'por número' })
    const [open] = await ticketsOf(customer)
    await writes(customer.lid, { text: 'por LID' })
    const pending = (await ticketsOf(customer)).find(({ id }) => id !== open?.id)
    if (open === undefined || pending === undefined) throw new Error('not two tickets')
    await fixture.ana.does(updateTicket, { params: { ticketId: open.id }, body: { status: 'open' } })
    return { customer, remaining: open.id, gone: pending.id }
  }
  const uuidOf = async (ticketId: TicketId) => {
    const row = await testApp.table('tickets').get<{ uuid: string }>({ id: ticketId }, ['uuid'])
    return row.uuid
  }

  it('reading it by id or uuid returns the ticket that it was merged into', async () => {
    const { customer, remaining, gone } = await twoTickets()
    const uuid = await uuidOf(gone)

    await learns(customer.both)

    expect((await fixture.ana.does(getTicket, { params: { ticketId: gone } })).id).toBe(remaining)
    expect((await fixture.ana.does(getTicketByUuid, { params: { uuid } })).id).toBe(remaining)
    const { messages, ticket } = await fixture.ana.does(listMessages, { params: { ticketId: gone } })
    expect(ticket.id).toBe(remaining)
    expect(messages.map(({ body }) => body)).toEqual(['por número', 'por LID'])
  })

  it('a message written in it is stored in the ticket that it was merged into', async () => {
    const { customer, remaining, gone } = await twoTickets()
    await learns(customer.both)

    await fixture.ana.does(sendMessage, { params: { ticketId: gone }, body: { body: 'já vi' } })

    const rows = await testApp.table('messages').find({ body: 'já vi', ticket_id: remaining }, ['ticket_id'])
    expect(rows).toHaveLength(1)
  })

  it('follows a second merge to the last ticket', async () => {
    const { customer, remaining, gone } = await twoTickets()
    await learns(customer.both)
    const third = aCustomer()
    await writes(third.phone, { text: 'terceiro' })

    await learns({ kind: 'person', phone: third.phone.phone, lid: customer.lid.lid })

    const { id } = await fixture.ana.does(getTicket, { params: { ticketId: gone } })
    expect(id).toBe(remaining)
  })

  it('a user without access is refused, and another company finds no ticket', async () => {
    const { customer, gone } = await twoTickets()
    await learns(customer.both)

    const bia = await fixture.bia.call(getTicket, { params: { ticketId: gone } })
    const stranger = await fixture.stranger.call(getTicket, { params: { ticketId: gone } })

    expect([bia.error, stranger.error]).toEqual(['ERR_NO_PERMISSION', 'ERR_NO_TICKET_FOUND'])
  })

  it('open pages receive the new ticket id and a changed conversation', async () => {
    const { customer, remaining, gone } = await twoTickets()
    fixture.ana.shows({ chatBoxes: [remaining] })
    fixture.rui.shows({ chatBoxes: [gone] })
    fixture.bia.shows({ chatBoxes: [gone] })
    for (const person of [fixture.ana, fixture.rui, fixture.bia]) await person.received()

    await learns(customer.both)

    const events = async (person: typeof fixture.ana) =>
      (await person.received())
        .filter(({ channel }) => channel.endsWith('-ticket'))
        .map(({ payload }) => payload as LiveTicketPayload)
    expect(await events(fixture.ana)).toMatchObject([
      { action: 'update', ticketId: remaining, conversationChanged: true },
    ])
    expect(await events(fixture.rui)).toMatchObject([
      { action: 'delete', ticketId: gone, reason: 'deleted', mergedInto: remaining },
    ])
    expect(await events(fixture.bia)).toEqual([])
  })
})
