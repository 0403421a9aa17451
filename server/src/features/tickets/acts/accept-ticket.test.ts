import { deleteConnection } from '@balcao/contract/connections'
import type { LiveTicketPayload } from '@balcao/contract/live'
import { listMessages, sendMessage } from '@balcao/contract/messages'
import { updateSetting } from '@balcao/contract/people'
import { acceptNextTicket, getTicket, updateTicket } from '@balcao/contract/tickets'
import type { TicketId } from '@balcao/domain/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contactOf } from '../../../testing/contact-of'
import { errorBody } from '../../../testing/error-body'
import { openTestApp, type TestApp } from '../../../testing/test-app'
import { openTicketFixture, type TicketFixture } from '../testing/ticket-fixture'

let testApp: TestApp
let fixture: TicketFixture
beforeAll(async () => {
  testApp = await openTestApp()
  fixture = await openTicketFixture(testApp)
})
afterAll(() => testApp.close())

describe('accept', () => {
  it('TICKET-16 opens a pending ticket and makes the user its owner', async () => {
    const ticketId = await fixture.pending('sales')

    const answer = await fixture.ana.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })

    expect(answer).toMatchObject({
      status: 'open',
      userId: fixture.ana.id,
      user: { name: 'Ana' },
      chatbot: false,
    })
    const row = await testApp.table('tickets').get({ id: ticketId }, ['status', 'user_id'])
    expect(row).toEqual({ status: 'open', user_id: fixture.ana.id })
  })

  it('TICKET-51 marks the messages read, in the lists and on WhatsApp', async () => {
    const ticketId = await fixture.pending('sales', { messages: 3 })
    fixture.ana.shows({ statuses: ['pending', 'open'] })
    await fixture.ana.received()

    await fixture.ana.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })

    expect(await fixture.ana.does(getTicket, { params: { ticketId } })).toMatchObject({ unreadMessages: 0 })
    const actions = (await fixture.ana.received()).map(({ payload }) => (payload as LiveTicketPayload).action)
    expect(actions).toEqual(['update', 'updateUnread'])
    const contact = await contactOf(testApp, ticketId)
    const receipt = await testApp
      .table('outbox')
      .get<{ payload: { messages: unknown[] } }>({ contact_id: contact.id, kind: 'read' }, ['payload'])
    expect(receipt.payload.messages).toHaveLength(3)
  })

  it('TICKET-52 of two concurrent calls the first wins; the refusal of the second names its user', async () => {
    const ticketId = await fixture.pending('sales')

    const answers = await Promise.all(
      [fixture.ana, fixture.rui].map((person) =>
        person.call(updateTicket, { params: { ticketId }, body: { status: 'open', userId: person.id } }),
      ),
    )

    const won = answers.filter(({ status }) => status === 200)
    const lost = answers.filter(({ status }) => status === 409)
    expect(won).toHaveLength(1)
    expect(lost[0]?.body).toEqual(
      errorBody('ERR_TICKET_ALREADY_ACCEPTED', { userName: won[0]?.body.user?.name }),
    )
  })

  it('TICKET-36 refuses a user of another queue, and changes nothing', async () => {
    const ticketId = await fixture.pending('sales')

    const { status, error } = await fixture.bia.call(updateTicket, {
      params: { ticketId },
      body: { status: 'open' },
    })

    expect([status, error]).toEqual([403, 'ERR_NO_PERMISSION'])
    expect(await fixture.statusOf(ticketId)).toBe('pending')
  })

  it('T2 answers another company as if the ticket did not exist', async () => {
    const ticketId = await fixture.pending('sales')

    const foreign = await fixture.stranger.call(updateTicket, {
      params: { ticketId },
      body: { status: 'open' },
    })
    const missing = await fixture.stranger.call(updateTicket, {
      params: { ticketId: 2_000_000_000 as typeof ticketId },
      body: { status: 'open' },
    })

    expect(foreign).toEqual(missing)
    expect(foreign.status).toBe(404)
    expect(await fixture.statusOf(ticketId)).toBe('pending')
  })

  it('TICKET-38 a ticket without queue is for admins and for users with allTicket', async () => {
    const ticketId = await fixture.pending(null)

    const refused = await fixture.ana.call(updateTicket, { params: { ticketId }, body: { status: 'open' } })
    const taken = await fixture.carla.call(updateTicket, { params: { ticketId }, body: { status: 'open' } })

    expect([refused.status, taken.status]).toEqual([403, 200])
  })

  it('RT-12 USER-14 allTicket notifies of all pending tickets, and allows acting on them', async () => {
    fixture.carla.shows({ notification: true, statuses: ['pending', 'open'] })
    await fixture.carla.received()
    const ticketId = await fixture.pending('sales')
    const notices = (await fixture.carla.received()).filter(({ channel }) => channel.endsWith('-appMessage'))

    const taken = await fixture.carla.call(updateTicket, { params: { ticketId }, body: { status: 'open' } })
    const answered = await fixture.carla.call(sendMessage, {
      params: { ticketId },
      body: { body: 'Pois não?' },
    })
    await fixture.carla.does(updateTicket, {
      params: { ticketId },
      body: { queueId: fixture.sales, userId: fixture.ana.id },
    })
    const transferred = await fixture.carla.call(getTicket, { params: { ticketId } })

    expect(notices).toMatchObject([{ payload: { action: 'create', ticket: { id: ticketId } } }])
    expect([taken.status, answered.status, transferred.status]).toEqual([200, 200, 403])
    expect((await fixture.ana.does(getTicket, { params: { ticketId } })).userId).toBe(fixture.ana.id)
  })

  it('TICKET-17 TICKET-18 sends a greeting marked as automatic when the company has enabled it', async () => {
    await fixture.company.admin.does(updateSetting, {
      params: { key: 'sendGreetingAccepted' },
      body: { value: 'enabled' },
    })
    const ticketId = await fixture.pending('sales', { name: 'Marina Duarte' })

    await fixture.ana.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })

    const greeting = await testApp
      .table('messages')
      .get<{ body: string; is_automatic: boolean }>({ ticket_id: ticketId, from_me: true }, [
        'body',
        'is_automatic',
      ])
    expect(greeting).toEqual({
      body: '*Mensagem automática:*\nBom dia, Marina! Aqui é *Ana* e vou continuar o seu atendimento.',
      is_automatic: true,
    })
    const { messages } = await fixture.ana.does(listMessages, { params: { ticketId } })
    expect(messages.at(-1)).toMatchObject({ isAutomatic: true, fromMe: true, user: { name: 'Ana' } })
    await fixture.company.admin.does(updateSetting, {
      params: { key: 'sendGreetingAccepted' },
      body: { value: 'disabled' },
    })
  })

  it('TICKET-17 accepting again within a minute of one’s own return sends no second greeting', async () => {
    const { admin } = fixture.company
    const setTo = (value: string) =>
      admin.does(updateSetting, { params: { key: 'sendGreetingAccepted' }, body: { value } })
    await setTo('enabled')
    const [atOnce, byRui, later] = [
      await fixture.pending('sales'),
      await fixture.pending('sales'),
      await fixture.pending('sales'),
    ]
    const moves = (person: typeof fixture.ana, ticketId: TicketId, status: 'open' | 'pending') =>
      person.does(updateTicket, {
        params: { ticketId },
        body: { status, userId: status === 'open' ? person.id : null },
      })
    const greetings = async (ticketId: TicketId) =>
      (await testApp.table('messages').find({ from_me: true, ticket_id: ticketId }, ['id'])).length
    for (const ticketId of [atOnce, byRui, later]) {
      await moves(fixture.ana, ticketId, 'open')
      await moves(fixture.ana, ticketId, 'pending')
    }

    await moves(fixture.ana, atOnce, 'open')
    await moves(fixture.rui, byRui, 'open')
    testApp.pass(61)
    await moves(fixture.ana, later, 'open')

    expect(await Promise.all([atOnce, byRui, later].map(greetings))).toEqual([1, 2, 2])
    await moves(fixture.ana, atOnce, 'pending')
    await moves(fixture.ana, atOnce, 'open')
    expect(await greetings(atOnce)).toBe(1)
    await setTo('disabled')
  })

  it('TICKET-17 accepting a ticket after returning it for a colleague sends a greeting', async () => {
    const { admin } = fixture.company
    const setTo = (value: string) =>
      admin.does(updateSetting, { params: { key: 'sendGreetingAccepted' }, body: { value } })
    const [accepted, handedOver] = [await fixture.pending('sales'), await fixture.pending('sales')]
    await setTo('enabled')
    const moves = (person: typeof fixture.ana, ticketId: TicketId, status: 'open' | 'pending') =>
      person.does(updateTicket, {
        params: { ticketId },
        body: { status, userId: status === 'open' ? person.id : null },
      })
    const greetings = async (ticketId: TicketId) =>
      (
        await testApp
          .table('messages')
          .find<{ body: string }>({ from_me: true, ticket_id: ticketId }, ['body'])
      ).map(({ body }) => ['Rui', 'Admin'].find((name) => body.includes(name)))
    await moves(fixture.rui, accepted, 'open')
    await moves(admin, handedOver, 'open')
    await admin.does(updateTicket, {
      params: { ticketId: handedOver },
      body: { userId: fixture.rui.id, queueId: fixture.sales },
    })

    for (const ticketId of [accepted, handedOver]) {
      await moves(admin, ticketId, 'pending')
      await moves(admin, ticketId, 'open')
    }

    expect(await greetings(accepted)).toEqual(['Rui', 'Admin'])
    expect(await greetings(handedOver)).toEqual(['Admin', 'Admin'])
    await setTo('disabled')
  })

  it('TICKET-17 sends no greeting to a group, and none when the company has disabled it', async () => {
    const { admin } = fixture.company
    const setTo = (key: string, value: string) =>
      admin.does(updateSetting, { params: { key: key as 'sendGreetingAccepted' }, body: { value } })
    await setTo('CheckMsgIsGroup', 'disabled')
    const from = fixture.newNumber()
    const group = await fixture.company.hears({
      over: fixture.numbers.sales,
      from,
      group: '120363000000000077',
    })
    const person = await fixture.pending('sales')
    const accepts = (ticketId: TicketId) =>
      fixture.ana.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })

    await setTo('sendGreetingAccepted', 'enabled')
    await accepts(group)
    await setTo('sendGreetingAccepted', 'disabled')
    await accepts(person)

    const greetings = testApp.table('messages').find({ from_me: true, ticket_id: [group, person] }, ['id'])
    expect(await greetings).toEqual([])
    await setTo('CheckMsgIsGroup', 'enabled')
  })

  it('TICKET-16 accepts a ticket whose connection was deleted, without a greeting', async () => {
    const company = await testApp.company()
    const over = await company.connection('Única')
    const ticketId = await company.hears({ over, from: '5551955554444' })
    const { admin } = company
    await admin.does(updateSetting, { params: { key: 'sendGreetingAccepted' }, body: { value: 'enabled' } })
    await admin.does(deleteConnection, { params: { connectionId: over } })

    const accepted = await admin.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })

    expect(accepted).toMatchObject({ status: 'open', userId: admin.id })
    expect(await testApp.table('messages').find({ ticket_id: ticketId, from_me: true }, ['id'])).toEqual([])
  })
})

