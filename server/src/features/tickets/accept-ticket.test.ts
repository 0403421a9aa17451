import { deleteConnection } from '@balcao/contract/connections'
import type { LiveTicket } from '@balcao/contract/live'
import { listMessages, sendMessage } from '@balcao/contract/messages'
import { updateSetting } from '@balcao/contract/people'
import { acceptNextTicket, getTicket, updateTicket } from '@balcao/contract/tickets'
import type { TicketId } from '@balcao/domain/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorBody } from '../../testing/error-body'
import { openTown, type Town } from '../../testing/town'
import { aShopFloor, type ShopFloor } from './testing/shop-floor'

let town: Town
let floor: ShopFloor
beforeAll(async () => {
  town = await openTown()
  floor = await aShopFloor(town)
})
afterAll(() => town.close())

describe('accept', () => {
  it('TICKET-16 makes a pending ticket open, and the person its owner', async () => {
    const ticketId = await floor.pending('sales')

    const answer = await floor.ana.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })

    expect(answer).toMatchObject({
      status: 'open',
      userId: floor.ana.id,
      user: { name: 'Ana' },
      chatbot: false,
    })
    const [row] = await town.rows('select status, user_id from tickets where id = $1', [ticketId])
    expect(row).toEqual({ status: 'open', user_id: floor.ana.id })
  })

  it('TICKET-51 accepting reads the ticket: nothing is unread, and WhatsApp is told', async () => {
    const ticketId = await floor.pending('sales', { messages: 3 })
    floor.ana.shows({ statuses: ['pending', 'open'] })
    await floor.ana.heard()

    await floor.ana.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })

    expect(await floor.ana.does(getTicket, { params: { ticketId } })).toMatchObject({ unreadMessages: 0 })
    const actions = (await floor.ana.heard()).map(({ payload }) => (payload as LiveTicket).action)
    expect(actions).toEqual(['update', 'updateUnread'])
    const [order] = await town.rows<{ payload: { messages: unknown[] } }>(
      `select payload from out_tray o join tickets t on t.contact_id = o.contact_id where t.id = $1 and kind = 'read'`,
      [ticketId],
    )
    expect(order?.payload.messages).toHaveLength(3)
  })

  it('TICKET-52 of two who accept at once the first wins, and the second is told by whom', async () => {
    const ticketId = await floor.pending('sales')

    const answers = await Promise.all(
      [floor.ana, floor.rui].map((person) =>
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

  it('TICKET-36 a person of another queue is refused, and nothing changes', async () => {
    const ticketId = await floor.pending('sales')

    const { status, error } = await floor.bia.call(updateTicket, {
      params: { ticketId },
      body: { status: 'open' },
    })

    expect([status, error]).toEqual([403, 'ERR_NO_PERMISSION'])
    expect(await floor.statusOf(ticketId)).toBe('pending')
  })

  it('T2 for a stranger the ticket does not exist', async () => {
    const ticketId = await floor.pending('sales')

    const foreign = await floor.stranger.call(updateTicket, {
      params: { ticketId },
      body: { status: 'open' },
    })
    const missing = await floor.stranger.call(updateTicket, {
      params: { ticketId: 2_000_000_000 as typeof ticketId },
      body: { status: 'open' },
    })

    expect(foreign).toEqual(missing)
    expect(foreign.status).toBe(404)
    expect(await floor.statusOf(ticketId)).toBe('pending')
  })

  it('TICKET-38 a ticket without queue is for admins and for those with allTicket', async () => {
    const ticketId = await floor.pending(null)

    const refused = await floor.ana.call(updateTicket, { params: { ticketId }, body: { status: 'open' } })
    const taken = await floor.carla.call(updateTicket, { params: { ticketId }, body: { status: 'open' } })

    expect([refused.status, taken.status]).toEqual([403, 200])
  })

  it('RT-12 USER-14 with allTicket a person is told of what waits in any queue, and accepts, answers and transfers it', async () => {
    floor.carla.shows({ notification: true, statuses: ['pending', 'open'] })
    await floor.carla.heard()
    const ticketId = await floor.pending('sales')
    const told = (await floor.carla.heard()).filter(({ channel }) => channel.endsWith('-appMessage'))

    const taken = await floor.carla.call(updateTicket, { params: { ticketId }, body: { status: 'open' } })
    const said = await floor.carla.call(sendMessage, { params: { ticketId }, body: { body: 'Pois não?' } })
    await floor.carla.does(updateTicket, {
      params: { ticketId },
      body: { queueId: floor.sales, userId: floor.ana.id },
    })
    const gone = await floor.carla.call(getTicket, { params: { ticketId } })

    expect(told).toMatchObject([{ payload: { action: 'create', ticket: { id: ticketId } } }])
    expect([taken.status, said.status, gone.status]).toEqual([200, 200, 403])
    expect((await floor.ana.does(getTicket, { params: { ticketId } })).userId).toBe(floor.ana.id)
  })

  it('TICKET-17 TICKET-18 posts the greeting of the person when the company wants it, marked as automatic', async () => {
    await floor.company.admin.does(updateSetting, {
      params: { key: 'sendGreetingAccepted' },
      body: { value: 'enabled' },
    })
    const ticketId = await floor.pending('sales', { name: 'Marina Duarte' })

    await floor.ana.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })

    const [greeting] = await town.rows<{ body: string; is_automatic: boolean }>(
      'select body, is_automatic from messages where ticket_id = $1 and from_me',
      [ticketId],
    )
    expect(greeting).toEqual({
      body: '*Mensagem automática:*\nBom dia, Marina! Aqui é *Ana* e vou continuar o seu atendimento.',
      is_automatic: true,
    })
    const { messages } = await floor.ana.does(listMessages, { params: { ticketId } })
    expect(messages.at(-1)).toMatchObject({ isAutomatic: true, fromMe: true, user: { name: 'Ana' } })
    await floor.company.admin.does(updateSetting, {
      params: { key: 'sendGreetingAccepted' },
      body: { value: 'disabled' },
    })
  })

  it('TICKET-17 whoever takes back their own return greets once; a colleague, or who comes back later, greets anew', async () => {
    const { admin } = floor.company
    const setTo = (value: string) =>
      admin.does(updateSetting, { params: { key: 'sendGreetingAccepted' }, body: { value } })
    await setTo('enabled')
    const [hastily, toRui, later] = [
      await floor.pending('sales'),
      await floor.pending('sales'),
      await floor.pending('sales'),
    ]
    const moves = (person: typeof floor.ana, ticketId: TicketId, status: 'open' | 'pending') =>
      person.does(updateTicket, {
        params: { ticketId },
        body: { status, userId: status === 'open' ? person.id : null },
      })
    const greetings = async (ticketId: TicketId) =>
      (await town.rows('select id from messages where from_me and ticket_id = $1', [ticketId])).length
    for (const ticketId of [hastily, toRui, later]) {
      await moves(floor.ana, ticketId, 'open')
      await moves(floor.ana, ticketId, 'pending')
    }

    await moves(floor.ana, hastily, 'open')
    await moves(floor.rui, toRui, 'open')
    town.pass(61)
    await moves(floor.ana, later, 'open')

    expect(await Promise.all([hastily, toRui, later].map(greetings))).toEqual([1, 2, 2])
    await moves(floor.ana, hastily, 'pending')
    await moves(floor.ana, hastily, 'open')
    expect(await greetings(hastily)).toBe(1)
    await setTo('disabled')
  })

  it('TICKET-17 whoever returns a colleague’s ticket and accepts it is new to the customer, and greets', async () => {
    const { admin } = floor.company
    const setTo = (value: string) =>
      admin.does(updateSetting, { params: { key: 'sendGreetingAccepted' }, body: { value } })
    const [accepted, handedOver] = [await floor.pending('sales'), await floor.pending('sales')]
    await setTo('enabled')
    const moves = (person: typeof floor.ana, ticketId: TicketId, status: 'open' | 'pending') =>
      person.does(updateTicket, {
        params: { ticketId },
        body: { status, userId: status === 'open' ? person.id : null },
      })
    const greetings = async (ticketId: TicketId) =>
      (
        await town.rows<{ body: string }>(
          'select body from messages where from_me and ticket_id = $1 order by id',
          [ticketId],
        )
      ).map(({ body }) => ['Rui', 'Admin'].find((name) => body.includes(name)))
    await moves(floor.rui, accepted, 'open')
    await moves(admin, handedOver, 'open')
    await admin.does(updateTicket, {
      params: { ticketId: handedOver },
      body: { userId: floor.rui.id, queueId: floor.sales },
    })

    for (const ticketId of [accepted, handedOver]) {
      await moves(admin, ticketId, 'pending')
      await moves(admin, ticketId, 'open')
    }

    expect(await greetings(accepted)).toEqual(['Rui', 'Admin'])
    expect(await greetings(handedOver)).toEqual(['Admin', 'Admin'])
    await setTo('disabled')
  })

  it('TICKET-17 a group gets no greeting, and nobody does where the company wants none', async () => {
    const { admin } = floor.company
    const setTo = (key: string, value: string) =>
      admin.does(updateSetting, { params: { key: key as 'sendGreetingAccepted' }, body: { value } })
    await setTo('CheckMsgIsGroup', 'disabled')
    const from = floor.newNumber()
    const group = await floor.company.hears({ over: floor.numbers.sales, from, group: '120363000000000077' })
    const person = await floor.pending('sales')
    const accepts = (ticketId: TicketId) =>
      floor.ana.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })

    await setTo('sendGreetingAccepted', 'enabled')
    await accepts(group)
    await setTo('sendGreetingAccepted', 'disabled')
    await accepts(person)

    const said = 'select id from messages where from_me and ticket_id in ($1, $2)'
    expect(await town.rows(said, [group, person])).toEqual([])
    await setTo('CheckMsgIsGroup', 'enabled')
  })

  it('TICKET-16 a ticket whose number was deleted can be accepted, without the greeting', async () => {
    const company = await town.company()
    const over = await company.connection('Única')
    const ticketId = await company.hears({ over, from: '5551955554444' })
    const { admin } = company
    await admin.does(updateSetting, { params: { key: 'sendGreetingAccepted' }, body: { value: 'enabled' } })
    await admin.does(deleteConnection, { params: { connectionId: over } })

    const accepted = await admin.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })

    expect(accepted).toMatchObject({ status: 'open', userId: admin.id })
    expect(await town.rows('select id from messages where ticket_id = $1 and from_me', [ticketId])).toEqual(
      [],
    )
  })
})

