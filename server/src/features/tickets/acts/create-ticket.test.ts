import { createContact } from '@balcao/contract/contacts'
import { updateUser } from '@balcao/contract/people'
import { createTicket, updateTicket } from '@balcao/contract/tickets'
import type { ConnectionId, ContactId, QueueId, TicketId } from '@balcao/domain/ids'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { not } from '../../../platform/testing/table-rows'
import { contactOf } from '../../../testing/contact-of'
import { inOwnerTransaction, statementWaitsForLock } from '../../../testing/owner-transaction'
import { storeTicket } from '../../../testing/stored-conversations'
import { openTestApp, type TestApp } from '../../../testing/test-app'
import { openTicketFixture, type TicketFixture } from '../testing/ticket-fixture'

let testApp: TestApp
let fixture: TicketFixture
beforeAll(async () => {
  testApp = await openTestApp()
  fixture = await openTicketFixture(testApp)
})
afterAll(() => testApp.close())

/** A contact whose only ticket is closed. */
async function aContact(): Promise<ContactId> {
  return (await contactOf(testApp, await closedTicket())).id
}
async function closedTicket(): Promise<TicketId> {
  const ticketId = await fixture.open(fixture.ana)
  await fixture.ana.does(updateTicket, { params: { ticketId }, body: { status: 'closed' } })
  return ticketId
}

it('TICKET-30 TICKET-44 TICKET-45 opens a ticket of the caller over the default connection', async () => {
  const contactId = await aContact()

  const ticket = await fixture.ana.does(createTicket, {
    body: { contactId, queueId: fixture.sales, status: 'open' },
  })

  expect(ticket).toMatchObject({
    status: 'open',
    userId: fixture.ana.id,
    queueId: fixture.sales,
    contactId,
    whatsappId: fixture.numbers.sales,
  })
})

it("TICKET-45 prefers the user's default connection to the company's", async () => {
  const lia = await fixture.company.person('Lia', { queueIds: [fixture.sales] })
  const body = { whatsappId: fixture.numbers.support }
  await fixture.company.admin.does(updateUser, { params: { userId: lia.id }, body })

  const ticket = await lia.does(createTicket, {
    body: { contactId: await aContact(), queueId: fixture.sales },
  })

  expect(ticket.whatsappId).toBe(fixture.numbers.support)
})

it('TICKET-44 TICKET-30 uses the chosen connection, ignores `userId`: the caller is owner', async () => {
  const ticket = await fixture.ana.does(createTicket, {
    body: {
      contactId: await aContact(),
      queueId: fixture.sales,
      whatsappId: fixture.numbers.support,
      userId: fixture.rui.id,
      status: 'open',
    },
  })

  expect(ticket).toMatchObject({
    status: 'open',
    userId: fixture.ana.id,
    queueId: fixture.sales,
    whatsappId: fixture.numbers.support,
  })
})

it('TICKET-29 requires a queue from users who are not admins', async () => {
  const [one, other] = [await aContact(), await aContact()]

  const refused = await fixture.ana.call(createTicket, { body: { contactId: one, queueId: '' } })
  const taken = await fixture.company.admin.call(createTicket, { body: { contactId: other, queueId: '' } })

  expect([refused.status, refused.error]).toEqual([400, 'ERR_QUEUE_REQUIRED'])
  expect([taken.status, taken.body.queueId]).toEqual([200, null])
})

it('TICKET-31 TICKET-35 refuses with the existing ticket, its owner and queue as a JSON text', async () => {
  const live = await fixture.open(fixture.rui)
  const { id: contactId } = await contactOf(testApp, live)

  const { status, error = '' } = await fixture.ana.call(createTicket, {
    body: { contactId, queueId: fixture.sales },
  })

  expect(status).toBe(409)
  expect(JSON.parse(error)).toMatchObject({
    id: live,
    status: 'open',
    userId: fixture.rui.id,
    user: { id: fixture.rui.id, name: 'Rui' },
    queue: { id: fixture.sales, name: 'Vendas' },
  })
})

it('WIRE-trap-4 the JSON text has user and queue objects even without owner and queue', async () => {
  const live = await fixture.pending(null)
  const { id: contactId } = await contactOf(testApp, live)

  const { error = '' } = await fixture.ana.call(createTicket, { body: { contactId, queueId: fixture.sales } })

  expect(JSON.parse(error)).toMatchObject({ user: { id: null, name: '' }, queue: { id: null, name: '' } })
})

it('TICKET-34 of two concurrent calls for one contact one wins', async () => {
  const contactId = await aContact()

  const answers = await Promise.all(
    [fixture.ana, fixture.rui].map((person) =>
      person.call(createTicket, { body: { contactId, queueId: fixture.sales } }),
    ),
  )

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const live = { contact_id: contactId, status: not('closed') }
  expect(await testApp.table('tickets').find(live)).toHaveLength(1)
})

it('T2 does not find contacts, queues and connections of another company', async () => {
  const contactId = await aContact()
  const foreign = await openTicketFixture(testApp)

  const answers = [
    await foreign.ana.call(createTicket, { body: { contactId, queueId: foreign.sales } }),
    await fixture.ana.call(createTicket, { body: { contactId, queueId: foreign.sales } }),
    await fixture.ana.call(createTicket, {
      body: { contactId, queueId: fixture.sales, whatsappId: foreign.numbers.sales },
    }),
  ]

  expect(answers.map(({ status, error }) => [status, error])).toEqual([
    [404, 'ERR_NO_CONTACT_FOUND'],
    [404, 'ERR_QUEUE_NOT_FOUND'],
    [404, 'ERR_NO_WAPP_FOUND'],
  ])
})

it('ERR-32 refuses when a live ticket was inserted without the contact’s lock', async () => {
  const contactId = await aContact()
  const body = { contactId, queueId: fixture.sales }
  let answer: ReturnType<typeof fixture.ana.call<typeof createTicket>> | undefined

  await inOwnerTransaction(testApp, async () => {
    await storeTicket(testApp, fixture.company.id, contactId, { queue_id: fixture.sales, status: 'pending' })
    answer = fixture.ana.call(createTicket, { body })
    await statementWaitsForLock(testApp)
  })
  const next = await fixture.ana.call(createTicket, { body })

  expect(await answer).toMatchObject({ status: 400, error: 'ERR_CREATING_TICKET' })
  expect([next.status, JSON.parse(next.error ?? '').status]).toEqual([409, 'pending'])
})

it('TICKET-45 refuses in a company without connections', async () => {
  const bare = await testApp.company()
  const queueId: QueueId = await bare.queue('Única')
  const over: ConnectionId = await bare.connection('Passageira', [queueId])
  const ticketId = await bare.hears({ over, from: '5551977776666' })
  await bare.admin.does(updateTicket, { params: { ticketId }, body: { status: 'closed' } })
  await testApp.table('connections').delete({ id: over })

  const body = { contactId: (await contactOf(testApp, ticketId)).id, queueId }
  const { error } = await bare.admin.call(createTicket, { body })

  expect(error).toBe('ERR_NO_DEF_WAPP_FOUND')
})

it('CONTACT-06 refuses a new contact while no number is connected to check it', async () => {
  const { error } = await fixture.ana.call(createContact, {
    body: { name: 'Nova Pessoa', number: '5551966665555' },
  })

  expect(error).toBe('ERR_WAPP_CHECK_CONTACT')
})
