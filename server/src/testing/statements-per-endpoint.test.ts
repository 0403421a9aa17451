import type { Endpoint } from '@balcao/contract/endpoint'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aFullCompany, type FullCompany } from './full-company'
import { openOwnTestApp, type TestApp } from './test-app'
import { logTransactions, type TransactionLog } from './transaction-log'
import { endpointsOf, type Sent, send, validRequest } from './valid-requests'

/**
 * The statements and round trips of each reading call, after its authentication. Neither may depend on the number of
 * rows. A new endpoint must be listed here.
 */
const agreed: Readonly<Record<string, string>> = {
  'announcements.get': '1 in 1',
  'announcements.list': '2 in 1',
  'audit.list': '1 in 1',
  'audit.listAll': '1 in 1',
  'auth.me': '4 in 1',
  'campaignOptOuts.list': '2 in 1',
  'campaignSettings.get': '1 in 1',
  'campaigns.estimate': '5 in 3',
  'campaigns.figures': '1 in 1',
  'campaigns.get': '3 in 1',
  'campaigns.list': '2 in 1',
  'campaigns.shipping': '2 in 1',
  'chats.getByUuid': '1 in 1',
  'chats.list': '2 in 1',
  'chats.messages': '2 in 1',
  'connections.get': '1 in 1',
  'connections.list': '1 in 1',
  'connections.usage': '1 in 1',
  'contacts.choices': '1 in 1',
  'contacts.get': '1 in 1',
  'contacts.list': '2 in 1',
  'contacts.listRemoved': '1 in 1',
  'contacts.mergePreview': '2 in 1',
  'contactImports.list': '1 in 1',
  'contactImports.report': '2 in 1',
  'contactLists.choices': '1 in 1',
  'contactLists.get': '1 in 1',
  'contactLists.list': '2 in 1',
  'contactListItems.get': '1 in 1',
  'contactListItems.list': '3 in 1',
  'dashboard.hours': '2 in 2',
  'dashboard.load': '1 in 1',
  'dashboard.read': '9 in 3',
  'fileLists.get': '1 in 1',
  'fileLists.list': '2 in 1',
  'helps.all': '1 in 1',
  'helps.list': '2 in 1',
  'holidays.list': '1 in 1',
  'deadLetters.list': '2 in 1',
  'integrations.get': '1 in 1',
  'integrations.list': '2 in 1',
  'invoices.get': '1 in 1',
  'invoices.list': '2 in 1',
  'messages.info': '2 in 1',
  'messages.list': '3 in 1',
  'messages.search': '2 in 1',
  'notes.list': '1 in 1',
  'notes.colleagues': '2 in 1',
  'notes.mentions': '1 in 1',
  'tickets.handovers': '1 in 1',
  'tickets.outage': '2 in 1',
  'payments.list': '2 in 1',
  'personalData.get': '3 in 1',
  'onboarding.read': '1 in 1',
  'plans.get': '2 in 1',
  'plans.kept': '1 in 1',
  'storage.use': '1 in 1',
  'storage.ofCompanies': '0 in 1',
  'companies.all': '2 in 1',
  'companies.get': '2 in 1',
  'companies.list': '3 in 1',
  'companies.plan': '2 in 1',
  'queueOptions.list': '2 in 1',
  'prompts.get': '1 in 1',
  'prompts.list': '2 in 1',
  'queues.get': '1 in 1',
  'queues.list': '1 in 1',
  'quickMessages.choices': '1 in 1',
  'quickMessages.get': '1 in 1',
  'quickMessages.list': '2 in 1',
  'schedules.between': '1 in 1',
  'schedules.get': '1 in 1',
  'schedules.list': '2 in 1',
  'settings.list': '2 in 1',
  'subscription.get': '1 in 1',
  'tags.choices': '1 in 1',
  'tags.get': '1 in 1',
  'tags.kanban': '1 in 1',
  'tags.list': '2 in 1',
  'tickets.counts': '1 in 1',
  'tickets.events': '2 in 1',
  'tickets.get': '2 in 1',
  'tickets.getByUuid': '2 in 2',
  'tickets.kanban': '2 in 1',
  'tickets.kanbanCounts': '1 in 1',
  'tickets.list': '2 in 1',
  'tickets.ofContact': '2 in 1',
  'tickets.others': '2 in 1',
  'twoStep.read': '2 in 1',
  'users.choices': '1 in 1',
  'users.get': '1 in 1',
  'users.list': '2 in 1',
  'webhooks.deliveries': '2 in 1',
  'webhooks.delivery': '2 in 1',
  'webhooks.list': '1 in 1',
  'whatsappVersion.get': '1 in 1',
}

/** Calls of the same endpoints that take another path through the code. */
const otherWays = {
  'a list of a status': ['tickets.list', { status: 'closed' }, '2 in 1'],
  'a list without a status': ['tickets.list', {}, '2 in 1'],
  'the trail of everybody': ['audit.list', {}, '1 in 1'],
  'a search': ['tickets.list', { searchParam: 'segredo' }, '2 in 1'],
  'a search for contacts': ['contacts.list', { searchParam: 'cliente' }, '1 in 1'],
  'the second page of a conversation': ['messages.list', { pageNumber: '2' }, '3 in 1'],
  'the page around a message': ['messages.list', { around: '1' }, '4 in 1'],
} as const

let testApp: TestApp
let own: FullCompany
let log: TransactionLog
let reading: readonly Endpoint[]

beforeAll(async () => {
  testApp = await openOwnTestApp() // statements
  own = await aFullCompany(testApp, { isSuper: true })
  log = logTransactions()
  reading = endpointsOf(testApp).filter(({ method, access }) => method === 'GET' && access !== 'public')
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

/** The cost of a call. Background work may add to it, so a call above its limit is tried again. */
async function costOf(endpoint: Endpoint, sent: Sent, wanted: string | undefined): Promise<string> {
  let cost = ''
  for (let turn = 1; turn <= 3 && cost !== wanted; turn++) {
    log.taken()
    const { status } = await send(testApp, endpoint, sent, own.admin.token)
    expect([endpoint.name, status]).toEqual([endpoint.name, 200])
    const transactions = log.taken()
    cost = `${transactions.flat().length} in ${transactions.length}`
  }
  return cost
}

async function costs(): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const endpoint of reading) {
    const { name } = endpoint
    found[name] = await costOf(endpoint, validRequest(name, own, 1), agreed[name])
  }
  for (const [way, [name, query, wanted]] of Object.entries(otherWays)) {
    const endpoint = reading.find((one) => one.name === name)
    if (endpoint !== undefined)
      found[way] = await costOf(endpoint, { ...validRequest(name, own, 1), query }, wanted)
  }
  return found
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

it('every reading call takes a fixed number of statements, however many rows there are', async () => {
  const ways = Object.entries(otherWays).map(([way, [, , wanted]]) => [way, wanted])
  const expected = { ...agreed, ...Object.fromEntries(ways) }

  expect(await costs()).toEqual(expected)
  await grow()
  expect(await costs()).toEqual(expected)
})
