import { listOtherTicketsOfContact, updateTicket } from '@balcao/contract/tickets'
import type { TicketId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app'
import { openTicketFixture, type TicketFixture } from '../testing/ticket-fixture'

let testApp: TestApp
let fixture: TicketFixture
beforeAll(async () => {
  testApp = await openTestApp()
  fixture = await openTicketFixture(testApp)
}, 60_000)
afterAll(() => testApp.close())

/** Tickets of one customer, each closed before the next. */
async function attendances(...queues: ('sales' | 'support')[]): Promise<TicketId[]> {
  const from = fixture.newNumber()
  const ids: TicketId[] = []
  for (const queue of queues) {
    const last = ids.at(-1)
    if (last !== undefined) await turns(fixture.company.admin, last, 'closed')
    testApp.pass(1)
    ids.push(await fixture.company.hears({ over: fixture.numbers[queue], from }))
  }
  return ids
}
const turns = (person: Person, ticketId: TicketId, status: 'open' | 'closed') =>
  person.does(updateTicket, { params: { ticketId }, body: { status } })
const others = async (person: Person, ticketId: TicketId, pageNumber = 1) => {
  const answer = await person.does(listOtherTicketsOfContact, { params: { ticketId }, query: { pageNumber } })
  return { ids: answer.tickets.map(({ id }) => id), hasMore: answer.hasMore }
}

it('lists the other tickets of a contact newest first, from each of its tickets', async () => {
  const [first, second, third] = await attendances('sales', 'sales', 'sales')
  await fixture.pending('sales') // of another contact

  expect(await others(fixture.ana, third as TicketId)).toEqual({ ids: [second, first], hasMore: false })
  expect(await others(fixture.ana, first as TicketId)).toEqual({ ids: [third, second], hasMore: false })
})

it('lists only tickets that the user may read; an admin reads all', async () => {
  const [first, second, third] = await attendances('sales', 'support', 'sales')

  expect((await others(fixture.ana, third as TicketId)).ids).toEqual([first])
  expect((await others(fixture.bia, second as TicketId)).ids).toEqual([])
  expect((await others(fixture.company.admin, third as TicketId)).ids).toEqual([second, first])
})

it('lists ten tickets a page', async () => {
  const all = await attendances(
    ...Array.from({ length: limits.otherTicketsPage + 2 }, () => 'sales' as const),
  )
  const last = all.pop() as TicketId // of twelve
  const newestFirst = all.reverse()

  expect(await others(fixture.ana, last)).toEqual({ ids: newestFirst.slice(0, 10), hasMore: true })
  expect(await others(fixture.ana, last, 2)).toEqual({ ids: newestFirst.slice(10), hasMore: false })
})

it('refuses users who may not read the ticket, and does not find it for another company', async () => {
  const [ticketId] = (await attendances('support')) as [TicketId]

  const ana = await fixture.ana.call(listOtherTicketsOfContact, { params: { ticketId } })
  const stranger = await fixture.stranger.call(listOtherTicketsOfContact, { params: { ticketId } })

  expect([ana.status, ana.error]).toEqual([403, 'ERR_NO_PERMISSION'])
  expect([stranger.status, stranger.error]).toEqual([404, 'ERR_NO_TICKET_FOUND'])
})
