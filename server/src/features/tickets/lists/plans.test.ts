import type { CompanyId, TicketId, UserId } from '@balcao/domain/ids'
import { liveTicketStatuses } from '@balcao/domain/tickets'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Params,
  parameterValuesOf,
  type Statement,
  type StatementArguments,
} from '../../../platform/database/statement'
import { makeBareCompanies } from '../../../platform/testing/bare-companies'
import { createTestDatabase, type TestDatabase } from '../../../platform/testing/test-database'
import { conversationPage, conversationPageAfter } from '../../messages/reading/conversation.queries'
import { messagesContainingText } from '../../messages/reading/search-conversation.queries'
import { exportedRowStatements } from '../../move-out/exported-rows.queries'
import { countCardsOfLanes, pageOfLane } from './kanban.queries'
import {
  closedTickets,
  compactClosedTicketDeltas,
  countLiveTicketsByStatus,
  ticketsOfStatus,
} from './ticket-lists.queries'

/**
 * PostgreSQL reuses the plan of a prepared statement for all companies. A database connection that first served an empty
 * company must not serve a big one with a plan for empty tables (measured: 27 ms instead of 0.7 ms).
 */
let database: TestDatabase
let owner: pg.Client
let app: pg.Client
const [empty, small, big] = [1, 2, 3]

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  app = new pg.Client({ connectionString: database.appUrl })
  await Promise.all([owner.connect(), app.connect()])
  await makeBareCompanies(owner, ['Vazia', 'Pequena', 'Grande'])
  await fill(small, 20)
  await fill(big, 20_000)
  await owner.query(compactClosedTicketDeltas.text)
  // Plans would otherwise depend on whether autovacuum has run yet.
  await owner.query('vacuum analyze')
}, 60_000)
afterAll(async () => {
  await Promise.all([owner.end(), app.end()])
  await database.drop()
})

/** One ticket with two messages for each of `count` contacts. Every hundredth ticket is pending, the others are closed. */
async function fill(companyId: number, count: number): Promise<void> {
  await owner.query(`
    insert into contacts (company_id, uuid, name, name_source, created_at, updated_at)
    select ${companyId}, gen_random_uuid(), 'Cliente ' || n, 'push', now(), now() from generate_series(1, ${count}) n`)
  // The next insert checks foreign keys with cached plans, which need the new size of the table.
  await owner.query('analyze contacts')
  await owner.query(`
    insert into tickets (company_id, uuid, contact_id, status, is_group, created_at, last_at)
    select company_id, gen_random_uuid(), id, case when id % 100 = 0 then 'pending' else 'closed' end, false,
      now(), now() - id * interval '10 minutes'
    from contacts where company_id = ${companyId}`)
  await owner.query('analyze tickets')
  await owner.query(`
    insert into messages (company_id, ticket_id, contact_id, whatsapp_id, body, from_me, is_read, created_at, updated_at)
    select t.company_id, t.id, t.contact_id, 'w' || t.id || n, 'Oi', false, true, now(), now()
    from tickets t, generate_series(1, 2) n where t.company_id = ${companyId}`)
}

interface PlanNode {
  'Node Type': string
  'Index Name'?: string
  'Index Cond'?: string
  'Relation Name'?: string
  Plans?: PlanNode[]
}

/** The plan's nodes for the big company, on a database connection that served the other companies first. */
async function planAfterOthers<P extends Params>(
  statement: Statement<P, unknown>,
  ...[params]: StatementArguments<P>
): Promise<PlanNode[]> {
  const { name, text } = statement
  const values = parameterValuesOf(statement, params)
  // PostgreSQL settles on a generic plan, or on none, after five calls.
  for (const company of [empty, empty, empty, small, small, small]) {
    await inCompany(company, () => app.query({ name, text, values }))
  }
  const literals = values.map(literalOf).join(', ')
  const { rows } = await inCompany(big, () =>
    app.query(`explain (format json) execute ${pg.escapeIdentifier(name)} (${literals})`),
  )
  return nodesOf(rows[0]['QUERY PLAN'][0].Plan)
}

function literalOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return `array[${value.join(',')}]::int[]`
  return typeof value === 'string' ? pg.escapeLiteral(value) : String(value)
}

async function inCompany<T>(company: number, act: () => Promise<T>): Promise<T> {
  await app.query(`begin; select set_config('app.company_id', '${company}', true)`)
  return act().finally(() => app.query('commit'))
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}

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
    const plan = await planAfterOthers(ticketsOfStatus, {
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
    const plan = await planAfterOthers(closedTickets, {
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
    const plan = await planAfterOthers(ticketsOfStatus, {
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
    const plan = await planAfterOthers(conversationPage, {
      ...aUser,
      ticketId: 25 as TicketId,
      limit: 21,
      offset: 0,
    })

    expect(indexes(plan)).toContain('messages_of_contact')
    expect(readWhole(plan)).toEqual([])
  })

  it('MESSAGE-04 the messages after a message are read by the index', async () => {
    const plan = await planAfterOthers(conversationPageAfter, {
      ...aUser,
      ticketId: 25 as TicketId,
      after: 10,
      limit: 21,
    })

    expect(indexes(plan)).toContain('messages_of_contact')
    expect(readWhole(plan)).toEqual([])
  })

  it('a search inside a conversation reads its index backwards', async () => {
    const plan = await planAfterOthers(messagesContainingText, {
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
    const plan = await planAfterOthers(countLiveTicketsByStatus, {
      ...aUser,
      ownerId: null,
      chosenQueueIds: null,
    })

    expect(readWhole(plan)).toEqual([])
  })

  it('KANBAN-06 a lane and the counts of all lanes read only live tickets', async () => {
    const filter = { ...aUser, chosenQueueIds: null, userIds: [], words: '', digits: '' }
    const lane = await planAfterOthers(pageOfLane, {
      ...filter,
      lane: 0,
      afterMicroseconds: null,
      afterId: null,
      limit: 40,
    })
    const counts = await planAfterOthers(countCardsOfLanes, filter)

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
    const { rows } = await inCompany(big as CompanyId, () =>
      app.query('select count(*)::int as count from tickets'),
    )
    expect(rows).toEqual([{ count: 20_000 }])
  })
})

it('an export of all data reads each page of rows by their key', async () => {
  for (const [kind, key] of [
    ['messages', 'messages_pkey'],
    ['contacts', 'contacts_pkey'],
    ['tickets', 'tickets_pkey'],
  ] as const) {
    const nodes = await planAfterOthers(exportedRowStatements[kind], { after: 10_000, limit: 500 })

    expect(indexes(nodes)).toContain(key)
    expect(readWhole(nodes)).toEqual([])
  }
})
