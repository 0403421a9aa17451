import { countTickets, deleteTicket, listTickets, updateTicket } from '@balcao/contract/tickets'
import type { QueueId, TicketId } from '@balcao/domain/ids'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ageRows } from '../../../testing/age-rows'
import { storeContact, storeTicket } from '../../../testing/stored-conversations'
import { openOwnTestApp, type TestApp } from '../../../testing/test-app'
import { closedSummedAndCounted, summedAndCounted } from '../testing/ticket-counts'
import { openTicketFixture, type TicketFixture } from '../testing/ticket-fixture'
import { compactClosedTicketDeltas, compactTicketCounterDeltas } from './ticket-lists.queries'

let testApp: TestApp
let fixture: TicketFixture
beforeAll(async () => {
  testApp = await openOwnTestApp() // sums
  fixture = await openTicketFixture(testApp)
})
afterAll(() => testApp.close())

interface ClosedTicket {
  readonly id: TicketId
  readonly queue_id: QueueId | null
  readonly last_at: Date
}

function compact(statement: typeof compactTicketCounterDeltas) {
  const actor = { kind: 'system', name: 'test', companyId: fixture.company.id } as const
  return testApp.app.workplace.withCompany(actor, ({ db }) => db.run(statement))
}

async function dayOfWork(): Promise<void> {
  const { company, ana, rui } = fixture
  const turns = (ticketId: TicketId, body: object) => ana.does(updateTicket, { params: { ticketId }, body })
  const waiting = await fixture.pending('sales')
  await turns(waiting, { status: 'open' })
  await turns(waiting, { status: 'closed' })
  await fixture.pending(null)
  const ofRui = await fixture.open(rui)
  await rui.does(updateTicket, { params: { ticketId: ofRui }, body: { status: 'pending' } })
  const mine = await fixture.open(ana)
  await company.hears({ over: fixture.numbers.sales, from: '5551977776666', text: 'Oi' })
  await company.admin.does(deleteTicket, { params: { ticketId: mine } })
}

it('TICKET-05 counter deltas equal the counted tickets after each act and after compaction', async () => {
  await dayOfWork()
  const [summed, counted] = await summedAndCounted(testApp)
  expect(summed).toEqual(counted)
  const before = await fixture.company.admin.does(countTickets, { query: { showAll: 'true' } })

  await Promise.all([compact(compactTicketCounterDeltas), compact(compactTicketCounterDeltas)])

  expect(await summedAndCounted(testApp)).toEqual([summed, counted])
  expect(await fixture.company.admin.does(countTickets, { query: { showAll: 'true' } })).toEqual(before)
  const list = await fixture.company.admin.does(listTickets, { query: { status: 'pending' } })
  expect(list.count).toBe(before.pending)
  expect(list.tickets).toHaveLength(before.pending)
})

it('closed deltas equal the counted tickets after each change of a ticket and after compaction', async () => {
  const { company, ana, sales, support } = fixture
  const tickets = testApp.table('tickets')
  const closed = async () => {
    const id = await fixture.open(ana)
    await ana.does(updateTicket, { params: { ticketId: id }, body: { status: 'closed' } })
    return id
  }
  const [older, moved, unqueued, reopened, gone] = [
    await closed(),
    await closed(),
    await closed(),
    await closed(),
    await closed(),
  ]
  await ageRows(tickets, { id: older }, 'last_at', 3 * 24 * 3600)
  await tickets.update({ id: moved }, { queue_id: support, unread: 2 })
  await tickets.update({ id: unqueued }, { queue_id: null })
  await tickets.update({ id: reopened }, { status: 'open' })
  await company.admin.does(deleteTicket, { params: { ticketId: gone } })

  const [summed, counted] = await closedSummedAndCounted(testApp)
  await Promise.all([compact(compactClosedTicketDeltas), compact(compactClosedTicketDeltas)])

  expect(summed).toEqual(counted)
  expect(summed).toContainEqual(
    expect.objectContaining({ company_id: company.id, queue_id: support, tickets: 1 }),
  )
  expect(summed).toContainEqual(expect.objectContaining({ company_id: company.id, queue_id: sales }))
  expect(await closedSummedAndCounted(testApp)).toEqual([summed, counted])
})

it('TICKET-48 pages of the closed list hold all tickets once, for each reader', async () => {
  const { company, ana, carla, numbers, sales, support } = fixture
  const { id: contactId } = await storeContact(testApp, company.id)
  for (let n = 1; n <= 250; n++) {
    await storeTicket(testApp, company.id, contactId, {
      ...{ connection_id: numbers.sales, queue_id: [sales, support, null][n % 3] },
      last_at: new Date(Date.parse('2026-03-02T03:00:00Z') - n * 37 * 60_000),
    })
  }
  const closed = await testApp
    .table('tickets')
    .find<ClosedTicket>({ company_id: company.id, status: 'closed' }, ['id', 'queue_id', 'last_at'])
  closed.sort((one, other) => other.last_at.getTime() - one.last_at.getTime() || other.id - one.id)
  const inQueues = (...queueIds: (QueueId | null)[]) =>
    closed.filter(({ queue_id }) => queueIds.includes(queue_id)).map(({ id }) => id)
  const paged = async (person: typeof ana, query: object = {}) => {
    const ids: TicketId[] = []
    for (let pageNumber = 1, hasMore = true; hasMore; pageNumber++) {
      const page = await person.does(listTickets, { query: { status: 'closed', ...query, pageNumber } })
      ids.push(...page.tickets.map(({ id }) => id))
      hasMore = page.hasMore
    }
    return ids
  }

  expect(await paged(company.admin)).toEqual(closed.map(({ id }) => id))
  expect(await paged(ana)).toEqual(inQueues(sales))
  expect(await paged(carla)).toEqual(inQueues(null))
  expect(await paged(company.admin, { queueIds: [support] })).toEqual(inQueues(support, null))
  const beyond = await ana.does(listTickets, { query: { status: 'closed', pageNumber: 50 } })
  expect([beyond.tickets, beyond.hasMore]).toEqual([[], false])
})
