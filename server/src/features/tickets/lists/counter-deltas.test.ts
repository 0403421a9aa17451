import { countTickets, deleteTicket, listTickets, updateTicket } from '@balcao/contract/tickets'
import type { TicketId } from '@balcao/domain/ids'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openOwnTestApp, type TestApp } from '../../../testing/test-app'
import { openTicketFixture, type TicketFixture } from '../testing/ticket-fixture'
import { compactClosedTicketDeltas, compactTicketCounterDeltas } from './ticket-lists.queries'

let testApp: TestApp
let fixture: TicketFixture
beforeAll(async () => {
  testApp = await openOwnTestApp() // sums
  fixture = await openTicketFixture(testApp)
})
afterAll(() => testApp.close())

const places = 'company_id, status, queue_id, user_id, is_unread'

/** The counts of all companies by the counter deltas, and by counting the tickets. */
async function summedAndCounted(): Promise<[unknown, unknown]> {
  const summed = await testApp.rows(
    `select ${places}, sum(tickets)::int as tickets from ticket_counter_deltas
     group by ${places} having sum(tickets) <> 0 order by ${places}`,
  )
  const counted = await testApp.rows(
    `select ${places}, count(*)::int as tickets from (select *, unread > 0 as is_unread from tickets) t
     group by ${places} order by ${places}`,
  )
  return [summed, counted]
}

/** The closed tickets of each day and queue, by their deltas and by counting the tickets. */
async function closedSummedAndCounted(): Promise<[unknown, unknown]> {
  const places = 'company_id, day, queue_id'
  const summed = await testApp.rows(
    `select ${places}, sum(tickets)::int as tickets from closed_ticket_deltas
     group by ${places} having sum(tickets) <> 0 order by ${places}`,
  )
  const counted = await testApp.rows(
    `select ${places}, count(*)::int as tickets
     from (select *, (last_at at time zone 'UTC')::date as day from tickets where status = 'closed') t
     group by ${places} order by ${places}`,
  )
  return [summed, counted]
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
  const [summed, counted] = await summedAndCounted()
  expect(summed).toEqual(counted)
  const before = await fixture.company.admin.does(countTickets, { query: { showAll: 'true' } })

  await Promise.all([
    testApp.rows(compactTicketCounterDeltas.text),
    testApp.rows(compactTicketCounterDeltas.text),
  ])

  expect(await summedAndCounted()).toEqual([summed, counted])
  expect(await fixture.company.admin.does(countTickets, { query: { showAll: 'true' } })).toEqual(before)
  const list = await fixture.company.admin.does(listTickets, { query: { status: 'pending' } })
  expect(list.count).toBe(before.pending)
  expect(list.tickets).toHaveLength(before.pending)
})

it('closed deltas equal the counted tickets after each change of a ticket and after compaction', async () => {
  const { company, ana, sales, support } = fixture
  const change = (ticketId: TicketId, values: string) =>
    testApp.rows(`update tickets set ${values} where id = ${ticketId}`)
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
  await change(older, "last_at = last_at - interval '3 days'")
  await change(moved, `queue_id = ${support}, unread = 2`)
  await change(unqueued, 'queue_id = null')
  await change(reopened, "status = 'open'")
  await company.admin.does(deleteTicket, { params: { ticketId: gone } })

  const [summed, counted] = await closedSummedAndCounted()
  await Promise.all([
    testApp.rows(compactClosedTicketDeltas.text),
    testApp.rows(compactClosedTicketDeltas.text),
  ])

  expect(summed).toEqual(counted)
  expect(summed).toContainEqual(
    expect.objectContaining({ company_id: company.id, queue_id: support, tickets: 1 }),
  )
  expect(summed).toContainEqual(expect.objectContaining({ company_id: company.id, queue_id: sales }))
  expect(await closedSummedAndCounted()).toEqual([summed, counted])
})

it('TICKET-48 pages of the closed list hold all tickets once, for each reader', async () => {
  const { company, ana, carla, numbers, sales, support } = fixture
  await testApp.rows(
    `insert into tickets (company_id, uuid, contact_id, connection_id, queue_id, status, is_group, created_at, last_at)
     select $1, gen_random_uuid(), (select min(id) from contacts where company_id = $1), $2,
       (array[$3::int, $4::int, null])[1 + n % 3], 'closed', false, now(),
       timestamptz '2026-03-02T03:00:00Z' - n * interval '37 minutes'
     from generate_series(1, 250) n`,
    [company.id, numbers.sales, sales, support],
  )
  const expected = async (condition: string) =>
    (
      await testApp.rows<{ id: TicketId }>(
        `select id from tickets where company_id = $1 and status = 'closed' and ${condition}
         order by last_at desc, id desc`,
        [company.id],
      )
    ).map(({ id }) => id)
  const paged = async (person: typeof ana, query: object = {}) => {
    const ids: TicketId[] = []
    for (let pageNumber = 1, hasMore = true; hasMore; pageNumber++) {
      const page = await person.does(listTickets, { query: { status: 'closed', ...query, pageNumber } })
      ids.push(...page.tickets.map(({ id }) => id))
      hasMore = page.hasMore
    }
    return ids
  }

  expect(await paged(company.admin)).toEqual(await expected('true'))
  expect(await paged(ana)).toEqual(await expected(`queue_id = ${sales}`))
  expect(await paged(carla)).toEqual(await expected('queue_id is null'))
  expect(await paged(company.admin, { queueIds: [support] })).toEqual(
    await expected(`(queue_id = ${support} or queue_id is null)`),
  )
  const beyond = await ana.does(listTickets, { query: { status: 'closed', pageNumber: 50 } })
  expect([beyond.tickets, beyond.hasMore]).toEqual([[], false])
})
