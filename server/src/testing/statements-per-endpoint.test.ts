import type { Endpoint } from '@balcao/contract/endpoint'
import type { ContactId } from '@balcao/domain/ids'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { like, type RowValues } from '../platform/testing/table-rows'
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
  const sample = { words: 'oi', size: 2000, messages: 2000, drawn_at: testApp.now() }
  await testApp.table('search_samples').insert({ company_id: own.company.id, ...sample })
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
  const [ofCompany, at] = [{ company_id: own.company.id }, testApp.now()]
  const times = { created_at: at, updated_at: at }
  const several = (table: string, count: number, valuesOf: (n: number) => RowValues) =>
    testApp
      .table(table)
      .insertMany(Array.from({ length: count }, (_, n) => ({ ...ofCompany, ...valuesOf(n) })))
  await several('contacts', 300, (n) => ({
    ...{ uuid: crypto.randomUUID(), name: `Cliente ${n}`, name_source: 'push' },
    ...{ number: String(5_511_900_000_000 + n), ...times },
  }))
  const contacts = await testApp
    .table('contacts')
    .find<{ id: ContactId }>({ ...ofCompany, number: like('55119000%') }, ['id'])
  await several('tickets', contacts.length, (n) => ({
    ...{ uuid: crypto.randomUUID(), contact_id: contacts[n]?.id, queue_id: own.queueId, is_group: false },
    ...{ status: n % 2 === 0 ? 'pending' : 'closed', created_at: at, last_at: at },
  }))
  const { ticketId, contactId } = own
  await several('messages', 100, (n) => ({
    ...{ ticket_id: ticketId, contact_id: contactId, whatsapp_id: `g${ticketId}-${n}`, body: `segredo ${n}` },
    ...{ from_me: false, is_read: true, ...times },
  }))
  await several('ticket_events', 100, () => ({ ticket_id: ticketId, kind: 'transferred', at }))
  await several('tags', 60, (n) => ({ name: `Etiqueta ${n}`, color: '#112233', ...times }))
}

it('every reading call stays below its ceiling, and costs no more with hundreds more rows', async () => {
  const few = await costs(dearer)
  expect(few.tooDear).toEqual([])

  await grow()
  expect((await costs(few.found)).tooDear).toEqual([])
})
