import type { LiveTicketEventPayload } from '@balcao/contract/live'
import { deleteUser } from '@balcao/contract/people'
import { listTicketEvents, type TicketEventView } from '@balcao/contract/ticket-events'
import { createTicket, updateTicket } from '@balcao/contract/tickets'
import type { TicketId } from '@balcao/domain/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contactOf } from '../../../testing/contact-of'
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app'
import { openTicketFixture, type TicketFixture } from '../testing/ticket-fixture'

let testApp: TestApp
let fixture: TicketFixture
beforeAll(async () => {
  testApp = await openTestApp()
  fixture = await openTicketFixture(testApp)
}, 60_000)
afterAll(() => testApp.close())

const change = (person: Person, ticketId: TicketId, body: object) =>
  person.does(updateTicket, { params: { ticketId }, body })
const entriesOf = async (
  person: Person,
  ticketId: TicketId,
  query: { since?: string; until?: string } = {},
) => (await person.does(listTicketEvents, { params: { ticketId }, query })).events
const inShort = ({ kind, by, user, queue, connection }: TicketEventView) => [
  kind,
  by?.name ?? null,
  user?.name ?? null,
  queue?.name ?? null,
  connection?.name ?? null,
]
const contactIdOf = async (ticketId: TicketId) => (await contactOf(testApp, ticketId)).id

