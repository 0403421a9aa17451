import { createIntegration } from '@balcao/contract/integrations'
import type { LiveTicketPayload } from '@balcao/contract/live'
import { listMessages } from '@balcao/contract/messages'
import { updateSetting, updateUser } from '@balcao/contract/people'
import { createPrompt } from '@balcao/contract/prompts'
import { createTag, getTag } from '@balcao/contract/tags'
import { replaceTicketTags } from '@balcao/contract/ticket-tags'
import { deleteTicket, getTicket, getTicketByUuid, updateTicket } from '@balcao/contract/tickets'
import type { PromptId, TicketId } from '@balcao/domain/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorBody } from '../../../testing/error-body'
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app'
import { openTicketFixture, type TicketFixture } from '../testing/ticket-fixture'

let testApp: TestApp
let fixture: TicketFixture
beforeAll(async () => {
  testApp = await openTestApp()
  fixture = await openTicketFixture(testApp)
})
afterAll(() => testApp.close())

const change = (person: Person, ticketId: TicketId, body: object) =>
  person.call(updateTicket, { params: { ticketId }, body })
const ticketEvents = async (person: Person) =>
  (await person.received())
    .filter(({ channel }) => channel.endsWith('-ticket'))
    .map(({ payload }) => payload as LiveTicketPayload)

const aPrompt = ({ company, sales: queueId } = fixture) =>
  company.admin.does(createPrompt, {
    body: { name: 'Assistente', prompt: 'Você atende a loja.', queueId, apiKey: 'sk-of-the-test' },
  })
const anIntegration = ({ company } = fixture) =>
  company.admin.does(createIntegration, {
    body: { type: 'webhook', name: 'Robô', urlN8N: 'https://hook.example/flow' },
  })

async function lastSent(ticketId: TicketId) {
  const ofTicket = { ticket_id: ticketId, from_me: true }
  return (await testApp.table('messages').find(ofTicket, ['body', 'connection_id'])).at(-1)
}

/** A pending ticket that an assistant answers. */
async function withAssistant(): Promise<{ ticketId: TicketId; promptId: PromptId }> {
  const ticketId = await fixture.pending('sales')
  const { id: promptId } = await aPrompt()
  await testApp
    .table('tickets')
    .update({ id: ticketId }, { use_integration: true, prompt_id: promptId, chatbot: true })
  return { ticketId, promptId }
}

describe('return', () => {
  it('TICKET-19 returns an open ticket to its queue, where it waits without an owner', async () => {
    const ticketId = await fixture.open(fixture.ana)

    const { body } = await change(fixture.ana, ticketId, { status: 'pending', userId: null })

    expect(body).toMatchObject({ status: 'pending', userId: null, queueId: fixture.sales })
  })

  it('TICKET-19 refuses a pending ticket', async () => {
    const ticketId = await fixture.pending('sales')

    const { status, error } = await change(fixture.ana, ticketId, { status: 'pending', userId: null })

    expect([status, error]).toEqual([409, 'ERR_TICKET_STATE'])
  })
})

describe('resolve', () => {
  it('TICKET-20 of concurrent calls the first becomes the owner, and the ticket closes once', async () => {
    const ticketId = await fixture.open(fixture.ana)

    const answers = await Promise.all(
      [fixture.ana, fixture.rui, fixture.company.admin].map((person) =>
        change(person, ticketId, { status: 'closed' }),
      ),
    )

    const closers = answers.filter(({ status }) => status === 200)
    const closed = await testApp
      .table('ticket_events')
      .find<{ user_id: number }>({ ticket_id: ticketId, kind: 'closed' }, ['user_id'])
    expect(closers).toHaveLength(1)
    expect(closers).toMatchObject([{ body: { userId: closed[0]?.user_id } }])
    expect(closed).toHaveLength(1)
  })

  it('TICKET-02 TICKET-20 keeps the queue, sets the owner, clears bot, integration and prompt', async () => {
    const { ticketId, promptId } = await withAssistant()
    const before = await fixture.ana.does(getTicket, { params: { ticketId } })
    expect(before).toMatchObject({ chatbot: true, useIntegration: true, promptId })

    const { body } = await change(fixture.rui, ticketId, {
      status: 'closed',
      userId: fixture.rui.id,
      useIntegration: false,
      promptId: false,
      integrationId: false,
    })

    expect(body).toMatchObject({
      status: 'closed',
      userId: fixture.rui.id,
      queueId: fixture.sales,
      chatbot: false,
      useIntegration: false,
      promptId: null,
      integrationId: null,
    })
  })

  it('RT-24 sends a delete with the reason to the lists that showed the ticket', async () => {
    const ticketId = await fixture.open(fixture.ana)
    fixture.ana.shows({ statuses: ['open'] })
    fixture.rui.shows({ statuses: ['closed'] })
    fixture.bia.shows({ statuses: ['open', 'closed', 'pending'], notification: true })
    await Promise.all([fixture.ana.received(), fixture.rui.received(), fixture.bia.received()])

    await change(fixture.ana, ticketId, { status: 'closed' })

    expect(await ticketEvents(fixture.ana)).toMatchObject([{ action: 'delete', ticketId, reason: 'status' }])
    expect(await ticketEvents(fixture.rui)).toMatchObject([{ action: 'update', ticketId }])
    expect(await ticketEvents(fixture.bia)).toEqual([])
  })
})

