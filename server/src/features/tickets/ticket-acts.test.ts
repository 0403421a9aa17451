import type { LiveTicket } from '@balcao/contract/live'
import { listMessages } from '@balcao/contract/messages'
import { updateUser } from '@balcao/contract/people'
import { createPrompt } from '@balcao/contract/prompts'
import { createTag, getTag } from '@balcao/contract/tags'
import { syncTicketTags } from '@balcao/contract/ticket-tags'
import { deleteTicket, getTicket, getTicketByUuid, updateTicket } from '@balcao/contract/tickets'
import type { TicketId } from '@balcao/domain/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTown, type Person, type Town } from '../../testing/town'
import { aShopFloor, type ShopFloor } from './testing/shop-floor'

let town: Town
let floor: ShopFloor
beforeAll(async () => {
  town = await openTown()
  floor = await aShopFloor(town)
})
afterAll(() => town.close())

const change = (person: Person, ticketId: TicketId, body: object) =>
  person.call(updateTicket, { params: { ticketId }, body })
const ticketEvents = async (person: Person) =>
  (await person.heard())
    .filter(({ channel }) => channel.endsWith('-ticket'))
    .map(({ payload }) => payload as LiveTicket)

/** A waiting ticket with which an assistant talks. */
async function withAssistant(): Promise<{ ticketId: TicketId; promptId: number }> {
  const ticketId = await floor.pending('sales')
  const { id: promptId } = await floor.company.admin.does(createPrompt, {
    body: {
      name: 'Assistente',
      prompt: 'Você atende a loja.',
      queueId: floor.sales,
      apiKey: 'sk-of-the-test',
    },
  })
  await town.rows('update tickets set use_integration = true, prompt_id = $2, chatbot = true where id = $1', [
    ticketId,
    promptId,
  ])
  return { ticketId, promptId }
}

describe('return', () => {
  it('TICKET-19 an open ticket waits again in its queue, without an owner', async () => {
    const ticketId = await floor.open(floor.ana)

    const { body } = await change(floor.ana, ticketId, { status: 'pending', userId: null })

    expect(body).toMatchObject({ status: 'pending', userId: null, queueId: floor.sales })
  })

  it('TICKET-19 a pending ticket cannot be returned', async () => {
    const ticketId = await floor.pending('sales')

    const { status, error } = await change(floor.ana, ticketId, { status: 'pending', userId: null })

    expect([status, error]).toEqual([409, 'ERR_TICKET_STATE'])
  })
})

describe('resolve', () => {
  it('TICKET-20 of several who close at once the first is its user, and it closes once', async () => {
    const ticketId = await floor.open(floor.ana)

    const answers = await Promise.all(
      [floor.ana, floor.rui, floor.company.admin].map((person) =>
        change(person, ticketId, { status: 'closed' }),
      ),
    )

    const closers = answers.filter(({ status }) => status === 200)
    const closed = await town.rows<{ user_id: number }>(
      `select user_id from ticket_events where ticket_id = $1 and kind = 'closed'`,
      [ticketId],
    )
    expect(closers).toHaveLength(1)
    expect(closers).toMatchObject([{ body: { userId: closed[0]?.user_id } }])
    expect(closed).toHaveLength(1)
  })

  it('TICKET-02 TICKET-20 closes, keeps the queue, names who closed, clears bot, integration and prompt', async () => {
    const { ticketId, promptId } = await withAssistant()
    const before = await floor.ana.does(getTicket, { params: { ticketId } })
    expect(before).toMatchObject({ chatbot: true, useIntegration: true, promptId })

    const { body } = await change(floor.rui, ticketId, {
      status: 'closed',
      userId: floor.rui.id,
      useIntegration: false,
      promptId: false,
      integrationId: false,
    })

    expect(body).toMatchObject({
      status: 'closed',
      userId: floor.rui.id,
      queueId: floor.sales,
      chatbot: false,
      useIntegration: false,
      promptId: null,
      integrationId: null,
    })
  })

  it('RT-24 the lists that showed it get a delete with the reason', async () => {
    const ticketId = await floor.open(floor.ana)
    floor.ana.shows({ statuses: ['open'] })
    floor.rui.shows({ statuses: ['closed'] })
    floor.bia.shows({ statuses: ['open', 'closed', 'pending'], notification: true })
    await Promise.all([floor.ana.heard(), floor.rui.heard(), floor.bia.heard()])

    await change(floor.ana, ticketId, { status: 'closed' })

    expect(await ticketEvents(floor.ana)).toMatchObject([{ action: 'delete', ticketId, reason: 'status' }])
    expect(await ticketEvents(floor.rui)).toMatchObject([{ action: 'update', ticketId }])
    expect(await ticketEvents(floor.bia)).toEqual([])
  })

  it('TICKET-02 TICKET-22 in an update that does not close, the bot fields may come along; a person goes on all the same', async () => {
    const { ticketId, promptId } = await withAssistant()

    const carried = { useIntegration: true, promptId, integrationId: null }
    const { status, body } = await change(floor.ana, ticketId, { status: 'open', ...carried })

    expect(status).toBe(200)
    const withoutBot = { chatbot: false, useIntegration: false, promptId: null, integrationId: null }
    expect(body).toMatchObject({ status: 'open', userId: floor.ana.id, ...withoutBot })
  })
})

