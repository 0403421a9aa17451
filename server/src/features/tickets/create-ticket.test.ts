import { createContact } from '@balcao/contract/contacts'
import { updateUser } from '@balcao/contract/people'
import { createTicket, updateTicket } from '@balcao/contract/tickets'
import type { ConnectionId, ContactId, QueueId, TicketId } from '@balcao/domain/ids'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openTown, type Town } from '../../testing/town'
import { aShopFloor, type ShopFloor } from './testing/shop-floor'

let town: Town
let floor: ShopFloor
beforeAll(async () => {
  town = await openTown()
  floor = await aShopFloor(town)
})
afterAll(() => town.close())

/** A contact whose only ticket is closed. */
async function aContact(): Promise<ContactId> {
  return (await contactOf(await closedTicket())).id
}
async function closedTicket(): Promise<TicketId> {
  const ticketId = await floor.open(floor.ana)
  await floor.ana.does(updateTicket, { params: { ticketId }, body: { status: 'closed' } })
  return ticketId
}
async function contactOf(ticketId: TicketId): Promise<{ id: ContactId }> {
  const [row] = await town.rows<{ id: ContactId }>('select contact_id as id from tickets where id = $1', [
    ticketId,
  ])
  if (row === undefined) throw new Error('no ticket')
  return row
}

it('TICKET-30 TICKET-44 TICKET-45 opens a ticket of the caller, over the default connection', async () => {
  const contactId = await aContact()

  const ticket = await floor.ana.does(createTicket, {
    body: { contactId, queueId: floor.sales, status: 'open' },
  })

  expect(ticket).toMatchObject({
    status: 'open',
    userId: floor.ana.id,
    queueId: floor.sales,
    contactId,
    whatsappId: floor.numbers.sales,
  })
})

it("TICKET-45 without a choice the person's own default connection goes before the company's", async () => {
  const lia = await floor.company.person('Lia', { queueIds: [floor.sales] })
  const body = { whatsappId: floor.numbers.support }
  await floor.company.admin.does(updateUser, { params: { userId: lia.id }, body })

  const ticket = await lia.does(createTicket, {
    body: { contactId: await aContact(), queueId: floor.sales },
  })

  expect(ticket.whatsappId).toBe(floor.numbers.support)
})

it('TICKET-44 TICKET-30 takes the chosen connection, and the caller as its user whoever is named', async () => {
  const ticket = await floor.ana.does(createTicket, {
    body: {
      contactId: await aContact(),
      queueId: floor.sales,
      whatsappId: floor.numbers.support,
      userId: floor.rui.id,
      status: 'open',
    },
  })

  expect(ticket).toMatchObject({
    status: 'open',
    userId: floor.ana.id,
    queueId: floor.sales,
    whatsappId: floor.numbers.support,
  })
})

it('TICKET-29 needs a queue unless the person is admin', async () => {
  const [one, other] = [await aContact(), await aContact()]

  const refused = await floor.ana.call(createTicket, { body: { contactId: one, queueId: '' } })
  const taken = await floor.company.admin.call(createTicket, { body: { contactId: other, queueId: '' } })

  expect([refused.status, refused.error]).toEqual([400, 'ERR_QUEUE_REQUIRED'])
  expect([taken.status, taken.body.queueId]).toEqual([200, null])
})

it('TICKET-31 TICKET-35 an existing ticket comes back as a JSON text that names its owner and queue', async () => {
  const live = await floor.open(floor.rui)
  const { id: contactId } = await contactOf(live)

  const { status, error = '' } = await floor.ana.call(createTicket, {
    body: { contactId, queueId: floor.sales },
  })

  expect(status).toBe(409)
  expect(JSON.parse(error)).toMatchObject({
    id: live,
    status: 'open',
    userId: floor.rui.id,
    user: { id: floor.rui.id, name: 'Rui' },
    queue: { id: floor.sales, name: 'Vendas' },
  })
})

it('WIRE-trap-4 both objects are there even where there is no owner and no queue', async () => {
  const live = await floor.pending(null)
  const { id: contactId } = await contactOf(live)

  const { error = '' } = await floor.ana.call(createTicket, { body: { contactId, queueId: floor.sales } })

  expect(JSON.parse(error)).toMatchObject({ user: { id: null, name: '' }, queue: { id: null, name: '' } })
})

it('TICKET-34 of two who open one at once, one wins', async () => {
  const contactId = await aContact()

  const answers = await Promise.all(
    [floor.ana, floor.rui].map((person) =>
      person.call(createTicket, { body: { contactId, queueId: floor.sales } }),
    ),
  )

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const live = await town.rows(`select id from tickets where contact_id = $1 and status <> 'closed'`, [
    contactId,
  ])
  expect(live).toHaveLength(1)
})

it('T2 contacts, queues and connections of another company do not exist', async () => {
  const contactId = await aContact()
  const foreign = await aShopFloor(town)

  const answers = [
    await foreign.ana.call(createTicket, { body: { contactId, queueId: foreign.sales } }),
    await floor.ana.call(createTicket, { body: { contactId, queueId: foreign.sales } }),
    await floor.ana.call(createTicket, {
      body: { contactId, queueId: floor.sales, whatsappId: foreign.numbers.sales },
    }),
  ]

  expect(answers.map(({ status, error }) => [status, error])).toEqual([
    [404, 'ERR_NO_CONTACT_FOUND'],
    [404, 'ERR_QUEUE_NOT_FOUND'],
    [404, 'ERR_NO_WAPP_FOUND'],
  ])
})

it('ERR-32 a live ticket that comes past the lock of its contact refuses the new one, which then is told of', async () => {
  const contactId = await aContact()
  const body = { contactId, queueId: floor.sales }
  await town.rows('begin')
  await town.rows(
    `insert into tickets (company_id, uuid, contact_id, queue_id, status, is_group, created_at, last_at)
     values ($1, gen_random_uuid(), $2, $3, 'pending', false, now(), now())`,
    [floor.company.id, contactId, floor.sales],
  )

  const answer = floor.ana.call(createTicket, { body })
  await vi.waitUntil(
    async () =>
      (
        await town.rows(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).length > 0,
  )
  await town.rows('commit')
  const { status, error } = await answer
  const next = await floor.ana.call(createTicket, { body })

  expect([status, error]).toEqual([400, 'ERR_CREATING_TICKET'])
  expect([next.status, JSON.parse(next.error ?? '').status]).toEqual([409, 'pending'])
})

it('TICKET-45 a company without connections says so', async () => {
  const bare = await town.company()
  const queueId: QueueId = await bare.queue('Única')
  const over: ConnectionId = await bare.connection('Passageira', [queueId])
  const ticketId = await bare.hears({ over, from: '5551977776666' })
  await bare.admin.does(updateTicket, { params: { ticketId }, body: { status: 'closed' } })
  await town.rows('delete from connections where id = $1', [over])

  const body = { contactId: (await contactOf(ticketId)).id, queueId }
  const { error } = await bare.admin.call(createTicket, { body })

  expect(error).toBe('ERR_NO_DEF_WAPP_FOUND')
})

it('CONTACT-06 without a connected number a new contact cannot be checked', async () => {
  const { error } = await floor.ana.call(createContact, {
    body: { name: 'Nova Pessoa', number: '5551966665555' },
  })

  expect(error).toBe('ERR_WAPP_CHECK_CONTACT')
})