describe('the fields of the bot', () => {
  const stored = async (ticketId: TicketId) => {
    const { chatbot, useIntegration, promptId, integrationId } = await fixture.company.admin.does(getTicket, {
      params: { ticketId },
    })
    return { chatbot, useIntegration, promptId, integrationId }
  }
  const noBot = { chatbot: false, useIntegration: false, promptId: null, integrationId: null }

  it('TICKET-22 TICKET-46 are stored as sent by each act except closing, which clears them', async () => {
    const { ticketId, promptId } = await withAssistant()
    const { id: integrationId } = await anIntegration()
    const carried = { useIntegration: true, promptId, integrationId }
    const storedAfter = async (body: object) => {
      const { status } = await change(fixture.ana, ticketId, { ...carried, ...body })
      return status === 200 ? stored(ticketId) : status
    }
    const kept = { chatbot: false, ...carried }

    expect(await storedAfter({ status: 'open', userId: fixture.ana.id })).toEqual(kept)
    expect(await storedAfter({ status: 'pending', userId: null })).toEqual(kept)
    expect(await storedAfter({ status: 'open', userId: fixture.ana.id, integrationId: null })).toEqual({
      ...kept,
      integrationId: null,
    })
    expect(
      await storedAfter({
        ...{ status: 'open', userId: fixture.ana.id, queueId: fixture.sales },
        whatsappId: fixture.numbers.none,
      }),
    ).toEqual(kept)
    expect(await storedAfter({ status: 'closed', userId: fixture.ana.id })).toEqual(noBot)
    expect(await storedAfter({ status: 'open', userId: fixture.ana.id })).toEqual(kept)
    expect(
      await storedAfter({
        status: 'pending',
        userId: null,
        useIntegration: false,
        promptId: false,
        integrationId: '',
      }),
    ).toEqual(noBot)
  })

  it('TICKET-22 when omitted, accepting and transferring end the bot, and returning keeps it', async () => {
    const [accepted, transferred, returned] = [
      await withAssistant(),
      await withAssistant(),
      await withAssistant(),
    ]
    const { promptId } = returned

    await change(fixture.ana, accepted.ticketId, { status: 'open' })
    await change(fixture.ana, transferred.ticketId, {
      queueId: fixture.support,
      status: 'pending',
      userId: null,
    })
    await change(fixture.ana, returned.ticketId, { status: 'open', useIntegration: true, promptId })
    await change(fixture.ana, returned.ticketId, { status: 'pending', userId: null })

    expect(await stored(accepted.ticketId)).toEqual(noBot)
    expect(await stored(transferred.ticketId)).toEqual(noBot)
    expect(await stored(returned.ticketId)).toEqual({ ...noBot, useIntegration: true, promptId })
  })

  it('TICKET-46 alone change only the bot of a live ticket; a closed ticket refuses them', async () => {
    const ticketId = await fixture.pending('sales')
    const { promptId } = await withAssistant()

    const live = await change(fixture.ana, ticketId, { useIntegration: true, promptId })
    await change(fixture.ana, ticketId, { status: 'closed' })
    const closed = await change(fixture.ana, ticketId, { useIntegration: true, promptId })

    expect(live.body).toMatchObject({ status: 'pending', userId: null, useIntegration: true, promptId })
    expect([closed.status, closed.error]).toEqual([409, 'ERR_TICKET_STATE'])
    expect(await stored(ticketId)).toEqual(noBot)
  })

  it('TICKET-46 refuse a prompt or integration that is unknown or of another company', async () => {
    const ticketId = await fixture.pending('sales')
    const other = await openTicketFixture(testApp)
    const foreignPrompt = await aPrompt(other)
    const foreignIntegration = await anIntegration(other)
    const open = { status: 'open', userId: fixture.ana.id, useIntegration: true }

    const answers = [
      await change(fixture.ana, ticketId, { ...open, promptId: foreignPrompt.id }),
      await change(fixture.ana, ticketId, { ...open, promptId: 2_000_000_000 }),
      await change(fixture.ana, ticketId, { ...open, integrationId: foreignIntegration.id }),
      await change(fixture.ana, ticketId, { useIntegration: true, integrationId: 2_000_000_000 }),
    ]

    expect(answers.map(({ status, error }) => [status, error])).toEqual([
      [404, 'ERR_NO_PROMPT_FOUND'],
      [404, 'ERR_NO_PROMPT_FOUND'],
      [404, 'ERR_NO_INTEGRATION_FOUND'],
      [404, 'ERR_NO_INTEGRATION_FOUND'],
    ])
    expect(await fixture.statusOf(ticketId)).toBe('pending')
    expect(await stored(ticketId)).toEqual(noBot)
  })
})