describe('reopen', () => {
  it('TICKET-21 a closed ticket goes on with this person, in its queue', async () => {
    const ticketId = await floor.open(floor.ana)
    await change(floor.ana, ticketId, { status: 'closed' })

    const { body } = await change(floor.rui, ticketId, { status: 'open', userId: floor.rui.id })

    expect(body).toMatchObject({ status: 'open', userId: floor.rui.id, queueId: floor.sales })
  })

  it('TICKET-35 is refused by code while the contact has another live ticket', async () => {
    const from = floor.newNumber()
    const old = await floor.company.hears({ over: floor.numbers.sales, from })
    await change(floor.ana, old, { status: 'closed' })
    const live = await floor.company.hears({ over: floor.numbers.sales, from })
    await change(floor.rui, live, { status: 'open' })

    const { status, body } = await change(floor.ana, old, { status: 'open' })

    expect(status).toBe(409)
    expect(body).toEqual({ error: 'ERR_OTHER_OPEN_TICKET', data: { userName: 'Rui', queueName: 'Vendas' } })
    expect(live).not.toBe(old)
  })
})

describe('transfer', () => {
  it('TICKET-23 to a queue without a user: it waits there, and the owner has it no more', async () => {
    const ticketId = await floor.open(floor.ana)
    floor.ana.shows({ statuses: ['open'] })
    floor.bia.shows({ statuses: ['pending'] })
    await Promise.all([floor.ana.heard(), floor.bia.heard()])

    const { body } = await change(floor.ana, ticketId, {
      queueId: floor.support,
      status: 'pending',
      userId: null,
    })

    expect(body).toMatchObject({ status: 'pending', userId: null, queueId: floor.support })
    expect(await ticketEvents(floor.ana)).toMatchObject([{ action: 'delete', ticketId, reason: 'access' }])
    expect(await ticketEvents(floor.bia)).toMatchObject([{ action: 'update', ticketId }])
    expect((await floor.ana.call(getTicket, { params: { ticketId } })).status).toBe(403)
  })

  it('TICKET-24 to a user who serves the queue: it goes on with that user', async () => {
    const ticketId = await floor.open(floor.ana)

    const { body } = await change(floor.ana, ticketId, { queueId: floor.support, userId: floor.bia.id })

    expect(body).toMatchObject({ status: 'open', userId: floor.bia.id, queueId: floor.support })
  })

  it('within its queue over another connection: it waits there, with that connection', async () => {
    const ticketId = await floor.open(floor.ana)

    const { body } = await change(floor.ana, ticketId, {
      queueId: floor.sales,
      status: 'pending',
      userId: null,
      whatsappId: floor.numbers.none,
    })

    expect(body).toMatchObject({ status: 'pending', queueId: floor.sales, whatsappId: floor.numbers.none })
  })

  it('a waiting ticket opened for a colleague becomes that colleague’s, not the caller’s', async () => {
    const ticketId = await floor.pending('sales')

    const { body } = await change(floor.ana, ticketId, {
      status: 'open',
      userId: floor.rui.id,
      queueId: floor.sales,
    })

    expect(body).toMatchObject({ status: 'open', userId: floor.rui.id, queueId: floor.sales })
  })

  it('TICKET-25 needs a queue, of the company, and a user who serves it', async () => {
    const ticketId = await floor.open(floor.ana)
    const foreign = 2_000_000_000

    const answers = [
      await change(floor.ana, ticketId, { queueId: foreign, status: 'pending', userId: null }),
      await change(floor.ana, ticketId, { queueId: floor.support, userId: floor.rui.id }),
      await change(floor.ana, ticketId, { queueId: floor.support, userId: foreign }),
      await change(floor.ana, ticketId, { userId: floor.rui.id }),
    ]

    expect(answers.map(({ error }) => error)).toEqual([
      'ERR_QUEUE_NOT_FOUND',
      'ERR_USER_NOT_IN_QUEUE',
      'ERR_NO_USER_FOUND',
      'ERR_QUEUE_REQUIRED',
    ])
    expect(await floor.statusOf(ticketId)).toBe('open')
  })
})

