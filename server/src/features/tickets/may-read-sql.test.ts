import { listTickets } from '@balcao/contract/tickets'
import type { ConnectionId, ContactId, QueueId, TicketId, UserId } from '@balcao/domain/ids'
import { profiles } from '@balcao/domain/people'
import { mayReadTicket, type TicketSnapshot, type TicketStatus, ticketStatuses } from '@balcao/domain/tickets'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storeContact, storeTicket } from '../../testing/stored-conversations'
import { openTestApp, type Person, type TestApp, type TestCompany } from '../../testing/test-app'

/** The access rule exists twice, in the domain and in SQL. These tests fail when the two differ. */
let testApp: TestApp
let company: TestCompany
let queues: QueueId[]
let people: Person[]
let tickets: TicketSnapshot[]

beforeAll(async () => {
  testApp = await openTestApp()
  company = await testApp.company()
  queues = [await company.queue('Vendas'), await company.queue('Suporte'), await company.queue('Caixa')]
  people = [company.admin]
  for (const queueIds of [[], queues.slice(0, 1), queues.slice(1)]) {
    for (const allTicket of [true, false]) {
      const profile = allTicket ? 'supervisor' : 'user'
      people.push(await company.person(`P${people.length}`, { profile, queueIds, allTicket }))
    }
  }
  tickets = await everyKindOfTicket()
}, 60_000)
afterAll(() => testApp.close())

/** Every combination of status, queue or none, and owner; pending tickets have no owner. */
async function everyKindOfTicket(): Promise<TicketSnapshot[]> {
  const kinds = ticketStatuses.flatMap((status) =>
    [null, ...queues].flatMap((queueId) =>
      (status === 'pending' ? [null] : people.map(({ id }) => id)).map((userId) => ({
        status,
        queueId,
        userId,
      })),
    ),
  )
  const connectionId = await company.connection('Loja')
  const made: TicketSnapshot[] = []
  for (const { status, queueId, userId } of kinds) {
    const contact = await storeContact(testApp, company.id)
    const ticket = await storeTicket(testApp, company.id, contact.id, {
      ...{ connection_id: connectionId, queue_id: queueId, user_id: userId },
      ...{ status, unread: contact.id % 2 },
    })
    made.push(factsOf(ticket.id, contact.id, { status, queueId, userId, connectionId }))
  }
  return made
}

function factsOf(
  id: TicketId,
  contactId: ContactId,
  rest: { status: TicketStatus; queueId: QueueId | null; userId: UserId | null; connectionId: ConnectionId },
): TicketSnapshot {
  return { id, contactId, isGroup: false, ...rest }
}

/** The ids of all pages. */
async function allPages(person: Person, query: Record<string, unknown>): Promise<number[]> {
  const ids: number[] = []
  for (let pageNumber = 1; ; pageNumber++) {
    const { tickets: page, hasMore } = await person.does(listTickets, { query: { ...query, pageNumber } })
    ids.push(...page.map(({ id }) => id))
    if (!hasMore) return ids
  }
}

describe('I3 the list of tickets', () => {
  it('without a filter equals the tickets that the rule lets each user read', async () => {
    for (const person of people) {
      const readable = tickets
        .filter((ticket) => mayReadTicket(person.subscriber.viewer, ticket))
        .map(({ id }) => id)
      const listed = await allPages(person, {})
      expect([person.subscriber.viewer.profile, listed.sort((a, b) => a - b)]).toEqual([
        person.subscriber.viewer.profile,
        readable,
      ])
    }
    expect(new Set(people.map(({ subscriber }) => subscriber.viewer.profile))).toEqual(new Set(profiles))
  })

  it('never shows more than the rule allows, for random mixes of filters', async () => {
    const filters = fc.record(
      {
        status: fc.constantFrom(...ticketStatuses, ''),
        showAll: fc.constantFrom('true', 'false', '1', ''),
        withUnreadMessages: fc.constantFrom('true', 'false'),
        queueIds: fc.subarray([0, 1, 2]).map((chosen) => JSON.stringify(chosen.map((at) => queues[at]))),
        users: fc.subarray([0, 1, 2, 3]).map((chosen) => JSON.stringify(chosen.map((at) => people[at]?.id))),
        tags: fc.constantFrom('[]', '[1]'),
        searchParam: fc.constantFrom('', 'cliente', 'zzz', '%', '_'),
        date: fc.constantFrom('', new Date().toISOString().slice(0, 10), '2020-01-01'),
        updatedAt: fc.constantFrom('', '2020-01-01'),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(fc.nat(6), filters, async (at, query) => {
        const person = people[at] ?? company.admin
        const allowed = new Set<number>(
          tickets.filter((ticket) => mayReadTicket(person.subscriber.viewer, ticket)).map(({ id }) => id),
        )
        const listed = await allPages(person, query)
        expect(listed.filter((id) => !allowed.has(id))).toEqual([])
        expect(new Set(listed).size).toBe(listed.length)
      }),
      { numRuns: 120 },
    )
  })
})