describe('the history of a ticket', () => {
  it('has one entry per act, with its actor, the owner and the queue', async () => {
    const ticketId = await fixture.pending('sales')
    await change(fixture.ana, ticketId, { status: 'open' })
    await change(fixture.ana, ticketId, { queueId: fixture.sales, userId: fixture.rui.id })
    await change(fixture.rui, ticketId, { status: 'pending', userId: null })
    await change(fixture.rui, ticketId, { status: 'open' })
    await change(fixture.rui, ticketId, { queueId: fixture.support })
    await change(fixture.bia, ticketId, { status: 'open' })
    await change(fixture.bia, ticketId, { status: 'closed' })
    await change(fixture.bia, ticketId, { status: 'open' })

    const entries = await entriesOf(fixture.company.admin, ticketId)

    expect(entries.map(inShort)).toEqual([
      ['created', null, null, null, null],
      ['queued', null, null, 'Vendas', null],
      ['accepted', 'Ana', 'Ana', 'Vendas', null],
      ['transferred', 'Ana', 'Rui', 'Vendas', null],
      ['returned', 'Rui', null, 'Vendas', null],
      ['accepted', 'Rui', 'Rui', 'Vendas', null],
      ['transferred', 'Rui', null, 'Suporte', null],
      ['accepted', 'Bia', 'Bia', 'Suporte', null],
      ['closed', 'Bia', 'Bia', 'Suporte', null],
      ['reopened', 'Bia', 'Bia', 'Suporte', null],
    ])
    expect(entries[2]).toEqual({
      id: expect.any(Number),
      ticketId,
      kind: 'accepted',
      at: testApp.now().toISOString(),
      by: { id: fixture.ana.id, name: 'Ana' },
      user: { id: fixture.ana.id, name: 'Ana' },
      queue: { id: fixture.sales, name: 'Vendas', color: expect.stringMatching(/^#/) },
      connection: null,
      rating: null,
      unsent: null,
    })
  })

  it('has one entry for two concurrent acceptances or closes', async () => {
    const ticketId = await fixture.pending('sales')
    const both = (status: string) =>
      Promise.all(
        [fixture.ana, fixture.rui].map((person) =>
          person.call(updateTicket, { params: { ticketId }, body: { status: status as 'open' } }),
        ),
      )

    await both('open')
    await both('closed')

    const kinds = (await entriesOf(fixture.ana, ticketId)).map(({ kind }) => kind)
    expect(kinds).toEqual(['created', 'queued', 'accepted', 'closed'])
  })

  it('of a ticket that a user opens: that user created and accepted it', async () => {
    const closed = await fixture.open(fixture.ana)
    await change(fixture.ana, closed, { status: 'closed' })
    const { id } = await fixture.ana.does(createTicket, {
      body: { contactId: await contactIdOf(closed), queueId: fixture.sales },
    })

    const entries = (await entriesOf(fixture.ana, id)).filter(({ ticketId }) => ticketId === id)

    expect(entries.map(inShort)).toEqual([
      ['created', 'Ana', 'Ana', 'Vendas', null],
      ['accepted', 'Ana', 'Ana', 'Vendas', null],
    ])
  })

  it('TICKET-34 names the connection when the customer writes to another number', async () => {
    const from = fixture.newNumber()
    const ticketId = await fixture.company.hears({ over: fixture.numbers.sales, from })
    await fixture.company.hears({ over: fixture.numbers.none, from })

    const entries = await entriesOf(fixture.ana, ticketId)

    expect(entries.map(inShort).at(-1)).toEqual(['transferred', null, null, 'Vendas', 'Central'])
  })

  it('keeps an entry when the account of its actor is deleted', async () => {
    const person = await fixture.company.person('Vai Embora', { queueIds: [fixture.sales] })
    const ticketId = await fixture.open(person)
    await change(person, ticketId, { status: 'closed' })

    await fixture.company.admin.does(deleteUser, { params: { userId: person.id } })

    const kinds = (await entriesOf(fixture.ana, ticketId)).map(({ kind, by }) => [kind, by])
    expect(kinds.at(-1)).toEqual(['closed', null])
  })
})

describe('access to the history', () => {
  it('MESSAGE-04 shows the contact’s readable tickets; of others only that they were created', async () => {
    const from = fixture.newNumber()
    const first = await fixture.company.hears({ over: fixture.numbers.sales, from })
    await change(fixture.ana, first, { status: 'closed' })
    const second = await fixture.company.hears({ over: fixture.numbers.support, from })

    const entries = async (person: Person, ticketId: TicketId) =>
      (await entriesOf(person, ticketId)).map((entry) => [entry.ticketId, entry.kind])

    const ofFirst = ['created', 'queued', 'closed'].map((kind) => [first, kind])
    const ofSecond = ['created', 'queued'].map((kind) => [second, kind])
    expect(await entries(fixture.company.admin, second)).toEqual([...ofFirst, ...ofSecond])
    expect(await entries(fixture.ana, first)).toEqual([...ofFirst, [second, 'hidden']])
    expect(await entries(fixture.bia, second)).toEqual([[first, 'hidden'], ...ofSecond])
    expect((await entriesOf(fixture.bia, second))[0]).toEqual({
      id: expect.any(Number),
      ticketId: first,
      kind: 'hidden',
      at: testApp.now().toISOString(),
      by: null,
      user: null,
      queue: null,
      connection: null,
      rating: null,
      unsent: null,
    })
  })

  it('refuses users of another queue, and answers another company as if no ticket existed', async () => {
    const ticketId = await fixture.open(fixture.ana)

    const otherQueue = await fixture.bia.call(listTicketEvents, { params: { ticketId } })
    const stranger = await fixture.stranger.call(listTicketEvents, { params: { ticketId } })

    expect([otherQueue.status, otherQueue.error]).toEqual([403, 'ERR_NO_PERMISSION'])
    expect([stranger.status, stranger.error]).toEqual([404, 'ERR_NO_TICKET_FOUND'])
  })

  it('includes `since` and excludes `until`', async () => {
    const ticketId = await fixture.pending('sales')
    testApp.pass(1)
    const accepted = testApp.now().toISOString()
    await change(fixture.ana, ticketId, { status: 'open' })
    testApp.pass(1)
    const closed = testApp.now().toISOString()
    await change(fixture.ana, ticketId, { status: 'closed' })

    const kinds = async (query: object) =>
      (await entriesOf(fixture.ana, ticketId, query)).map(({ kind }) => kind)

    expect(await kinds({ since: accepted, until: closed })).toEqual(['accepted'])
    expect(await kinds({ since: closed })).toEqual(['closed'])
    expect(await kinds({ until: accepted, since: '' })).toEqual(['created', 'queued'])
  })

  it('publishes each entry only to pages with the conversation open whose user may read it', async () => {
    const ticketId = await fixture.pending('sales')
    for (const person of [fixture.ana, fixture.bia, fixture.company.admin])
      person.shows({ chatBoxes: [ticketId] })
    fixture.rui.shows({ statuses: ['pending', 'open'], notification: true })
    const entriesSentTo = async (person: Person) =>
      (await person.received())
        .filter(({ channel }) => channel.endsWith('-ticketEvent'))
        .map(({ payload }) => (payload as LiveTicketEventPayload).event) // the channel determines the type
    for (const person of [fixture.ana, fixture.bia, fixture.rui, fixture.company.admin])
      await person.received()

    await change(fixture.ana, ticketId, { status: 'open' })

    const [entry] = (await entriesOf(fixture.ana, ticketId)).slice(-1)
    expect(await entriesSentTo(fixture.ana)).toEqual([entry])
    expect(await entriesSentTo(fixture.company.admin)).toEqual([entry])
    expect(await entriesSentTo(fixture.bia)).toEqual([])
    expect(await entriesSentTo(fixture.rui)).toEqual([])
  })
})
