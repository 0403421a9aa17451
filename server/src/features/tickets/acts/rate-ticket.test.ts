import { readDashboard } from '@balcao/contract/dashboard'
import type { LiveTicketEventPayload } from '@balcao/contract/live'
import { listTicketEvents } from '@balcao/contract/ticket-events'
import { updateTicket } from '@balcao/contract/tickets'
import type { CompanyId, TicketId } from '@balcao/domain/ids'
import type { Rating } from '@balcao/domain/tickets'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { not } from '../../../platform/testing/table-rows'
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app'
import { openTicketFixture, type TicketFixture } from '../testing/ticket-fixture'
import { rateTicket } from './rate-ticket'

let testApp: TestApp
let fixture: TicketFixture
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())
beforeEach(async () => {
  fixture = await openTicketFixture(testApp)
})

const rates = (ticketId: TicketId, rating: Rating, companyId: CompanyId = fixture.company.id) =>
  testApp.app.workplace.withCompany({ kind: 'system', name: 'test', companyId }, (work) =>
    rateTicket(work, ticketId, rating),
  )
const turns = (person: Person, ticketId: TicketId, status: 'open' | 'closed') =>
  person.does(updateTicket, { params: { ticketId }, body: { status } })
async function closed(by: Person): Promise<TicketId> {
  const ticketId = await fixture.open(by)
  await turns(by, ticketId, 'closed')
  return ticketId
}
const ratingsOf = async (ticketId: TicketId) =>
  (await fixture.company.admin.does(listTicketEvents, { params: { ticketId }, query: {} })).events
    .filter(({ kind }) => kind === 'rated')
    .map(({ rating, by, user }) => ({ rating, by, user: user?.name }))
const starsOf = async (person: Person) =>
  (await fixture.company.admin.does(readDashboard, { query: { days: 1 } })).attendants.find(
    ({ id }) => id === person.id,
  )?.rating

describe('a rating', () => {
  it('is a history entry of the user who closed the ticket, and counts for them on the dashboard', async () => {
    const first = await closed(fixture.ana)
    const second = await closed(fixture.ana)

    expect([await rates(first, 3), await rates(second, 2)]).toEqual([true, true])

    expect(await ratingsOf(first)).toEqual([{ rating: 3, by: null, user: 'Ana' }])
    expect(await ratingsOf(second)).toEqual([{ rating: 2, by: null, user: 'Ana' }])
    expect([await starsOf(fixture.ana), await starsOf(fixture.rui)]).toEqual([3, 0])
  })

  it('is stored once for each close, also of concurrent calls', async () => {
    const ticketId = await closed(fixture.ana)

    const answers = await Promise.all([rates(ticketId, 1), rates(ticketId, 1), rates(ticketId, 3)])
    expect(answers.filter((stored) => stored)).toHaveLength(1)
    expect(await ratingsOf(ticketId)).toHaveLength(1)

    await turns(fixture.rui, ticketId, 'open')
    await turns(fixture.rui, ticketId, 'closed')
    expect(await rates(ticketId, 2)).toBe(true)
    expect((await ratingsOf(ticketId)).map(({ user }) => user)).toEqual(['Ana', 'Rui'])
  })

  it('is not stored for live or unknown tickets, or for tickets of another company', async () => {
    const reopened = await closed(fixture.ana)
    await turns(fixture.ana, reopened, 'open')
    const tickets = [await fixture.pending('sales'), await fixture.open(fixture.ana), reopened, 2_000_000_000]
    for (const ticketId of tickets as TicketId[]) expect(await rates(ticketId, 3)).toBe(false)

    const ours = await closed(fixture.ana)
    expect(await rates(ours, 3, fixture.stranger.subscriber.viewer.companyId)).toBe(false)
    expect(
      await testApp.table('ticket_events').find({ rating: not(null), company_id: fixture.company.id }),
    ).toEqual([])
  })

  it('publishes the entry to open conversations, the ticket to lists and notices (WIRE-trap-12)', async () => {
    const ticketId = await closed(fixture.ana)
    fixture.ana.shows({ chatBoxes: [ticketId] })
    fixture.rui.shows({ chatBoxes: [ticketId], statuses: ['closed'] })
    fixture.bia.shows({ chatBoxes: [ticketId], notification: true })
    fixture.company.admin.shows({ notification: true })
    for (const person of [fixture.ana, fixture.rui, fixture.bia, fixture.company.admin])
      await person.received()

    await rates(ticketId, 3)

    const kinds = async (person: Person) =>
      (await person.received()).map(({ channel, payload }) =>
        channel.endsWith('-ticketEvent')
          ? (payload as LiveTicketEventPayload).event.kind // the channel determines the type
          : channel.split('-').at(-1),
      )
    expect(await kinds(fixture.ana)).toEqual(['rated'])
    expect((await kinds(fixture.rui)).sort()).toEqual(['rated', 'ticket'])
    expect(await kinds(fixture.company.admin)).toEqual(['ticket'])
    expect(await kinds(fixture.bia)).toEqual([])
  })
})
