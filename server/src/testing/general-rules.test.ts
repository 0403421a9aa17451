import { createAnnouncement } from '@balcao/contract/announcements'
import { listCompanies } from '@balcao/contract/companies'
import { createConnection, listConnections } from '@balcao/contract/connections'
import { listContacts } from '@balcao/contract/contacts'
import { createHelpVideo } from '@balcao/contract/helps'
import { listMessages } from '@balcao/contract/messages'
import { createUser, getSessionUser, getUser, listUsers } from '@balcao/contract/people'
import { listAllPlans } from '@balcao/contract/plans'
import { createQueue, listQueues } from '@balcao/contract/queues'
import { getTicket, listTickets } from '@balcao/contract/tickets'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTicketFixture, type TicketFixture } from '../features/tickets/testing/ticket-fixture'
import { openOwnTestApp, type TestApp } from './test-app'

let testApp: TestApp
let fixture: TicketFixture
beforeAll(async () => {
  testApp = await openOwnTestApp() // platform
  fixture = await openTicketFixture(testApp)
})
afterAll(() => testApp.close())

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

it('GEN-15 every thing has an integer id and UTC times; addresses are uuids', async () => {
  const ticketId = await fixture.open(fixture.ana)
  const things = [
    await fixture.ana.does(getTicket, { params: { ticketId } }),
    ...(await fixture.ana.does(listMessages, { params: { ticketId } })).messages,
    ...(await fixture.ana.does(listContacts)).contacts,
    ...(await fixture.ana.does(listUsers)).users,
    ...(await fixture.ana.does(listQueues)),
    ...(await fixture.ana.does(listConnections)),
  ]

  for (const { id, createdAt, updatedAt } of things) {
    expect(Number.isInteger(id)).toBe(true)
    expect([createdAt, updatedAt]).toEqual([expect.stringMatching(instant), expect.stringMatching(instant)])
  }
  expect(things[0]).toMatchObject({ uuid: expect.stringMatching(/^[0-9a-f-]{36}$/) })
})

it('AUTH-17 the signed-in user, as the login returned it', async () => {
  const answered = await fixture.ana.does(getSessionUser)

  expect(answered).toMatchObject({ ...fixture.ana.user, online: expect.any(Boolean) })
})

it('GEN-21 an agent sees the own queues, an admin the company, a super user the platform', async () => {
  await fixture.pending('sales')
  await fixture.pending('support')
  const { admin } = fixture.company

  const seen = async (person: typeof admin) =>
    new Set(
      (await person.does(listTickets, { query: { status: 'pending' } })).tickets.map(
        ({ queueId }) => queueId,
      ),
    )
  const form = { name: 'Nova', color: '#123abc' }

  expect(await seen(fixture.ana)).toEqual(new Set([fixture.sales]))
  expect(await seen(admin)).toEqual(new Set([fixture.sales, fixture.support]))
  expect((await fixture.ana.call(createQueue, { body: form })).error).toBe('ERR_NO_PERMISSION')
  expect((await admin.call(createQueue, { body: form })).status).toBe(200)
  const { admin: superUser } = await testApp.company({ isSuper: true })
  const ofThePlatform = (person: typeof admin) => [
    person.call(listCompanies),
    person.call(listAllPlans),
    person.call(createHelpVideo, { body: { title: 'Começo', video: 'dQw4w9WgXcQ' } }),
    person.call(createAnnouncement, { body: { priority: 1, title: 'Hoje', text: 'Novidade', status: true } }),
  ]
  for (const person of [fixture.ana, admin]) {
    for (const { error } of await Promise.all(ofThePlatform(person))) expect(error).toBe('ERR_NO_PERMISSION')
  }
  const answers = await Promise.all(ofThePlatform(superUser))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
})

it('GEN-22 a company has a due date and a plan that says which modules it has', async () => {
  const { company } = await fixture.ana.does(getSessionUser)

  expect(company.dueDate).toMatch(instant)
  expect(company.plan).toMatchObject({ useKanban: true, useCampaigns: true, users: 50 })
})

it('GEN-22 PLAN-09 after the due date calls of the company are refused, but not the session', async () => {
  const company = await testApp.company({ dueDate: '2026-11-20' })
  testApp.pass(2 * 24 * 3600)

  const answers = [await company.admin.call(listTickets), await company.admin.call(getSessionUser)]

  expect(answers.map(({ status }) => status)).not.toContain(500)
  expect(answers[0]?.status).toBe(403)
})

it("GEN-01 a company's rows are in no list of another company", async () => {
  const [one, other] = [await testApp.company(), await testApp.company()]
  const queueId = await one.queue('Secreta')
  const form = { name: 'Secreto', email: 'secreto@example.com', password: 'secreto', queueIds: [queueId] }
  const made = await one.admin.does(createUser, { body: form })
  await one.admin.does(createConnection, { body: { name: 'Número secreto', queueIds: [queueId] } })

  const lists = JSON.stringify([
    await other.admin.does(listUsers),
    await other.admin.does(listQueues),
    await other.admin.does(listConnections),
    await other.admin.does(listContacts),
  ])

  expect(lists).not.toMatch(/secret/i)
  expect((await other.admin.call(getUser, { params: { userId: made.id } })).status).toBe(404)
})
