import { sendMessage } from '@balcao/contract/messages'
import { getTicket, updateTicket } from '@balcao/contract/tickets'
import type { TicketId } from '@balcao/domain/ids'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock'
import { type MetricsPage, openMetricsPage } from '../../platform/metrics-page'
import { openSocket } from '../../testing/live-socket'
import { playedGateway } from '../../testing/played-gateway'
import { queueReadReceipts, storeEmptyInboundEvent } from '../../testing/queue-rows'
import { openOwnTestApp, type TestApp, type TestCompany } from '../../testing/test-app'
import { until } from '../../testing/until'
import { completeJobs, queueJob } from './testing/worker-jobs'

const anyPort = { host: '127.0.0.1', port: 0 }

let page: MetricsPage
let testApp: TestApp
let company: TestCompany
let connectionId: Awaited<ReturnType<TestCompany['connection']>>
let ticketId: TicketId
beforeAll(async () => {
  page = await openMetricsPage(anyPort, systemClock)
  testApp = await openOwnTestApp({ metrics: page.metrics, isShared: true, gateway: playedGateway() })
  await testApp.app.startRoles()
  company = await testApp.company({ name: 'Padaria do Zé' })
  connectionId = await company.connection('Loja')
  ticketId = await company.hears({ over: connectionId, from: '5511911112222', name: 'Dona Rosa' })
  await company.admin.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
})
afterAll(async () => {
  await testApp.close()
  await page.close()
})
// A reading of the backlog is kept for 15 seconds.
beforeEach(() => testApp.pass(15))

const scrape = async () => (await fetch(`http://127.0.0.1:${page.port}/metrics`)).text()

/** The sum of a metric over all series that have these labels; null: the page has none. */
async function numberOf(name: string, labels: Readonly<Record<string, string>> = {}): Promise<number | null> {
  const values = seriesOf(await scrape())
    .filter((series) => series.name === name)
    .filter((series) => Object.entries(labels).every(([label, value]) => series.labels[label] === value))
    .map(({ value }) => value)
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value)
}

function seriesOf(text: string) {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return lines.map((line) => {
    const [, name = '', labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, text]) => [label, text])
    return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) }
  })
}

/** How much a metric grows while something happens. */
async function growthOf(
  name: string,
  labels: Readonly<Record<string, string>>,
  happen: () => Promise<unknown>,
): Promise<number> {
  const before = (await numberOf(name, labels)) ?? 0
  await happen()
  return ((await numberOf(name, labels)) ?? 0) - before
}

test('the page has a port of its own, and is the only one on it', async () => {
  const paths = ['/metrics', '/metrics?x=1', '/', '/health']

  const answers = await Promise.all(paths.map((path) => fetch(`http://127.0.0.1:${page.port}${path}`)))
  const posted = await fetch(`http://127.0.0.1:${page.port}/metrics`, { method: 'POST' })
  const onTheProductsPort = await testApp.app.http.inject('/metrics')

  expect(answers.map(({ status }) => status)).toEqual([200, 404, 404, 404])
  expect(answers[0]?.headers.get('content-type')).toContain('text/plain')
  expect([posted.status, onTheProductsPort.statusCode]).toEqual([404, 404])
})

test('a second page on the same port is refused', async () => {
  await expect(openMetricsPage({ ...anyPort, port: page.port }, systemClock)).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
})

test('calls are counted by the name of their endpoint and the class of their status', async () => {
  const ofCalls = 'balcao_http_call_duration_seconds_count'
  const { admin } = company

  const read = () => admin.does(getTicket, { params: { ticketId } })
  expect(await growthOf(ofCalls, { route: getTicket.name, method: 'GET', status: '2xx' }, read)).toBe(1)
  const miss = () => admin.call(getTicket, { params: { ticketId: 99_999_999 as TicketId } })
  expect(await growthOf(ofCalls, { route: getTicket.name, status: '4xx' }, miss)).toBe(1)
})

test('unknown paths and methods make no labels', async () => {
  const other = { route: 'other', method: 'other', status: '4xx' }
  const strangers = () =>
    Promise.all([
      testApp.app.http.inject('/who/5511911112222'),
      testApp.app.http.inject('/wp-login.php'),
      testApp.app.http.inject({ method: 'PATCH' as never, url: '/x' }),
    ])

  expect(await growthOf('balcao_http_call_duration_seconds_count', other, strangers)).toBe(3)
  expect(await scrape()).not.toMatch(/5511911112222|wp-login/)
})

test('acts are counted by rank, with their wait', async () => {
  const post = () => company.admin.does(sendMessage, { params: { ticketId }, body: { body: 'Bom dia' } })
  const hear = () => company.hears({ over: connectionId, from: '5511911112222' })

  expect(await growthOf('balcao_act_duration_seconds_count', { rank: 'person' }, post)).toBeGreaterThan(0)
  expect(await growthOf('balcao_act_wait_seconds_count', { rank: 'person' }, post)).toBeGreaterThan(0)
  expect(await growthOf('balcao_act_duration_seconds_count', { rank: 'system' }, hear)).toBeGreaterThan(0)
})

test('attempts at jobs are counted by task and outcome', async () => {
  const task = 'files.remove'
  const ofJobs = 'balcao_job_duration_seconds_count'

  await queueJob(testApp, task, { companyId: company.id, payload: { keys: [] } })
  await queueJob(testApp, task, { companyId: company.id, payload: { keys: 'no list' } })

  await until('one is done', async () => (await numberOf(ofJobs, { task, outcome: 'done' })) === 1)
  await until('one has failed', async () => (await numberOf(ofJobs, { task, outcome: 'failed' })) === 1)
})

