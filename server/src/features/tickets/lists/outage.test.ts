import { getConnectionOutage, updateTicket } from '@balcao/contract/tickets'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../../../testing/test-app'
import { openTicketFixture, type TicketFixture } from '../testing/ticket-fixture'

let testApp: TestApp
let fixture: TicketFixture
beforeAll(async () => {
  testApp = await openTestApp()
  fixture = await openTicketFixture(testApp)
})
afterAll(() => testApp.close())

it('returns the connections of the caller’s own open tickets, and the admins of the company', async () => {
  const ticketId = await fixture.open(fixture.ana)
  await fixture.open(fixture.rui)
  const admin = { id: fixture.company.admin.id, name: 'Admin' }

  expect(await fixture.ana.does(getConnectionOutage, {})).toEqual({
    connectionIds: [fixture.numbers.sales],
    admins: [admin],
  })
  expect(await fixture.bia.does(getConnectionOutage, {})).toEqual({ connectionIds: [], admins: [admin] })
  await fixture.ana.does(updateTicket, { params: { ticketId }, body: { status: 'closed' } })
  expect((await fixture.ana.does(getConnectionOutage, {})).connectionIds).toEqual([])
})
