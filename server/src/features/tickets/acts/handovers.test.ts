import { listHandovers, markHandoverAsSeen, undoTransfer } from '@balcao/contract/handovers'
import type { LiveHandoverPayload, LiveTicketPayload } from '@balcao/contract/live'
import { sendMessage } from '@balcao/contract/messages'
import { listNotes } from '@balcao/contract/notes'
import { deleteUser, updateUser } from '@balcao/contract/people'
import { updateTicket } from '@balcao/contract/tickets'
import type { TicketId } from '@balcao/domain/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ageRows } from '../../../testing/age-rows'
import { contactOf } from '../../../testing/contact-of'
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app'
import { openTicketFixture, type TicketFixture } from '../testing/ticket-fixture'

let testApp: TestApp
let fixture: TicketFixture
let ticketId: TicketId
beforeAll(async () => {
  testApp = await openTestApp()
})
beforeEach(async () => {
  fixture = await openTicketFixture(testApp)
  ticketId = await fixture.open(fixture.ana)
})
afterAll(() => testApp.close())

const change = (person: Person, body: object) => person.does(updateTicket, { params: { ticketId }, body })
const toBia = (person: Person, note?: string) =>
  change(person, { status: 'open', userId: fixture.bia.id, queueId: fixture.support, ...(note && { note }) })
const toSupport = (person: Person) =>
  change(person, { status: 'pending', userId: null, queueId: fixture.support })
const undo = (person: Person) => person.call(undoTransfer, { params: { ticketId } })
const on = async <Payload>(person: Person, channel: string) =>
  (await person.received())
    .filter((inbound) => inbound.channel.endsWith(channel))
    .map(({ payload }) => payload as Payload) // the channel determines the type
const waitingFor = (person: Person) => person.does(listHandovers, {})

describe('a ticket transferred to a colleague', () => {
  it('TICKET-24 notifies only the receiver, with the sender’s note, and appears in their bell', async () => {
    await fixture.bia.received()

    const { uuid } = await toBia(fixture.ana, 'Prefere sábado')

    const handover = {
      ticketId,
      ticketUuid: uuid,
      contactName: 'Marina',
      by: { id: fixture.ana.id, name: 'Ana' },
      note: 'Prefere sábado',
      at: expect.any(String),
    }
    expect(await on<LiveHandoverPayload>(fixture.bia, '-handover')).toEqual([{ action: 'create', handover }])
    expect(await waitingFor(fixture.bia)).toEqual([handover])
    for (const other of [fixture.ana, fixture.rui, fixture.company.admin, fixture.stranger]) {
      expect(await on<LiveHandoverPayload>(other, '-handover')).toEqual([])
      expect(await waitingFor(other)).toEqual([])
    }
  })

  it('stores the note for the receiver as an internal note of the ticket', async () => {
    await toBia(fixture.ana, 'Prefere sábado')

    const notes = await fixture.bia.does(listNotes, { query: { ticketId: String(ticketId) } })

    expect(notes).toMatchObject([{ note: 'Prefere sábado', user: { id: fixture.ana.id } }])
  })

  it('refuses a note of one character, and does not transfer the ticket', async () => {
    const { status } = await fixture.ana.call(updateTicket, {
      params: { ticketId },
      body: { status: 'open', userId: fixture.bia.id, queueId: fixture.support, note: 'x' },
    })

    expect(status).toBe(400)
    expect(await waitingFor(fixture.bia)).toEqual([])
  })

  it('leaves the receiver’s bell on all pages once they have seen it; others change nothing', async () => {
    await toBia(fixture.ana)
    await fixture.bia.received()
    const sees = (person: Person) => person.does(markHandoverAsSeen, { params: { ticketId } })

    const strangers = await fixture.stranger.call(markHandoverAsSeen, { params: { ticketId } })
    await sees(fixture.company.admin)
    expect(strangers.error).toBe('ERR_NO_TICKET_FOUND')
    expect(await waitingFor(fixture.bia)).toHaveLength(1)
    await sees(fixture.bia)
    await sees(fixture.bia)

    expect(await on<LiveHandoverPayload>(fixture.bia, '-handover')).toEqual([{ action: 'delete', ticketId }])
    expect(await waitingFor(fixture.bia)).toEqual([])
  })

  it('leaves the bell when the ticket is transferred again or closed', async () => {
    await toBia(fixture.ana)
    await fixture.bia.received()

    await change(fixture.bia, { status: 'open', userId: fixture.rui.id, queueId: fixture.sales })

    expect(await on<LiveHandoverPayload>(fixture.bia, '-handover')).toEqual([{ action: 'delete', ticketId }])
    expect([await waitingFor(fixture.bia), await waitingFor(fixture.rui)]).toMatchObject([[], [{ ticketId }]])
    await change(fixture.rui, { status: 'closed' })
    expect(await waitingFor(fixture.rui)).toEqual([])
  })

  it('notifies no user of a transfer to themselves', async () => {
    await change(fixture.rui, { status: 'open', userId: fixture.rui.id, queueId: fixture.sales })

    expect(await waitingFor(fixture.rui)).toEqual([])
    expect(await on<LiveHandoverPayload>(fixture.rui, '-handover')).toEqual([])
  })

  it('is deleted with the account of its sender, except for the note', async () => {
    await toBia(fixture.ana, 'Prefere sábado')

    await fixture.company.admin.does(deleteUser, { params: { userId: fixture.ana.id } })

    expect(await waitingFor(fixture.bia)).toEqual([])
    const notes = await fixture.bia.does(listNotes, { query: { ticketId: String(ticketId) } })
    expect(notes).toMatchObject([{ note: 'Prefere sábado' }])
  })
})

