import type { Endpoint } from '@balcao/contract/endpoint'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aFullCompany, type FullCompany } from './full-company'
import { openOwnTestApp, type TestApp } from './test-app'
import { logTransactions, type TransactionLog } from './transaction-log'
import { endpointsOf, type Sent, send, validRequest } from './valid-requests'

/** A reading call, after its authentication, takes at most so many statements and round trips. */
const ceiling = { statements: 3, roundTrips: 1 }
/** Calls that put several figures together. A new entry needs a reason. */
const dearer: Readonly<Record<string, typeof ceiling>> = {
  'auth.me': { statements: 4, roundTrips: 1 },
  'campaigns.estimate': { statements: 6, roundTrips: 3 },
  'dashboard.hours': { statements: 2, roundTrips: 2 },
  'dashboard.read': { statements: 8, roundTrips: 1 },
  // The month begins and ends by the company's time zone.
  'messageCosts.report': { statements: 3, roundTrips: 2 },
  // Whether there is such a move, its companies, their steps and their skipped rows.
  'moveIns.report': { statements: 4, roundTrips: 1 },
  'messages.list around one': { statements: 4, roundTrips: 1 },
  // The secrets are among the keys, which are read after the number.
  'officialNumbers.get': { statements: 3, roundTrips: 2 },
  'tickets.getByUuid': { statements: 2, roundTrips: 2 },
}

/** Calls of endpoints that take another path through the code. */
const otherWays = {
  'tickets.list of a status': ['tickets.list', { status: 'closed' }],
  'tickets.list without a status': ['tickets.list', {}],
  'tickets.list of a search': ['tickets.list', { searchParam: 'segredo' }],
  'contacts.list of a search': ['contacts.list', { searchParam: 'cliente' }],
  'messages.list, the second page': ['messages.list', { pageNumber: '2' }],
  'messages.list around one': ['messages.list', { around: '1' }],
} as const

let testApp: TestApp
let own: FullCompany
let log: TransactionLog
let reading: readonly Endpoint[]

beforeAll(async () => {
  testApp = await openOwnTestApp() // statements
  own = await aFullCompany(testApp, { isSuper: true })
  log = logTransactions()
  // The calls of programs are counted at their door, in a transaction of their own.
  const counted = ({ access }: Endpoint) => access !== 'public' && access !== 'token'
  reading = endpointsOf(testApp).filter((endpoint) => endpoint.method === 'GET' && counted(endpoint))
  // For a company that has searched before, and a caller who is authenticated already.
  await testApp.rows(
    `insert into search_samples (company_id, words, size, messages, drawn_at) values ($1, 'oi', 2000, 2000, $2)`,
    [own.company.id, testApp.now()],
  )
  const [first] = reading
  if (first !== undefined) await send(testApp, first, validRequest(first.name, own, 1), own.admin.token)
}, 60_000)
afterAll(async () => {
  log.stop()
  await testApp.close()
})

type Cost = typeof ceiling

const isWithin = (cost: Cost, most: Cost) =>
  cost.statements <= most.statements && cost.roundTrips <= most.roundTrips

/** The cost of a call. Background work may add to it, so a call above its limit is tried again. */
async function costOf(endpoint: Endpoint, sent: Sent, most: Cost): Promise<Cost> {
  for (let turn = 1; ; turn++) {
    log.taken()
    const { status } = await send(testApp, endpoint, sent, own.admin.token)
    expect([endpoint.name, status]).toEqual([endpoint.name, 200])
    const transactions = log.taken()
    const cost = { statements: transactions.flat().length, roundTrips: transactions.length }
    if (isWithin(cost, most) || turn === 3) return cost
  }
}

/** The cost of each call, and which of them are above their limits. */
async function costs(limits: Readonly<Record<string, Cost>>) {
  const found: Record<string, Cost> = {}
  const take = async (way: string, endpoint: Endpoint, sent: Sent) => {
    found[way] = await costOf(endpoint, sent, limits[way] ?? ceiling)
  }
  for (const endpoint of reading) await take(endpoint.name, endpoint, validRequest(endpoint.name, own, 1))
  for (const [way, [name, query]] of Object.entries(otherWays)) {
    const endpoint = reading.find((one) => one.name === name)
    if (endpoint === undefined) throw new Error(`${name} is no endpoint`)
    await take(way, endpoint, { ...validRequest(name, own, 1), query })
  }
  const tooDear = Object.entries(found).filter(([way, cost]) => !isWithin(cost, limits[way] ?? ceiling))
  return { found, tooDear }
}

/** Inserts hundreds more rows of each listed kind. */
async function grow(): Promise<void> {
  const company = own.company.id
  await testApp.rows(`
    insert into contacts (company_id, uuid, name, name_source, number, created_at, updated_at)
    select ${company}, gen_random_uuid(), 'Cliente ' || n, 'push', '5511' || (900000000 + n), now(), now()
    from generate_series(1, 300) n`)
  await testApp.rows(`
    insert into tickets (company_id, uuid, contact_id, queue_id, status, is_group, created_at, last_at)
    select c.company_id, gen_random_uuid(), c.id, ${own.queueId}, case when c.id % 2 = 0 then 'pending' else 'closed' end,
      false, now(), now()
    from contacts c where c.company_id = ${company} and c.name like 'Cliente %'
      and not exists (select from tickets t where t.company_id = c.company_id and t.contact_id = c.id)`)
  await testApp.rows(`
    insert into messages (company_id, ticket_id, contact_id, whatsapp_id, body, from_me, is_read, created_at, updated_at)
    select t.company_id, t.id, t.contact_id, 'g' || t.id || '-' || n, 'segredo ' || n, false, true, now(), now()
    from tickets t, generate_series(1, 100) n where t.id = ${own.ticketId}`)
  await testApp.rows(`
    insert into ticket_events (company_id, ticket_id, kind, at)
    select ${company}, ${own.ticketId}, 'transferred', now() from generate_series(1, 100) n`)
  await testApp.rows(`
    insert into tags (company_id, name, color, created_at, updated_at)
    select ${company}, 'Etiqueta ' || n, '#112233', now(), now() from generate_series(1, 60) n`)
}

it('every reading call stays below its ceiling, and costs no more with hundreds more rows', async () => {
  const few = await costs(dearer)
  expect(few.tooDear).toEqual([])

  await grow()
  expect((await costs(few.found)).tooDear).toEqual([])
})
