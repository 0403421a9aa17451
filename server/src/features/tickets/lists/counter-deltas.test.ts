import { countTickets, deleteTicket, listTickets, updateTicket } from '@balcao/contract/tickets'
import type { TicketId } from '@balcao/domain/ids'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openOwnTestApp, type TestApp } from '../../../testing/test-app'
import { openTicketFixture, type TicketFixture } from '../testing/ticket-fixture'
import { compactTicketDeltas } from './ticket-lists.queries'

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

  await Promise.all([testApp.rows(compactTicketDeltas.text), testApp.rows(compactTicketDeltas.text)])

  expect(await summedAndCounted()).toEqual([summed, counted])
  expect(await fixture.company.admin.does(countTickets, { query: { showAll: 'true' } })).toEqual(before)
  const list = await fixture.company.admin.does(listTickets, { query: { status: 'pending' } })
  expect(list.count).toBe(before.pending)
  expect(list.tickets).toHaveLength(before.pending)
})
