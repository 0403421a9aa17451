import type { TicketId, UserId } from '@balcao/domain/ids'
import { liveTicketStatuses } from '@balcao/domain/tickets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { conversationPage, conversationPageAfter } from '../../messages/reading/conversation.queries'
import { messagesContainingText } from '../../messages/reading/search-conversation.queries'
import { exportedRowStatements } from '../../move-out/exported-rows.queries'
import { openPlannedCompanies, type PlanNode, type PlannedCompanies } from '../testing/planned-companies'
import { countCardsOfLanes, pageOfLane } from './kanban.queries'
import { closedTickets, countLiveTicketsByStatus, ticketsOfStatus } from './ticket-lists.queries'

let companies: PlannedCompanies
beforeAll(async () => {
  companies = await openPlannedCompanies()
}, 60_000)
afterAll(() => companies.close())

const indexes = (nodes: readonly PlanNode[]) =>
  nodes.map((node) => node['Index Name']).filter((name) => name !== undefined)
/** The big tables that the plan reads whole. */
const readWhole = (nodes: readonly PlanNode[]) =>
  nodes
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .map((node) => node['Relation Name'] ?? '')
    .filter((table) => ['tickets', 'messages', 'contacts'].includes(table))

const aUser = { isAdmin: false, userId: 1 as UserId, queueIds: [], allTicket: true }
const everyPlace = { ownerId: null, chosenQueueIds: null, userIds: [] }

describe('a statement uses its index, independent of the company that was served first', () => {
  it('TICKET-39 the list of a status reads its index backwards', async () => {
    const plan = await companies.planOfBigOne(ticketsOfStatus, {
      ...aUser,
      ...everyPlace,
      status: 'open',
      limit: 40,
      offset: 0,
    })

    expect(indexes(plan)).toContain('tickets_list')
    expect(readWhole(plan)).toEqual([])
  })

  it('TICKET-39 a late page of the closed list reads its index from the day of the page', async () => {
    const plan = await companies.planOfBigOne(closedTickets, {
      ...aUser,
      chosenQueueIds: null,
      limit: 40,
      offset: 10_000,
    })

    const ofList = plan.find((node) => node['Index Name'] === 'tickets_list')
    expect(ofList?.['Index Cond']).toContain('last_at <')
    expect(readWhole(plan)).toEqual([])
  })

  it('the list of pending tickets finds the customers’ last texts by an index', async () => {
    const plan = await companies.planOfBigOne(ticketsOfStatus, {
      ...aUser,
      ...everyPlace,
      status: 'pending',
      limit: 40,
      offset: 0,
    })

    expect(indexes(plan)).toContain('messages_of_ticket')
    expect(readWhole(plan)).toEqual([])
  })

  it('MESSAGE-04 a page of a conversation reads its index backwards', async () => {
    const plan = await companies.planOfBigOne(conversationPage, {
      ...aUser,
      ticketId: 25 as TicketId,
      limit: 21,
      offset: 0,
    })

    expect(indexes(plan)).toContain('messages_of_contact')
    expect(readWhole(plan)).toEqual([])
  })

  it('MESSAGE-04 the messages after a message are read by the index', async () => {
    const plan = await companies.planOfBigOne(conversationPageAfter, {
      ...aUser,
      ticketId: 25 as TicketId,
      after: 10,
      limit: 21,
    })

    expect(indexes(plan)).toContain('messages_of_contact')
    expect(readWhole(plan)).toEqual([])
  })

  it('a search inside a conversation reads its index backwards', async () => {
    const plan = await companies.planOfBigOne(messagesContainingText, {
      ...aUser,
      ticketId: 25 as TicketId,
      words: 'oi',
      before: null,
      reads: 5_000,
      finds: 100,
      bytes: 2_000_000,
    })

    expect(indexes(plan)).toContain('messages_of_contact')
    expect(readWhole(plan)).toEqual([])
  })

  it('the counts of the sub-tabs read no big table whole', async () => {
    const plan = await companies.planOfBigOne(countLiveTicketsByStatus, {
      ...aUser,
      ownerId: null,
      chosenQueueIds: null,
    })

    expect(readWhole(plan)).toEqual([])
  })

  it('KANBAN-06 a lane and the counts of all lanes read only live tickets', async () => {
    const filter = { ...aUser, chosenQueueIds: null, userIds: [], words: '', digits: '' }
    const lane = await companies.planOfBigOne(pageOfLane, {
      ...filter,
      lane: 0,
      afterMicroseconds: null,
      afterId: null,
      limit: 40,
    })
    const counts = await companies.planOfBigOne(countCardsOfLanes, filter)

    for (const plan of [lane, counts]) {
      // `tickets_live` contains only live tickets; `tickets_list` is read for their statuses.
      const live = plan.filter(
        (node) =>
          node['Index Name'] === 'tickets_live' ||
          (node['Index Name'] === 'tickets_list' &&
            node['Index Cond']?.includes(`status = ANY ('{${liveTicketStatuses.join(',')}}'`)),
      )
      expect(live).toHaveLength(1)
      expect(readWhole(plan)).toEqual([])
    }
  })

  it('returns only rows of its own company', async () => {
    expect(await companies.ticketsSeenByBigOne()).toBe(20_000)
  })
})

it('an export of all data reads each page of rows by their key', async () => {
  for (const [kind, key] of [
    ['messages', 'messages_pkey'],
    ['contacts', 'contacts_pkey'],
    ['tickets', 'tickets_pkey'],
  ] as const) {
    const nodes = await companies.planOfBigOne(exportedRowStatements[kind], { after: 10_000, limit: 500 })

    expect(indexes(nodes)).toContain(key)
    expect(readWhole(nodes)).toEqual([])
  }
})
