import { listMessages, reactToMessage, searchMessages } from '@balcao/contract/messages'
import { createNote, deleteNote, listNotes } from '@balcao/contract/notes'
import { updateSetting } from '@balcao/contract/people'
import { listTicketEvents } from '@balcao/contract/ticket-events'
import {
  getTicket,
  getTicketByUuid,
  listOtherTicketsOfContact,
  listTickets,
  updateTicket,
} from '@balcao/contract/tickets'
import type { TicketId } from '@balcao/domain/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../testing/test-app'
import { openTicketFixture, type TicketFixture } from './testing/ticket-fixture'

let testApp: TestApp
let fixture: TicketFixture
/** Two tickets of one customer: Bia has closed `past` in support, and Ana owns `present` in sales. */
let past: TicketId
let present: TicketId
beforeAll(async () => {
  testApp = await openTestApp()
})
beforeEach(async () => {
  fixture = await openTicketFixture(testApp)
  const from = fixture.newNumber()
  const { company, ana, bia, numbers } = fixture
  past = await company.hears({ over: numbers.support, from, text: 'Queimou outra vez' })
  await bia.does(updateTicket, { params: { ticketId: past }, body: { status: 'open' } })
  await bia.does(createNote, { body: { ticketId: past, note: 'Garantia até maio', contactId: null } })
  await bia.does(updateTicket, { params: { ticketId: past }, body: { status: 'closed' } })
  testApp.pass(60)
  present = await company.hears({ over: numbers.sales, from, text: 'Quero outra' })
  await ana.does(updateTicket, { params: { ticketId: present }, body: { status: 'open' } })
})
afterAll(() => testApp.close())

const share = (value = 'enabled') =>
  fixture.company.admin.does(updateSetting, { params: { key: 'contactHistory' }, body: { value } })

/** What a user reads of the customer's history while their page shows this ticket. */
async function readsOf(person: Person, shown: TicketId) {
  const params = { ticketId: shown }
  const { messages, ticket } = await person.does(listMessages, { params })
  const { events } = await person.does(listTicketEvents, { params, query: {} })
  const { tickets } = await person.does(listOtherTicketsOfContact, { params, query: {} })
  const notes = await person.does(listNotes, { query: { contactId: String(ticket.contactId) } })
  return {
    words: messages.map(({ body }) => body),
    lines: events.filter(({ ticketId }) => ticketId === past).map(({ kind }) => kind),
    others: tickets.map(({ id }) => id),
    notes: notes.map(({ note }) => note),
  }
}
const opens = async (person: Person, ticketId = past) => {
  const row = await testApp.table('tickets').get<{ uuid: string }>({ id: ticketId }, ['uuid'])
  const answers = [
    await person.call(getTicket, { params: { ticketId } }),
    await person.call(getTicketByUuid, { params: { uuid: row.uuid } }),
    await person.call(listMessages, { params: { ticketId } }),
  ]
  return answers.map(({ status }) => status)
}

describe('history of a contact', () => {
  it('TICKET-36 MESSAGE-04 is readable by queue only, while the company does not share it', async () => {
    expect(await readsOf(fixture.ana, present)).toMatchObject({
      words: ['Quero outra'],
      lines: ['hidden'],
      others: [],
    })
    expect(await opens(fixture.ana)).toEqual([403, 403, 403])
  })

  it('shared history: an open ticket’s owner reads the contact’s closed tickets of all queues', async () => {
    await share()

    expect(await readsOf(fixture.ana, present)).toEqual({
      words: ['Queimou outra vez', 'Quero outra'],
      lines: ['created', 'queued', 'accepted', 'closed'],
      others: [past],
      notes: ['Garantia até maio'],
    })
    expect(await opens(fixture.ana)).toEqual([200, 200, 200])
    const { found } = await fixture.ana.does(searchMessages, {
      params: { ticketId: present },
      query: { searchParam: 'queimou' },
    })
    expect(found).toHaveLength(1)
  })

  it('shared history: closed to colleagues, other companies, and the owner after closing', async () => {
    await share()

    const rui = await readsOf(fixture.rui, present)
    const ruiOpens = await opens(fixture.rui)
    const stranger = await opens(fixture.stranger)
    await fixture.ana.does(updateTicket, { params: { ticketId: present }, body: { status: 'closed' } })

    expect(rui).toMatchObject({ words: ['Quero outra'], others: [] })
    expect(ruiOpens).toEqual([403, 403, 403])
    expect(stranger).toEqual([404, 404, 404])
    expect(await opens(fixture.ana)).toEqual([403, 403, 403])
  })

  it('shared history: another company’s setting changes nothing', async () => {
    await fixture.stranger.does(updateSetting, {
      params: { key: 'contactHistory' },
      body: { value: 'enabled' },
    })

    expect(await opens(fixture.ana)).toEqual([403, 403, 403])
  })

  it('shared history: marks its notes as read-only, and refuses to delete them', async () => {
    await share()
    const ofCustomer = async (person: Person) => {
      const { ticket } = await person.does(listMessages, { params: { ticketId: past } })
      return person.does(listNotes, { query: { contactId: String(ticket.contactId) } })
    }

    const [shared] = await ofCustomer(fixture.ana)
    const [own] = await ofCustomer(fixture.bia)
    const refused = await fixture.ana.call(deleteNote, { params: { noteId: shared?.id ?? (0 as never) } })

    expect([shared?.isReadOnly, own?.isReadOnly, refused.status]).toEqual([true, undefined, 403])
  })

  it('shared history: refuses acts, notes and reactions, and is in no list or search', async () => {
    await share()
    const { messages } = await fixture.ana.does(listMessages, { params: { ticketId: past } })
    const messageId = messages[0]?.id ?? (0 as never)

    const answers = [
      await fixture.ana.call(updateTicket, { params: { ticketId: past }, body: { status: 'open' } }),
      await fixture.ana.call(createNote, { body: { ticketId: past, note: 'Vi', contactId: null } }),
      await fixture.ana.call(reactToMessage, { params: { messageId }, body: { emoji: '👍' } }),
    ]
    const listed = [
      await fixture.ana.does(listTickets, { query: { status: 'closed' } }),
      await fixture.ana.does(listTickets, { query: { searchParam: 'Queimou outra vez' } }),
    ]

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
    expect(listed.map(({ tickets }) => tickets)).toEqual([[], []])
  })
})