describe('a user who loses access by a transfer', () => {
  it('RT-24 gets a delete that names sender, contact, receiver and queue', async () => {
    fixture.ana.shows({ chatBoxes: [ticketId] })
    fixture.rui.shows({ notification: true })
    fixture.carla.shows({ notification: true })
    await Promise.all([fixture.ana, fixture.rui, fixture.carla].map((person) => person.received()))

    await toBia(fixture.company.admin)

    const removal = {
      action: 'delete',
      ticketId,
      reason: 'access',
      transfer: {
        by: { id: fixture.company.admin.id, name: 'Admin' },
        contactName: 'Marina',
        user: { id: fixture.bia.id, name: 'Bia' },
        queueName: 'Suporte',
      },
    }
    expect(await on<LiveTicketPayload>(fixture.ana, '-ticket')).toMatchObject([removal])
    expect(await on<LiveTicketPayload>(fixture.rui, '-ticket')).toMatchObject([removal])
    expect(await on<LiveTicketPayload>(fixture.carla, '-ticket')).toEqual([])
  })

  it('RT-24 gets no names when the ticket only left a list', async () => {
    fixture.rui.shows({ statuses: ['open'] })
    fixture.ana.shows({ statuses: ['open'] })
    await fixture.ana.received()

    await change(fixture.ana, { status: 'open', userId: fixture.rui.id, queueId: fixture.sales })

    const [left] = await on<LiveTicketPayload>(fixture.ana, '-ticket')
    expect(left).toMatchObject({ action: 'delete', reason: 'status' })
    expect(left).not.toHaveProperty('transfer')
  })
})

describe('undoing a transfer', () => {
  it('restores a ticket that left the sender’s queues, and deletes its note and its bell entry', async () => {
    await toBia(fixture.ana, 'Prefere sábado')
    await fixture.bia.received()

    const { status, body } = await undo(fixture.ana)

    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'open', userId: fixture.ana.id, queueId: fixture.sales })
    expect(await on<LiveHandoverPayload>(fixture.bia, '-handover')).toEqual([{ action: 'delete', ticketId }])
    expect(await waitingFor(fixture.bia)).toEqual([])
    expect(await fixture.ana.does(listNotes, { query: { ticketId: String(ticketId) } })).toEqual([])
  })

  it('restores a colleague’s ticket to that colleague, and a pending one to its queue', async () => {
    await toBia(fixture.company.admin)
    expect((await undo(fixture.company.admin)).body).toMatchObject({ userId: fixture.ana.id })

    ticketId = await fixture.pending('sales')
    await toSupport(fixture.ana)

    expect((await undo(fixture.ana)).body).toMatchObject({
      status: 'pending',
      userId: null,
      queueId: fixture.sales,
    })
  })

  it('of two concurrent calls one undoes, and every later one is refused', async () => {
    await toBia(fixture.ana)

    const answers = await Promise.all([undo(fixture.ana), undo(fixture.ana)])

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await undo(fixture.ana)).error).toBe('ERR_TRANSFER_FINAL')
  })

  it('refuses other users, and answers another company as if the ticket did not exist', async () => {
    await toBia(fixture.ana)

    const answers = []
    for (const person of [fixture.rui, fixture.bia, fixture.company.admin, fixture.stranger])
      answers.push(await undo(person))

    expect(answers.map(({ error }) => error)).toEqual([
      'ERR_TRANSFER_FINAL',
      'ERR_TRANSFER_FINAL',
      'ERR_TRANSFER_FINAL',
      'ERR_NO_TICKET_FOUND',
    ])
    expect(await waitingFor(fixture.bia)).toHaveLength(1)
  })

  it('is refused after a colleague has accepted the ticket', async () => {
    await toSupport(fixture.ana)
    await change(fixture.bia, { status: 'open' })

    expect((await undo(fixture.ana)).error).toBe('ERR_TRANSFER_FINAL')
  })

  it('is refused after the receiver has answered, but not after the customer has written', async () => {
    await toBia(fixture.ana)
    await fixture.bia.does(sendMessage, { params: { ticketId }, body: { body: 'Oi, aqui é a Bia' } })
    const answered = await undo(fixture.ana)

    ticketId = await fixture.open(fixture.ana)
    await toBia(fixture.ana)
    testApp.pass(1)
    const { number } = await contactOf(testApp, ticketId)
    await fixture.company.hears({ over: fixture.numbers.sales, from: number, text: 'E aí?' })
    const inbound = await undo(fixture.ana)

    expect([answered.error, inbound.status]).toEqual(['ERR_TRANSFER_FINAL', 200])
  })

  it('is refused after a minute', async () => {
    await toBia(fixture.ana)
    await ageRows(testApp.table('ticket_handovers'), { ticket_id: ticketId }, 'at', 61)
    await ageRows(testApp.table('ticket_events'), { ticket_id: ticketId }, 'at', 61)

    expect((await undo(fixture.ana)).error).toBe('ERR_TRANSFER_FINAL')
  })

  it('is refused when the former owner was deleted or no longer serves the queue', async () => {
    await toBia(fixture.ana)
    await fixture.company.admin.does(updateUser, {
      params: { userId: fixture.ana.id },
      body: { queueIds: [] },
    })
    const lost = await undo(fixture.ana)

    ticketId = await fixture.open(fixture.rui)
    await toBia(fixture.company.admin)
    await fixture.company.admin.does(deleteUser, { params: { userId: fixture.rui.id } })
    const deleted = await undo(fixture.company.admin)

    expect([lost.error, deleted.error]).toEqual(['ERR_USER_NOT_IN_QUEUE', 'ERR_TRANSFER_FINAL'])
  })
})
