import { listMessages } from '@balcao/contract/messages'
import { countTickets, deleteTicket, getTicket, listTickets, updateTicket } from '@balcao/contract/tickets'
import type { TicketId } from '@balcao/domain/ids'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app'
import { openTicketFixture, type TicketFixture } from '../testing/ticket-fixture'

let testApp: TestApp
let fixture: TicketFixture
let waiting: { sales: TicketId; support: TicketId; none: TicketId }
let mine: TicketId
let ruis: TicketId
beforeAll(async () => {
  testApp = await openTestApp()
  fixture = await openTicketFixture(testApp)
  waiting = {
    sales: await fixture.pending('sales', { name: 'José Conceição' }),
    support: await fixture.pending('support'),
    none: await fixture.pending(null),
  }
  mine = await fixture.open(fixture.ana)
  ruis = await fixture.open(fixture.rui)
})
afterAll(() => testApp.close())

const idsOf = async (person: Person, query: object) =>
  (await person.does(listTickets, { query })).tickets.map(({ id }) => id).sort((a, b) => a - b)

it('TICKET-15 TICKET-41 pending shows only the queues of the user', async () => {
  expect(await idsOf(fixture.ana, { status: 'pending' })).toEqual([waiting.sales])
  expect(await idsOf(fixture.bia, { status: 'pending' })).toEqual([waiting.support])
  expect(await idsOf(fixture.company.admin, { status: 'pending' })).toEqual(Object.values(waiting))
})

it('RT-12 USER-14 with allTicket list, count and search show the pending tickets of all queues', async () => {
  const all = Object.values(waiting)

  expect(await idsOf(fixture.carla, { status: 'pending' })).toEqual(all)
  expect(await fixture.carla.does(countTickets, { query: {} })).toMatchObject({
    pending: all.length,
    open: 0,
  })
  expect(await idsOf(fixture.carla, { searchParam: 'Oi, tudo bem' })).toEqual(all)
  expect(await idsOf(fixture.carla, { status: 'pending', queueIds: [fixture.sales] })).toEqual([
    waiting.sales,
    waiting.none,
  ])
})

it('TICKET-41 assigned shows the user’s own open tickets; TICKET-09 admins may see all', async () => {
  expect(await idsOf(fixture.ana, { status: 'open' })).toEqual([mine])
  expect(await idsOf(fixture.ana, { status: 'open', showAll: 'true' })).toEqual([mine])
  expect(await idsOf(fixture.company.admin, { status: 'open' })).toEqual([])
  expect(await idsOf(fixture.company.admin, { status: 'open', showAll: 'true' })).toEqual([mine, ruis])
})

it('TICKET-39 TICKET-40 chosen queues narrow the list; tickets without queue always pass', async () => {
  const query = { status: 'pending' as const, queueIds: [fixture.support] }

  expect(await idsOf(fixture.ana, query)).toEqual([])
  expect(await idsOf(fixture.company.admin, query)).toEqual([waiting.support, waiting.none])
})

it('TICKET-08 searches readable tickets by name, number and text, without accents and case', async () => {
  await fixture.company.hears({
    over: fixture.numbers.sales,
    from: '5551988887777',
    text: 'Quero um orçamento do SOFÁ',
  })

  expect(await idsOf(fixture.ana, { searchParam: 'conceicao' })).toEqual([waiting.sales])
  expect(await idsOf(fixture.ana, { searchParam: '98888-7777' })).toHaveLength(1)
  expect(await idsOf(fixture.ana, { searchParam: 'orcamento do sofa' })).toHaveLength(1)
  expect(await idsOf(fixture.bia, { searchParam: 'orcamento do sofa' })).toEqual([])
  expect(await idsOf(fixture.ana, { searchParam: '100%_' })).toEqual([])
})

it('TICKET-41 closed shows the closed tickets of the user’s queues, also of other owners', async () => {
  const [sales, support] = [await fixture.open(fixture.ana), await fixture.open(fixture.bia, 'support')]
  const own = { params: { ticketId: sales }, body: { status: 'closed' } } as const
  await fixture.ana.does(updateTicket, own)
  await fixture.bia.does(updateTicket, { ...own, params: { ticketId: support } })

  expect(await idsOf(fixture.rui, { status: 'closed' })).toEqual([sales])
  expect(await idsOf(fixture.bia, { status: 'closed' })).toEqual([support])
  expect(await idsOf(fixture.carla, { status: 'closed' })).toEqual([])
  expect(await idsOf(fixture.company.admin, { status: 'closed', queueIds: [fixture.sales] })).toEqual([sales])
  for (const ticketId of [sales, support])
    await fixture.company.admin.does(deleteTicket, { params: { ticketId } })
})