describe('reopen', () => {
  it('TICKET-21 opens a closed ticket in its queue, and makes the user its owner', async () => {
    const ticketId = await fixture.open(fixture.ana)
    await change(fixture.ana, ticketId, { status: 'closed' })

    const { body } = await change(fixture.rui, ticketId, { status: 'open', userId: fixture.rui.id })

    expect(body).toMatchObject({ status: 'open', userId: fixture.rui.id, queueId: fixture.sales })
  })

  it('TICKET-35 is refused with a code while the contact has another live ticket', async () => {
    const from = fixture.newNumber()
    const old = await fixture.company.hears({ over: fixture.numbers.sales, from })
    await change(fixture.ana, old, { status: 'closed' })
    const live = await fixture.company.hears({ over: fixture.numbers.sales, from })
    await change(fixture.rui, live, { status: 'open' })

    const { status, body } = await change(fixture.ana, old, { status: 'open' })

    expect(status).toBe(409)
    expect(body).toEqual(errorBody('ERR_OTHER_OPEN_TICKET', { userName: 'Rui', queueName: 'Vendas' }))
    expect(live).not.toBe(old)
  })
})

describe('transfer', () => {
  it('TICKET-23 to a queue without a user: the ticket waits there, and leaves its owner', async () => {
    const ticketId = await fixture.open(fixture.ana)
    fixture.ana.shows({ statuses: ['open'] })
    fixture.rui.shows({ chatBoxes: [ticketId] })
    fixture.bia.shows({ statuses: ['pending'] })
    await Promise.all([fixture.ana, fixture.rui, fixture.bia].map((person) => person.received()))

    const { body } = await change(fixture.ana, ticketId, {
      queueId: fixture.support,
      status: 'pending',
      userId: null,
    })

    expect(body).toMatchObject({ status: 'pending', userId: null, queueId: fixture.support })
    // Existing clients say "deleted" on a delete, so the actor gets the new state (docs/features/tickets.md).
    expect(await ticketEvents(fixture.ana)).toMatchObject([
      { action: 'update', ticketId, ticket: { queueId: fixture.support } },
    ])
    expect(await ticketEvents(fixture.rui)).toMatchObject([{ action: 'delete', ticketId, reason: 'access' }])
    expect(await ticketEvents(fixture.bia)).toMatchObject([{ action: 'update', ticketId }])
    expect((await fixture.ana.call(getTicket, { params: { ticketId } })).status).toBe(403)
  })

  it('TICKET-24 to a user who serves the queue: that user becomes the owner', async () => {
    const ticketId = await fixture.open(fixture.ana)

    const { body } = await change(fixture.ana, ticketId, { queueId: fixture.support, userId: fixture.bia.id })

    expect(body).toMatchObject({ status: 'open', userId: fixture.bia.id, queueId: fixture.support })
  })

  it('to another connection within its queue: the ticket waits there, over that connection', async () => {
    const ticketId = await fixture.open(fixture.ana)

    const { body } = await change(fixture.ana, ticketId, {
      queueId: fixture.sales,
      status: 'pending',
      userId: null,
      whatsappId: fixture.numbers.none,
    })

    expect(body).toMatchObject({
      status: 'pending',
      queueId: fixture.sales,
      whatsappId: fixture.numbers.none,
    })
  })

  it('TICKET-46 to a connection alone: owner and queue stay; the customer gets the transfer text', async () => {
    await fixture.company.admin.does(updateSetting, {
      params: { key: 'sendMsgTransfTicket' },
      body: { value: 'enabled' },
    })
    const ticketId = await fixture.open(fixture.ana)

    const { body } = await change(fixture.ana, ticketId, { whatsappId: fixture.numbers.support })

    expect(body).toMatchObject({
      ...{ status: 'open', userId: fixture.ana.id, queueId: fixture.sales },
      whatsappId: fixture.numbers.support,
    })
    expect(await lastSent(ticketId)).toEqual({
      body: expect.stringContaining('Vendas'),
      connection_id: fixture.numbers.support,
    })
    const events = testApp.table('ticket_events').find({ ticket_id: ticketId }, ['kind', 'connection_id'])
    expect((await events).at(-1)).toEqual({
      kind: 'transferred',
      connection_id: fixture.numbers.support,
    })
    await fixture.company.admin.does(updateSetting, {
      params: { key: 'sendMsgTransfTicket' },
      body: { value: 'disabled' },
    })
  })

  it('TICKET-46 to a connection alone: also without queue; refuses closed tickets and foreign ids', async () => {
    const ticketId = await fixture.pending(null)
    const admin = fixture.company.admin

    const unqueued = await change(admin, ticketId, { whatsappId: fixture.numbers.sales })
    const unknown = await change(admin, ticketId, { whatsappId: 2_000_000_000 })
    await change(admin, ticketId, { status: 'closed' })
    const closed = await change(admin, ticketId, { whatsappId: fixture.numbers.support })

    expect(unqueued.body).toMatchObject({
      status: 'pending',
      queueId: null,
      whatsappId: fixture.numbers.sales,
    })
    expect([unknown.error, closed.error]).toEqual(['ERR_NO_WAPP_FOUND', 'ERR_TICKET_STATE'])
  })

  it('TICKET-24 to another connection: the owner stays, even without serving the queue any more', async () => {
    const ticketId = await fixture.pending('support')
    const admin = fixture.company.admin
    await change(admin, ticketId, { status: 'open' })
    await change(admin, ticketId, { queueId: fixture.support, userId: fixture.bia.id })
    await testApp.table('user_queues').delete({ user_id: fixture.bia.id })

    const { body } = await change(admin, ticketId, {
      ...{ status: 'open', queueId: fixture.support, userId: fixture.bia.id },
      whatsappId: fixture.numbers.none,
    })

    expect(body).toMatchObject({ userId: fixture.bia.id, whatsappId: fixture.numbers.none })
    await testApp
      .table('user_queues')
      .insert({ company_id: fixture.company.id, user_id: fixture.bia.id, queue_id: fixture.support })
  })

  it('of a pending ticket with status open and a colleague: the colleague becomes the owner', async () => {
    const ticketId = await fixture.pending('sales')

    const { body } = await change(fixture.ana, ticketId, {
      status: 'open',
      userId: fixture.rui.id,
      queueId: fixture.sales,
    })

    expect(body).toMatchObject({ status: 'open', userId: fixture.rui.id, queueId: fixture.sales })
  })

  it('TICKET-25 requires a queue of the company, and a user who serves it', async () => {
    const ticketId = await fixture.open(fixture.ana)
    const foreign = 2_000_000_000

    const answers = [
      await change(fixture.ana, ticketId, { queueId: foreign, status: 'pending', userId: null }),
      await change(fixture.ana, ticketId, { queueId: fixture.support, userId: fixture.rui.id }),
      await change(fixture.ana, ticketId, { queueId: fixture.support, userId: foreign }),
      await change(fixture.ana, ticketId, { userId: fixture.rui.id }),
    ]

    expect(answers.map(({ error }) => error)).toEqual([
      'ERR_QUEUE_NOT_FOUND',
      'ERR_USER_NOT_IN_QUEUE',
      'ERR_NO_USER_FOUND',
      'ERR_QUEUE_REQUIRED',
    ])
    expect(await fixture.statusOf(ticketId)).toBe('open')
  })
})