test('due jobs that no worker takes are counted', async () => {
  expect(await numberOf('balcao_jobs_waiting')).toBe(0)

  await queueJob(testApp, 'test.of-no-worker', {})

  expect(await numberOf('balcao_jobs_waiting')).toBe(0) // read again after 15 seconds at most
  testApp.pass(15)
  expect(await numberOf('balcao_jobs_waiting')).toBe(1)
  await completeJobs(testApp)
})

test('the age of the oldest due outbox item counts for connected numbers', async () => {
  const ofOutbox = 'balcao_outbox_age_seconds'
  await testApp.table('outbox').delete({ company_id: company.id })
  const connected = { id: connectionId, status: 'CONNECTED' }
  await until(
    'the number is connected',
    async () => (await testApp.table('connections').count(connected)) === 1,
  )
  testApp.pass(15)
  expect(await numberOf(ofOutbox)).toBe(0)
  await queueReadReceipts(testApp, connectionId)

  testApp.pass(60)
  expect(await numberOf(ofOutbox)).toBe(60)

  await testApp.table('connections').update({ id: connectionId }, { status: 'DISCONNECTED' })
  testApp.pass(60)
  expect(await numberOf(ofOutbox)).toBe(0)
  await testApp.table('outbox').delete({ company_id: company.id })
})

test('the age of the oldest inbound event does not count dead letters', async () => {
  const ofInbound = 'balcao_inbound_age_seconds'
  expect(await numberOf(ofInbound)).toBe(0)
  await storeEmptyInboundEvent(testApp, connectionId, { key: 'k' })

  testApp.pass(30)
  expect(await numberOf(ofInbound)).toBe(30)

  await testApp.table('inbound_events').update({ key: 'k' }, { dead_because: 'x' })
  testApp.pass(30)
  expect(await numberOf(ofInbound)).toBe(0)
})

test('the numbers of this process are counted by state', async () => {
  await until(
    'the number is connected',
    async () => (await numberOf('balcao_connections', { state: 'connected' })) === 1,
  )
  expect(await numberOf('balcao_connections', { state: 'not-connected' })).toBe(0)
})

test('live events are counted once when published, and for each socket when delivered', async () => {
  const others = [await company.person('Bia', { profile: 'admin' }), await company.person('Rui')]
  for (const person of [company.admin, ...others]) person.shows({ chatBoxes: [ticketId] })
  const settle = () => company.admin.received()
  await settle()

  const published = await growthOf('balcao_live_events_published_total', {}, settle)
  const post = async () => {
    await company.admin.does(sendMessage, { params: { ticketId }, body: { body: 'Até logo' } })
    await settle()
  }
  const delivered = await growthOf('balcao_live_events_delivered_total', {}, post)

  expect(published).toBe(0)
  expect(await growthOf('balcao_live_events_published_total', {}, post)).toBeGreaterThan(0)
  expect(delivered).toBeGreaterThanOrEqual(2)
})

test('open sockets are counted until they close', async () => {
  const port = await testApp.app.listen({ port: 0, host: '127.0.0.1' })
  const { admin } = company

  const live = await openSocket(
    { app: testApp.app, port, companyId: company.id },
    { auth: { token: admin.token } },
  )
  expect(await numberOf('balcao_sockets')).toBe(1)
  live.close()
  await until('it is closed', async () => (await numberOf('balcao_sockets')) === 0)
})

test('the page has the event loop, the memory, and the queue of NOTIFY', async () => {
  expect(await numberOf('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
  expect(await numberOf('process_resident_memory_bytes')).toBeGreaterThan(0)
  // Other tests of this PostgreSQL notify too.
  expect(await numberOf('balcao_notification_queue_usage_ratio')).toBeLessThan(0.01)
})

test('a gauge whose reading fails is left out, and the rest of the page is there', async () => {
  page.metrics.gauge('notificationQueueUsage', () => Promise.reject(new Error('the database is lost')))

  expect(await numberOf('balcao_notification_queue_usage_ratio')).toBeNull()
  expect(await numberOf('balcao_nodes')).toBe(1)
})

test('another process is counted, and the bus to it is measured', async () => {
  expect(await numberOf('balcao_bus_lag_seconds_count')).toBe(0)

  const beside = await testApp.startBeside({ gateway: playedGateway() })

  await until('it is counted', async () => (await numberOf('balcao_nodes')) === 2)
  await until('its probe is answered', async () => (await numberOf('balcao_bus_lag_seconds_count')) === 1)
  expect(await numberOf('balcao_bus_connected')).toBe(1)
  await beside.stop()
})

test('every label has a value of a fixed set', async () => {
  const { features } = testApp.app
  const endpoints = features.flatMap(({ routes = [] }) => routes).map(({ endpoint }) => endpoint)
  const allowed: Readonly<Record<string, readonly string[]>> = {
    route: ['other', ...endpoints.map(({ name }) => name)],
    method: ['other', ...endpoints.map(({ method }) => method)],
    status: ['2xx', '3xx', '4xx', '5xx'],
    rank: ['person', 'system'],
    task: features.flatMap(({ jobs = [] }) => jobs).map(({ task }) => task),
    outcome: ['done', 'failed'],
    state: ['connected', 'not-connected'],
  }

  const ours = seriesOf(await scrape()).filter(({ name }) => name.startsWith('balcao_'))
  const strange = ours.flatMap(({ labels }) =>
    Object.entries(labels).filter(([label, value]) => label !== 'le' && !allowed[label]?.includes(value)),
  )

  expect(ours.length).toBeGreaterThan(50)
  expect(strange).toEqual([])
})