it('TICKET-39 TICKET-40 filters unread tickets, and last changes by the company’s days', async () => {
  const boss = fixture.company.admin
  const all = { status: 'open', showAll: 'true' }
  await testApp.table('tickets').update({ id: mine }, { unread: 0, last_at: '2026-11-12T02:30:00Z' })
  await testApp.table('tickets').update({ id: ruis }, { unread: 2 })

  expect(await idsOf(boss, { ...all, withUnreadMessages: 'true' })).toEqual([ruis])
  expect(await idsOf(boss, { ...all, withUnreadMessages: 'false' })).toEqual([mine, ruis])
  expect(await idsOf(boss, { ...all, updatedAt: '2026-11-11' })).toEqual([mine]) // 23:30 of the evening before
  expect(await idsOf(boss, { ...all, updatedAt: '2026-11-12T15:00:00.000Z' })).toEqual([])
})

it('TICKET-40 filters the day of creation in the company’s time zone', async () => {
  expect(await idsOf(fixture.company.admin, { date: '2026-11-20T23:59:00.000Z' })).not.toEqual([])
  expect(await idsOf(fixture.company.admin, { date: '2026-11-19' })).toEqual([])
})

it('TICKET-05 counts equal the whole lists, not one page', async () => {
  const counts = await fixture.company.admin.does(countTickets, { query: { showAll: 'true' } })

  const pending = await fixture.company.admin.does(listTickets, { query: { status: 'pending' } })
  const open = await fixture.company.admin.does(listTickets, { query: { status: 'open', showAll: 'true' } })
  const unqueued = pending.tickets.filter(({ queueId }) => queueId === null).length
  expect(counts).toMatchObject({ open: open.count, pending: pending.count, unqueued })
  const ofBia = await fixture.bia.does(countTickets, { query: {} })
  expect([unqueued > 0, ofBia.unqueued]).toEqual([true, 0]) // Bia may not read tickets without queue
})

it('TICKET-48 GEN-08 a page has 40 tickets, newest change first, and `hasMore`', async () => {
  const queue = 'support' as const
  for (let more = 0; more < 45; more++) {
    testApp.pass(1)
    await fixture.pending(queue)
  }

  const first = await fixture.bia.does(listTickets, { query: { status: 'pending' } })
  const second = await fixture.bia.does(listTickets, { query: { status: 'pending', pageNumber: '2' } })

  expect([first.tickets.length, first.hasMore, first.count]).toEqual([40, true, 46])
  expect([second.tickets.length, second.hasMore]).toEqual([6, false])
  const times = [...first.tickets, ...second.tickets].map(({ updatedAt }) => updatedAt)
  expect(times).toEqual([...times].sort().reverse())
})

it('TICKET-40 filters all chosen tags and any chosen user; TICKET-06 without words', async () => {
  const [vip, swap] = await Promise.all(['VIP', 'Troca'].map(tag))
  for (const [ticket_id, tag_id] of [
    [mine, vip],
    [mine, swap],
    [ruis, vip],
  ])
    await testApp.table('ticket_tags').insert({ company_id: fixture.company.id, ticket_id, tag_id })
  const boss = fixture.company.admin

  expect(await idsOf(boss, { tags: [vip] })).toEqual([mine, ruis])
  expect(await idsOf(boss, { tags: [vip, swap] })).toEqual([mine])
  expect(await idsOf(boss, { tags: [vip], users: [fixture.rui.id] })).toEqual([ruis])
  expect(await idsOf(boss, { users: [fixture.ana.id, fixture.rui.id] })).toEqual([mine, ruis])
  expect(await idsOf(boss, { tags: [vip, swap], searchParam: 'tudo bem' })).toEqual([mine])
  expect(await idsOf(fixture.bia, { tags: [vip] })).toEqual([])
})

it('RT-08 lists get update, updateUnread and delete on the channel of their company', async () => {
  const ticketId = await fixture.open(fixture.rui)
  fixture.rui.shows({ statuses: ['open', 'pending'] })
  await fixture.rui.received()
  const { contact } = await fixture.rui.does(getTicket, { params: { ticketId } })

  await fixture.company.hears({ over: fixture.numbers.sales, from: contact.number, text: 'Ainda estou aqui' })
  await fixture.rui.does(listMessages, { params: { ticketId } })
  await fixture.rui.does(updateTicket, { params: { ticketId }, body: { status: 'pending' } })
  await fixture.company.admin.does(deleteTicket, { params: { ticketId } })

  const actions = (await fixture.rui.received())
    .filter(({ channel }) => channel === `company-${fixture.company.id}-ticket`)
    .map(({ payload }) => (payload as { action: string }).action)
  expect(new Set(actions)).toEqual(new Set(['update', 'updateUnread', 'delete']))
})

async function tag(name: string): Promise<number> {
  const times = { created_at: testApp.now(), updated_at: testApp.now() }
  const values = { company_id: fixture.company.id, name, color: '#A4CCCC', ...times }
  return (await testApp.table('tags').insert<{ id: number }>(values)).id
}
