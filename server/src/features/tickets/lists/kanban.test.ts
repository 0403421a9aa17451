import { countKanbanTickets, listKanbanTickets } from '@balcao/contract/kanban'
import type { LiveTicketPayload } from '@balcao/contract/live'
import { createTag } from '@balcao/contract/tags'
import { addTicketTag, removeKanbanTags, replaceTicketTags } from '@balcao/contract/ticket-tags'
import { updateTicket } from '@balcao/contract/tickets'
import type { TagId, TicketId } from '@balcao/domain/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changePlanOf } from '../../../testing/company-plan'
import { storeContact, storeTicket } from '../../../testing/stored-conversations'
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app'
import { openTicketFixture, type TicketFixture } from '../testing/ticket-fixture'

let testApp: TestApp
let fixture: TicketFixture
let proposal: TagId
let closing: TagId
let vip: TagId
beforeAll(async () => {
  testApp = await openTestApp()
  fixture = await openTicketFixture(testApp)
  const tag = async (name: string, kanban: 0 | 1) =>
    (await fixture.company.admin.does(createTag, { body: { name, kanban } })).id
  proposal = await tag('Proposta', 1)
  closing = await tag('Fechado', 1)
  vip = await tag('VIP', 0)
  fixture.rui.shows({ notification: true })
})
afterAll(() => testApp.close())

const move = (person: Person, ticketId: TicketId, tagId: TagId | 'lane0', alone = true) =>
  person.call(addTicketTag, { params: { ticketId, tagId }, body: { alone } })
const cards = async (person: Person, query: object = {}) =>
  (await person.does(listKanbanTickets, { query })).tickets.map(({ id }) => id)
const counts = async (person: Person, query: object = {}) =>
  Object.fromEntries(
    (await person.does(countKanbanTickets, { query })).lanes.map(({ lane, count }) => [lane, count]),
  )
const tagsOf = async (ticketId: TicketId) =>
  (await testApp.table('ticket_tags').find<{ tag_id: TagId }>({ ticket_id: ticketId }, ['tag_id'])).map(
    ({ tag_id }) => tag_id,
  )
const ticketEvents = async (person: Person) =>
  (await person.received())
    .filter(({ channel }) => channel.endsWith('-ticket'))
    .map(({ payload }) => payload as LiveTicketPayload) // the channel determines the type

describe('the cards', () => {
  it('KANBAN-01 KANBAN-03 KANBAN-06 KANBAN-09 readable live tickets are in their tag’s lane or the first', async () => {
    const plain = await fixture.pending('sales', { name: 'Marina Duarte' })
    const offered = await fixture.open(fixture.rui)
    const important = await fixture.pending('sales')
    const supports = await fixture.pending('support')
    const closed = await fixture.open(fixture.ana)
    await fixture.ana.does(updateTicket, { params: { ticketId: closed }, body: { status: 'closed' } })
    await move(fixture.ana, offered, proposal)
    await fixture.ana.does(replaceTicketTags, { body: { ticketId: important, tags: [vip] } })

    const { tickets, count, hasMore } = await fixture.ana.does(listKanbanTickets, {
      query: { queueIds: JSON.stringify([fixture.sales]), teste: true },
    })

    expect(tickets.map(({ id }) => id)).toEqual([important, offered, plain])
    expect([count, hasMore]).toEqual([3, false])
    expect(tickets[1]).toMatchObject({
      id: offered,
      uuid: expect.any(String),
      tags: [{ id: proposal, name: 'Proposta' }],
      contact: { name: 'Marina', number: expect.stringMatching(/^5551/) },
      lastMessage: 'Oi, tudo bem?',
    })
    expect(await cards(fixture.ana, { lane: 0 })).toEqual([important, plain])
    expect(await cards(fixture.ana, { lane: proposal })).toEqual([offered])
    expect(await cards(fixture.ana, { lane: vip })).toEqual([]) // not a tag of the board
    expect(await counts(fixture.ana)).toEqual({ 0: 2, [proposal]: 1 })
    expect(await cards(fixture.bia)).toEqual([supports])
    expect(await cards(fixture.company.admin)).toEqual([supports, important, offered, plain])
    expect(await cards(fixture.stranger)).toEqual([])
  })

  it('KANBAN-06 queue, user and words filter the cards and the counts', async () => {
    const company = await testApp.company()
    const admin = company.admin
    const queue = await company.queue('Entregas')
    const rosa = await company.person('Rosa', { queueIds: [queue] })
    const over = await company.connection('Loja', [queue])
    const none = await company.connection('Central')
    const hears = (from: string, name: string, on = over) => company.hears({ over: on, from, name })
    const jose = await hears('5511955550001', 'José Conceição')
    const bruna = await hears('5511955550002', 'Bruna')
    const loose = await hears('5511955550003', 'Caio', none)
    await rosa.does(updateTicket, { params: { ticketId: bruna }, body: { status: 'open' } })

    expect(await cards(admin, { users: JSON.stringify([rosa.id]) })).toEqual([bruna])
    expect(await cards(admin, { searchParam: 'conceicao' })).toEqual([jose])
    expect(await cards(admin, { searchParam: '95555-0002' })).toEqual([bruna])
    expect(await cards(admin, { searchParam: '%_' })).toEqual([])
    expect(await cards(admin, { queueIds: '[]' })).toEqual([loose]) // a ticket without queue passes every choice
    expect(await counts(admin, { users: JSON.stringify([rosa.id]) })).toEqual({ 0: 1 })
    expect(await counts(admin, { searchParam: 'ninguém' })).toEqual({})
  })

  it('KANBAN-06 GEN-08 a page has 40 cards, and pages show each card once while new ones arrive', async () => {
    const company = await testApp.company()
    const over = await company.connection('Loja')
    for (let n = 100; n < 130; n++) await company.hears({ over, from: `5511966660${n}` })
    // The other 70 have the same time, so that the id decides their order.
    const yesterday = new Date(testApp.now().getTime() - 24 * 3_600_000)
    for (let n = 0; n < 70; n++) {
      const { id } = await storeContact(testApp, company.id)
      await storeTicket(testApp, company.id, id, { status: 'pending', last_at: yesterday })
    }
    const page = (after?: string | null) =>
      company.admin.does(listKanbanTickets, { query: { lane: 0, ...(after && { after }) } })

    const first = await page()
    await company.hears({ over, from: '5511966669999' })
    const second = await page(first.next)
    const third = await page(second.next)

    const seen = [first, second, third].flatMap(({ tickets }) => tickets.map(({ id }) => id))
    expect([first, second, third].map(({ tickets }) => tickets.length)).toEqual([40, 40, 20])
    expect(new Set(seen).size).toBe(100)
    expect([first.count, third.count]).toEqual([100, 101])
    expect([first.hasMore, second.hasMore, third.hasMore, third.next]).toEqual([true, true, false, null])
    expect(await counts(company.admin)).toEqual({ 0: 101 })
  })

  it('SHELL-06 a plan without the module refuses reading and moving cards', async () => {
    const company = await testApp.company()
    const ticketId = await company.hears({ over: await company.connection('Loja'), from: '5511977770001' })
    await changePlanOf(testApp, company.id, { use_kanban: false })
    testApp.pass(6) // the plan is cached for five seconds

    const answers = [
      await company.admin.call(listKanbanTickets, {}),
      await company.admin.call(countKanbanTickets, {}),
      await move(company.admin, ticketId, proposal),
      await company.admin.call(removeKanbanTags, { params: { ticketId } }),
    ]

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  })
})

