import type { ConnectionStatusReport, WhatsappGateway } from '@balcao/whatsapp/gateway'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSingleNode } from '../../platform/cluster/node'
import { createLog } from '../../platform/log'
import { createWakeUpSignals } from '../../platform/signals'
import type { Workplace } from '../../platform/work'
import { manualTimers } from '../../testing/manual-timers'
import { playedGateway } from '../../testing/played-gateway'
import { openOwnTestApp, type TestApp } from '../../testing/test-app'
import { until } from '../../testing/until'
import { ConnectionSessions } from './sessions'

const opening: ConnectionStatusReport = {
  status: 'OPENING',
  qr: null,
  qrExpiresAt: null,
  cause: null,
  step: null,
  nextAttemptAt: null,
  retries: 0,
  phone: null,
  unlinked: false,
}

let testApp: TestApp
let endLinks: () => void = () => undefined
let sessions: ConnectionSessions
beforeEach(async () => {
  testApp = await openOwnTestApp()
})
afterEach(async () => {
  endLinks()
  await sessions.stop()
  await testApp.close()
})

/** The only process, with these connections, whose links open and end when the test says so. */
async function fixture(connections: number) {
  const linksMayEnd = new Promise<void>((resolve) => {
    endLinks = resolve
  })
  const company = await testApp.company()
  await testApp.table('plans').update({}, { connections: 100 })
  for (let n = 0; n < connections; n++) await company.connection(`Loja ${n}`)
  const clock = manualTimers(testApp.now)
  const reports: ((report: ConnectionStatusReport) => void)[] = []
  const played = playedGateway()
  const gateway: WhatsappGateway = {
    ...played,
    connect(settings) {
      reports.push(settings.report)
      settings.report(opening)
      return {
        ...played.connect({ ...settings, report: () => undefined }),
        stop: () => linksMayEnd,
      }
    },
  }
  let looks = 0
  const { workplace } = testApp.app
  const counting: Workplace = {
    ...workplace,
    withPlatform: (...act) => workplace.withPlatform(...act).finally(() => looks++),
  }
  sessions = new ConnectionSessions({
    workplace: counting,
    gateway,
    signals: createWakeUpSignals(),
    clock,
    log: createLog({ level: 'silent' }),
    dataKeys: testApp.dataKeys,
    store: testApp.store,
    node: createSingleNode(1),
    openLinks: { set: () => undefined },
  })
  return {
    reports,
    async looksAgain() {
      const before = looks
      clock.fire()
      await until('it has looked again', () => looks > before)
    },
  }
}

test.each<[string, Partial<ConnectionStatusReport>]>([
  ['is connected', { status: 'CONNECTED' }],
  ['shows a code', { status: 'qrcode', qr: 'code' }],
  ['waits for its next attempt', { nextAttemptAt: new Date(0) }],
])('fifty connections open at the same time, and another one for each that %s', async (_, change) => {
  const { reports, looksAgain } = await fixture(53)
  await until('fifty are opening', () => reports.length === 50)
  await looksAgain()
  await looksAgain()
  expect(reports).toHaveLength(50)

  for (const report of reports.slice(0, 2)) report({ ...opening, ...change })
  await looksAgain()

  await until('two more are opening', () => reports.length === 52)
  await looksAgain()
  expect(reports).toHaveLength(52)
})

test.each(['OPENING', 'TIMEOUT'] as const)(
  'an attempt after a failure in status %s also counts',
  async (status) => {
    const { reports, looksAgain } = await fixture(55)
    await until('fifty are opening', () => reports.length === 50)
    for (const report of reports.slice(0, 2)) report({ ...opening, nextAttemptAt: new Date(0) })
    await looksAgain()
    await until('two more are opening', () => reports.length === 52)

    for (const report of reports.slice(0, 2)) report({ ...opening, status })
    for (const report of reports.slice(2, 5)) report({ ...opening, status: 'CONNECTED' })
    await looksAgain()
    await until('another one is opening', () => reports.length >= 53)

    endLinks()
    await sessions.stop() // waits for all beginnings
    expect(reports).toHaveLength(53)
  },
)

test('a connection that ends leaves its room to another one before its link has closed', async () => {
  const { reports, looksAgain } = await fixture(51)
  await until('fifty are opening', () => reports.length === 50)

  const [lease] = await testApp.table('connection_leases').find<{ connection_id: number }>()
  const ended = { id: lease?.connection_id ?? 0 }
  const { desired_version } = await testApp
    .table('connections')
    .get<{ desired_version: number }>(ended, ['desired_version'])
  const change = { status: 'DISCONNECTED', desired_version: desired_version + 1 }
  await testApp.table('connections').update(ended, change)
  await looksAgain()
  await looksAgain()

  await until('another one is opening', () => reports.length === 51)
})