describe('accept the next', () => {
  /** A shop floor of its own, so that nobody else waits. */
  const fresh = () => aShopFloor(town)

  it('gives whoever has waited longest in the queues of the person', async () => {
    const own = await fresh()
    await own.pending('support')
    const first = await own.pending('sales')
    town.pass(60)
    await own.pending('sales')

    const { ticket } = await own.ana.does(acceptNextTicket)

    expect(ticket).toMatchObject({ id: first, status: 'open', userId: own.ana.id })
  })

  it('of two at once each gets another, and when nobody waits there is none', async () => {
    const own = await fresh()
    const waiting = [await own.pending('sales'), await own.pending('sales')]

    const answers = await Promise.all([own.ana.does(acceptNextTicket), own.rui.does(acceptNextTicket)])
    const none = await own.ana.does(acceptNextTicket)

    expect(answers.map(({ ticket }) => ticket?.id).toSorted()).toEqual(waiting.toSorted())
    expect(none).toEqual({ ticket: null })
  })

  it('never gives what the person may not see, what the bot talks to, or what is of another company', async () => {
    const own = await fresh()
    const withBot = await own.pending('sales')
    await town.rows('update tickets set chatbot = true where id = $1', [withBot])
    await own.pending('support')
    await (await fresh()).pending('sales')

    expect(await own.ana.does(acceptNextTicket)).toEqual({ ticket: null })
  })
})