describe('moving a card', () => {
  it('KANBAN-08 KANBAN-04 replaces the lane’s tag in one act, and keeps other tags', async () => {
    const ticketId = await fixture.pending('sales')
    await fixture.ana.does(replaceTicketTags, { body: { ticketId, tags: [vip] } })
    await fixture.rui.received()

    const { body } = await move(fixture.ana, ticketId, proposal)
    await move(fixture.ana, ticketId, closing)
    await move(fixture.ana, ticketId, closing)

    expect(body.tags.map(({ id }) => id).sort()).toEqual([proposal, vip].sort())
    expect(await tagsOf(ticketId)).toEqual([closing, vip])
    const events = await ticketEvents(fixture.rui)
    expect(events.map((event) => event.action === 'update' && event.ticket.tags.map(({ id }) => id))).toEqual(
      [
        [proposal, vip],
        [closing, vip],
      ],
    )
  })

  it('KANBAN-08 only adds the tag when existing clients call it', async () => {
    const ticketId = await fixture.pending('sales')

    await move(fixture.ana, ticketId, proposal, false)
    await move(fixture.ana, ticketId, closing, false)

    expect(await tagsOf(ticketId)).toEqual([proposal, closing])
  })

  it('KANBAN-07 removing its lane moves a card to the first lane; a repeat changes nothing', async () => {
    const ticketId = await fixture.pending('sales')
    await fixture.ana.does(replaceTicketTags, { body: { ticketId, tags: [proposal, closing, vip] } })
    await fixture.rui.received()

    const first = await fixture.ana.does(removeKanbanTags, { params: { ticketId } })
    await fixture.ana.does(removeKanbanTags, { params: { ticketId } })

    expect(first).toMatchObject({ message: expect.any(String), ticket: { tags: [{ id: vip }] } })
    expect(await tagsOf(ticketId)).toEqual([vip])
    expect(await cards(fixture.ana, { lane: 0 })).toContain(ticketId)
    expect(await ticketEvents(fixture.rui)).toHaveLength(1)
  })

  it('KANBAN-09 a move to lane0 answers 200 and changes nothing', async () => {
    const ticketId = await fixture.pending('sales')
    await move(fixture.ana, ticketId, proposal)
    await fixture.rui.received()

    const { status, body } = await move(fixture.ana, ticketId, 'lane0')

    expect([status, body.tags.map(({ id }) => id)]).toEqual([200, [proposal]])
    expect(await ticketEvents(fixture.rui)).toEqual([])
  })

  it('KANBAN-08 two concurrent moves leave the card in one lane', async () => {
    const ticketId = await fixture.pending('sales')

    await Promise.all([move(fixture.ana, ticketId, proposal), move(fixture.rui, ticketId, closing)])

    expect(await tagsOf(ticketId)).toHaveLength(1)
  })

  it('KANBAN-07 KANBAN-08 refuses other queues; does not find tickets or tags of other companies', async () => {
    const [sales, support] = [await fixture.pending('sales'), await fixture.pending('support')]
    const foreign = (await fixture.stranger.does(createTag, { body: { name: 'Proposta', kanban: 1 } })).id
    const answers = [
      await move(fixture.ana, support, proposal),
      await fixture.ana.call(removeKanbanTags, { params: { ticketId: support } }),
      await move(fixture.stranger, sales, foreign),
      await fixture.stranger.call(removeKanbanTags, { params: { ticketId: sales } }),
      await move(fixture.ana, sales, foreign),
    ]

    expect(answers.map(({ status, error }) => [status, error])).toEqual([
      ...Array(2).fill([403, 'ERR_NO_PERMISSION']),
      ...Array(2).fill([404, 'ERR_NO_TICKET_FOUND']),
      [404, 'ERR_NO_TAG_FOUND'],
    ])
    expect(await tagsOf(sales)).toEqual([])
  })
})
