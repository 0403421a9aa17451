import type { ConnectionReport, WhatsappGateway } from '@balcao/whatsapp/gateway'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { singleNode } from '../../platform/cluster/node'
import { createLog } from '../../platform/log'
import { createSignals } from '../../platform/signals'
import type { Workplace } from '../../platform/work'
import { manualTimers } from '../../testing/manual-timers'
import { playedGateway } from '../../testing/played-gateway'
import { openOwnTestApp, type TestApp } from '../../testing/test-app'
import { until } from '../../testing/until'
import { Sessions } from './sessions'

const opening: ConnectionReport = {
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
let sessions: Sessions
beforeEach(async () => {
  testApp = await openOwnTestApp()
})
afterEach(async () => {
  await sessions.stop()
  await testApp.close()
})

/** The only process, with these connections, whose links open when the test says so. */
async function fixture(connections: number) {
  const company = await testApp.company()
  await testApp.rows('update plans set connections = 100')
  for (let n = 0; n < connections; n++) await company.connection(`Loja ${n}`)
  const clock = manualTimers(testApp.now)
  const reports: ((report: ConnectionReport) => void)[] = []
  const played = playedGateway()
  const gateway: WhatsappGateway = {
    ...played,
    connect(settings) {
      reports.push(settings.report)
      settings.report(opening)
      return played.connect({ ...settings, report: () => undefined })
    },
  }
  let looks = 0
  const { workplace } = testApp.app
  const counting: Workplace = {
    ...workplace,
    withPlatform: (...act) => workplace.withPlatform(...act).finally(() => looks++),
  }
  sessions = new Sessions({
    workplace: counting,
    gateway,
    signals: createSignals(),
    clock,
    log: createLog({ level: 'silent' }),
    dataKeys: testApp.dataKeys,
    store: testApp.store,
    node: singleNode(1),
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

test.each<[string, Partial<ConnectionReport>]>([
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