describe('delete', () => {
  it('TICKET-27 TICKET-28 TICKET-47 removes messages and tag links, and sends viewers a delete', async () => {
    const ticketId = await fixture.open(fixture.ana)
    const { id: tagId } = await fixture.ana.does(createTag, { body: { name: 'De um só' } })
    await fixture.ana.does(replaceTicketTags, { body: { ticketId, tags: [{ id: tagId }] } })
    fixture.ana.shows({ chatBoxes: [ticketId] })
    await fixture.ana.received()

    const answer = await fixture.company.admin.does(deleteTicket, { params: { ticketId } })

    expect(answer).toEqual({ message: 'ticket deleted' })
    expect(await testApp.table('messages').find({ ticket_id: ticketId }, ['id'])).toEqual([])
    expect(await testApp.table('ticket_tags').find({ ticket_id: ticketId }, ['tag_id'])).toEqual([])
    expect((await fixture.ana.does(getTag, { params: { tagId } })).ticketsCount).toBe(0)
    expect(await ticketEvents(fixture.ana)).toMatchObject([{ action: 'delete', ticketId, reason: 'deleted' }])
  })

  it('PERM-03 is refused to users who are not admins', async () => {
    const ticketId = await fixture.open(fixture.ana)

    const { status, error } = await fixture.ana.call(deleteTicket, { params: { ticketId } })

    expect([status, error]).toEqual([403, 'ERR_NO_PERMISSION'])
    expect(await fixture.statusOf(ticketId)).toBe('open')
  })
})

