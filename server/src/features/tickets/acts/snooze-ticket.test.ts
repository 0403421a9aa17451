import { mergeContacts } from '@balcao/contract/contacts'
import { deleteUser } from '@balcao/contract/people'
import { listTicketEvents } from '@balcao/contract/ticket-events'
import {
  countTickets,
  getTicket,
  listTickets,
  snoozeTicket,
  updateTicket,
  wakeTicket,
} from '@balcao/contract/tickets'
import type { TicketId } from '@balcao/domain/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app'
import { openTicketFixture, type TicketFixture } from '../testing/ticket-fixture'
import { wakeDueTicket } from './snooze-ticket'

let testApp: TestApp
let fixture: TicketFixture
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())
beforeEach(async () => {
  fixture = await openTicketFixture(testApp)
})

const after = (seconds: number) => new Date(testApp.now().getTime() + seconds * 1_000).toISOString()
const snooze = (person: Person, ticketId: TicketId, until: string | null = after(3_600)) =>
  person.call(snoozeTicket, { params: { ticketId }, body: { until } })
const wakesByItself = (ticketId: TicketId) =>
  testApp.app.workplace.withCompany({ kind: 'system', name: 'test', companyId: fixture.company.id }, (work) =>
    wakeDueTicket(work, ticketId),
  )
const listed = async (person: Person, status: 'open' | 'snoozed' | 'pending') =>
  (await person.does(listTickets, { query: { status } })).tickets.map(({ id }) => id)
const historyOf = async (ticketId: TicketId) =>
  (await fixture.company.admin.does(listTicketEvents, { params: { ticketId }, query: {} })).events.map(
    ({ kind, by, user }) => [kind, by?.name ?? null, user?.name ?? null],
  )

/** An open ticket of Ana, with the phone number of its customer. */
async function ofAna() {
  const from = fixture.newNumber()
  const over = fixture.numbers.sales
  const ticketId = await fixture.company.hears({ over, from, text: 'Oi' })
  await fixture.ana.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
  return { ticketId, writes: (text: string) => fixture.company.hears({ over, from, text }) }
}