describe('accept next', () => {
  /** A fixture of its own, so that no tickets of other tests wait. */
  const fresh = () => openTicketFixture(testApp)

  it('accepts the longest waiting ticket of the user’s queues', async () => {
    const own = await fresh()
    await own.pending('support')
    const first = await own.pending('sales')
    testApp.pass(60)
    await own.pending('sales')

    const { ticket } = await own.ana.does(acceptNextTicket)

    expect(ticket).toMatchObject({ id: first, status: 'open', userId: own.ana.id })
  })

  it('gives two concurrent calls different tickets, and null when none waits', async () => {
    const own = await fresh()
    const waiting = [await own.pending('sales'), await own.pending('sales')]

    const answers = await Promise.all([own.ana.does(acceptNextTicket), own.rui.does(acceptNextTicket)])
    const none = await own.ana.does(acceptNextTicket)

    expect(answers.map(({ ticket }) => ticket?.id).toSorted()).toEqual(waiting.toSorted())
    expect(none).toEqual({ ticket: null })
  })

  it('skips tickets that the user may not read, that a bot answers, and those of other companies', async () => {
    const own = await fresh()
    const withBot = await own.pending('sales')
    await testApp.table('tickets').update({ id: withBot }, { chatbot: true })
    await own.pending('support')
    await (await fresh()).pending('sales')

    expect(await own.ana.does(acceptNextTicket)).toEqual({ ticket: null })
  })
})