describe('read', () => {
  it('TICKET-01 TICKET-42 TICKET-43 by id and by uuid, with all fields of the wire', async () => {
    const ticketId = await fixture.open(fixture.ana)

    const byId = await fixture.ana.does(getTicket, { params: { ticketId } })
    const byUuid = await fixture.ana.does(getTicketByUuid, { params: { uuid: byId.uuid } })

    expect(byUuid).toEqual(byId)
    expect(byId).toEqual(
      expect.objectContaining({
        id: ticketId,
        uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        status: 'open',
        userId: fixture.ana.id,
        user: expect.objectContaining({ id: fixture.ana.id, name: 'Ana' }),
        queueId: fixture.sales,
        queue: expect.objectContaining({ name: 'Vendas', color: expect.stringMatching(/^#/) }),
        whatsappId: fixture.numbers.sales,
        whatsapp: expect.objectContaining({ id: fixture.numbers.sales, name: 'Loja' }),
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

  it('TICKET-37 admins read tickets without queue; TICKET-36 others are refused with a code', async () => {
    const ticketId = await fixture.pending(null)

    const admin = await fixture.company.admin.call(getTicket, { params: { ticketId } })
    const ana = await fixture.ana.call(getTicket, { params: { ticketId } })

    expect([admin.status, ana.status, ana.error]).toEqual([200, 403, 'ERR_NO_PERMISSION'])
  })

  it('TICKET-38 a ticket without a queue is readable only with allTicket or by its owner', async () => {
    const ticketId = await fixture.pending(null)
    const [{ uuid } = { uuid: '' }] = await testApp
      .table('tickets')
      .find<{ uuid: string }>({ id: ticketId }, ['uuid'])
    const asks = async (person: Person) =>
      [
        await person.call(getTicket, { params: { ticketId } }),
        await person.call(getTicketByUuid, { params: { uuid } }),
        await person.call(listMessages, { params: { ticketId } }),
      ].map(({ status, error }) => [status, error])
    const refused = [403, 'ERR_NO_PERMISSION']
    const answered = [200, undefined]

    expect(await asks(fixture.ana)).toEqual([refused, refused, refused])
    expect(await asks(fixture.carla)).toEqual([answered, answered, answered])
    await testApp.table('tickets').update({ id: ticketId }, { status: 'open', user_id: fixture.ana.id })
    expect(await asks(fixture.ana)).toEqual([answered, answered, answered])
    expect(await asks(fixture.rui)).toEqual([refused, refused, refused])
  })

  it('GEN-17 a malformed or unknown uuid is not found', async () => {
    const answers = [
      await fixture.ana.call(getTicketByUuid, { params: { uuid: 'undefined' } }),
      await fixture.ana.call(getTicketByUuid, { params: { uuid: '00000000-0000-4000-8000-000000000000' } }),
    ]

    expect(answers.map(({ status, error }) => [status, error])).toEqual([
      [404, 'ERR_NO_TICKET_FOUND'],
      [404, 'ERR_NO_TICKET_FOUND'],
    ])
  })
})

describe('removing a user from a queue', () => {
  it('decision 0002 returns their open tickets of it, and the answer has their number', async () => {
    const leaving = await fixture.company.person('Léo', { queueIds: [fixture.sales, fixture.support] })
    const sales = await fixture.open(leaving, 'sales')
    const support = await fixture.open(leaving, 'support')

    const { returnedTickets } = await fixture.company.admin.does(updateUser, {
      params: { userId: leaving.id },
      body: { queueIds: [fixture.support] },
    })

    expect(returnedTickets).toBe(1)
    expect([await fixture.statusOf(sales), await fixture.statusOf(support)]).toEqual(['pending', 'open'])
  })
})