describe('a snoozed ticket', () => {
  it('moves from the list of its owner to the list of snoozed tickets, and counts there', async () => {
    const { ticketId } = await ofAna()
    fixture.ana.shows({ statuses: ['open', 'snoozed'] })
    await fixture.ana.received()
    const until = after(3_600)

    const { status, body } = await snooze(fixture.ana, ticketId, until)

    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'snoozed', userId: fixture.ana.id, snoozedUntil: until })
    expect([await listed(fixture.ana, 'open'), await listed(fixture.ana, 'snoozed')]).toEqual([
      [],
      [ticketId],
    ])
    expect(await fixture.ana.does(countTickets, { query: {} })).toMatchObject({ open: 0, snoozed: 1 })
    expect(await listed(fixture.rui, 'snoozed')).toEqual([])
    const tickets = (await fixture.ana.received()).filter(({ channel }) => channel.endsWith('-ticket'))
    expect(tickets.map(({ payload }) => payload)).toContainEqual(
      expect.objectContaining({ action: 'update', ticket: expect.objectContaining({ status: 'snoozed' }) }),
    )
    expect((await historyOf(ticketId)).at(-1)).toEqual(['snoozed', 'Ana', 'Ana'])
  })

  it('wakes by itself at its time, once, and not before', async () => {
    const { ticketId } = await ofAna()
    const until = after(60)
    await snooze(fixture.ana, ticketId, until)
    const key = `company ${fixture.company.id} tickets.wake:${ticketId}`
    const job = await testApp
      .table('graphile_worker._private_jobs')
      .get<{ run_at: Date }>({ key }, ['run_at'])
    expect(job.run_at.toISOString()).toBe(until)

    testApp.pass(50)
    await wakesByItself(ticketId)
    expect(await fixture.statusOf(ticketId)).toBe('snoozed')
    testApp.pass(10)
    await Promise.all([wakesByItself(ticketId), wakesByItself(ticketId)])

    expect(await listed(fixture.ana, 'open')).toEqual([ticketId])
    expect((await historyOf(ticketId)).filter(([kind]) => kind === 'woken')).toEqual([['woken', null, 'Ana']])
  })

  it('wakes when the customer writes, also without a time', async () => {
    const { ticketId, writes } = await ofAna()
    expect((await snooze(fixture.ana, ticketId, null)).body).toMatchObject({ snoozedUntil: null })

    expect(await writes('Já pensei')).toBe(ticketId)

    expect(await fixture.statusOf(ticketId)).toBe('open')
    expect((await historyOf(ticketId)).at(-1)).toEqual(['woken', null, 'Ana'])
  })

  it('wakes by a person who may read it, and a later snooze replaces the earlier time', async () => {
    const { ticketId } = await ofAna()
    await snooze(fixture.ana, ticketId, after(60))

    expect((await fixture.rui.call(wakeTicket, { params: { ticketId } })).body).toMatchObject({
      status: 'open',
      userId: fixture.ana.id,
      snoozedUntil: null,
    })
    await snooze(fixture.ana, ticketId, after(7_200))
    testApp.pass(120)
    await wakesByItself(ticketId)

    expect(await fixture.statusOf(ticketId)).toBe('snoozed')
  })

  it.each(['snoozed first', 'pending first'])(
    'is kept and wakes when its contact is merged with one that waits: %s',
    async (order) => {
      const merged = async (ticketId: TicketId) =>
        (await fixture.company.admin.does(getTicket, { params: { ticketId } })).contactId
      const waits = order === 'pending first' ? await fixture.pending('sales') : null
      const { ticketId } = await ofAna()
      const pendingId = waits ?? (await fixture.pending('sales'))
      await snooze(fixture.ana, ticketId, null)
      const [contactId, otherContactId] = [await merged(ticketId), await merged(pendingId)]

      await fixture.company.admin.does(mergeContacts, { params: { contactId, otherContactId } })

      expect([await fixture.statusOf(ticketId), await fixture.statusOf(pendingId)]).toEqual(['open', 'gone'])
      expect(await listed(fixture.ana, 'open')).toEqual([ticketId])
    },
  )

  it('can be resolved, and returns to its queue when its owner is deleted', async () => {
    const [first, second] = [await ofAna(), await ofAna()]
    for (const { ticketId } of [first, second]) await snooze(fixture.ana, ticketId, null)
    await fixture.rui.does(updateTicket, { params: { ticketId: first.ticketId }, body: { status: 'closed' } })

    await fixture.company.admin.does(deleteUser, { params: { userId: fixture.ana.id } })

    expect(await fixture.statusOf(first.ticketId)).toBe('closed')
    expect(await fixture.statusOf(second.ticketId)).toBe('pending')
  })
})

describe('snoozing is refused', () => {
  it('for a time that has passed, and for a ticket that is not open', async () => {
    const { ticketId } = await ofAna()

    expect((await snooze(fixture.ana, ticketId, after(-1))).error).toBe('ERR_SCHEDULE_IN_PAST')
    const waiting = await fixture.pending('sales')
    expect((await snooze(fixture.ana, waiting)).error).toBe('ERR_TICKET_STATE')
    expect((await fixture.ana.call(wakeTicket, { params: { ticketId } })).error).toBe('ERR_TICKET_STATE')
  })

  it('for a person who may not read the ticket, and for another company', async () => {
    const { ticketId } = await ofAna()

    expect((await snooze(fixture.bia, ticketId)).error).toBe('ERR_NO_PERMISSION')
    expect((await snooze(fixture.stranger, ticketId)).error).toBe('ERR_NO_TICKET_FOUND')
    await snooze(fixture.ana, ticketId)
    expect((await fixture.bia.call(wakeTicket, { params: { ticketId } })).error).toBe('ERR_NO_PERMISSION')
    expect((await fixture.stranger.call(wakeTicket, { params: { ticketId } })).error).toBe(
      'ERR_NO_TICKET_FOUND',
    )
  })
})