describe('delete', () => {
  it('TICKET-27 TICKET-28 TICKET-47 an admin deletes a ticket with its messages and tag links, and viewers are told', async () => {
    const ticketId = await floor.open(floor.ana)
    const { id: tagId } = await floor.ana.does(createTag, { body: { name: 'De um só' } })
    await floor.ana.does(syncTicketTags, { body: { ticketId, tags: [{ id: tagId }] } })
    floor.ana.shows({ chatBoxes: [ticketId] })
    await floor.ana.heard()

    const answer = await floor.company.admin.does(deleteTicket, { params: { ticketId } })

    expect(answer).toEqual({ message: 'ticket deleted' })
    expect(await town.rows('select id from messages where ticket_id = $1', [ticketId])).toEqual([])
    expect(await town.rows('select tag_id from ticket_tags where ticket_id = $1', [ticketId])).toEqual([])
    expect((await floor.ana.does(getTag, { params: { tagId } })).ticketsCount).toBe(0)
    expect(await ticketEvents(floor.ana)).toMatchObject([{ action: 'delete', ticketId, reason: 'deleted' }])
  })

  it('PERM-03 nobody else may', async () => {
    const ticketId = await floor.open(floor.ana)

    const { status, error } = await floor.ana.call(deleteTicket, { params: { ticketId } })

    expect([status, error]).toEqual([403, 'ERR_NO_PERMISSION'])
    expect(await floor.statusOf(ticketId)).toBe('open')
  })
})

describe('reading one', () => {
  it('TICKET-01 TICKET-42 TICKET-43 by id and by uuid, with all that the wire names', async () => {
    const ticketId = await floor.open(floor.ana)

    const byId = await floor.ana.does(getTicket, { params: { ticketId } })
    const byUuid = await floor.ana.does(getTicketByUuid, { params: { uuid: byId.uuid } })

    expect(byUuid).toEqual(byId)
    expect(byId).toEqual(
      expect.objectContaining({
        id: ticketId,
        uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        status: 'open',
        userId: floor.ana.id,
        user: expect.objectContaining({ id: floor.ana.id, name: 'Ana' }),
        queueId: floor.sales,
        queue: expect.objectContaining({ name: 'Vendas', color: expect.stringMatching(/^#/) }),
        whatsappId: floor.numbers.sales,
        whatsapp: expect.objectContaining({ id: floor.numbers.sales, name: 'Loja' }),
        contactId: expect.any(Number),
        contact: expect.objectContaining({ name: 'Marina' }),
        tags: [],
        lastMessage: 'Oi, tudo bem?',
        unreadMessages: 0,
        isGroup: false,
        chatbot: false,
        useIntegration: false,
        promptId: null,
        integrationId: null,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      }),
    )
  })

  it('TICKET-37 an admin opens a ticket without a queue; TICKET-36 others are refused in words', async () => {
    const ticketId = await floor.pending(null)

    const admin = await floor.company.admin.call(getTicket, { params: { ticketId } })
    const ana = await floor.ana.call(getTicket, { params: { ticketId } })

    expect([admin.status, ana.status, ana.error]).toEqual([200, 403, 'ERR_NO_PERMISSION'])
  })

  it('TICKET-38 one without a queue is refused by id, by address and with its messages, but for allTicket and its owner', async () => {
    const ticketId = await floor.pending(null)
    const [{ uuid } = { uuid: '' }] = await town.rows<{ uuid: string }>(
      'select uuid from tickets where id = $1',
      [ticketId],
    )
    const asks = async (person: Person) =>
      [
        await person.call(getTicket, { params: { ticketId } }),
        await person.call(getTicketByUuid, { params: { uuid } }),
        await person.call(listMessages, { params: { ticketId } }),
      ].map(({ status, error }) => [status, error])
    const refused = [403, 'ERR_NO_PERMISSION']
    const answered = [200, undefined]

    expect(await asks(floor.ana)).toEqual([refused, refused, refused])
    expect(await asks(floor.carla)).toEqual([answered, answered, answered])
    await town.rows(`update tickets set status = 'open', user_id = $2 where id = $1`, [
      ticketId,
      floor.ana.id,
    ])
    expect(await asks(floor.ana)).toEqual([answered, answered, answered])
    expect(await asks(floor.rui)).toEqual([refused, refused, refused])
  })

  it('GEN-17 an address that is none is not found', async () => {
    const answers = [
      await floor.ana.call(getTicketByUuid, { params: { uuid: 'undefined' } }),
      await floor.ana.call(getTicketByUuid, { params: { uuid: '00000000-0000-4000-8000-000000000000' } }),
    ]

    expect(answers.map(({ status, error }) => [status, error])).toEqual([
      [404, 'ERR_NO_TICKET_FOUND'],
      [404, 'ERR_NO_TICKET_FOUND'],
    ])
  })
})

describe('a queue that is taken from its attendant', () => {
  it('decision 0002 sends their open tickets of it back to waiting, and tells the admin how many', async () => {
    const leaving = await floor.company.person('Léo', { queueIds: [floor.sales, floor.support] })
    const sales = await floor.open(leaving, 'sales')
    const support = await floor.open(leaving, 'support')

    const { returnedTickets } = await floor.company.admin.does(updateUser, {
      params: { userId: leaving.id },
      body: { queueIds: [floor.support] },
    })

    expect(returnedTickets).toBe(1)
    expect([await floor.statusOf(sales), await floor.statusOf(support)]).toEqual(['pending', 'open'])
  })
})
