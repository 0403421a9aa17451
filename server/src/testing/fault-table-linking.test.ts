import { requestNewQr, retryConnection, stopConnection } from '@balcao/contract/connections'
import { steppedClock } from '@balcao/whatsapp/testing/stepped-clock'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openFaultFixture } from './fault-fixture'
import { type SimulatedWhatsapp, startWhatsapp } from './simulated-whatsapp'
import { openOwnTestApp, type TestApp } from './test-app'

// In addition to the table of faults: codes that are never scanned, and an unavailable WhatsApp.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const clock = steppedClock()
let whatsapp: SimulatedWhatsapp
let testApp: TestApp
beforeAll(async () => {
  whatsapp = await startWhatsapp({ clock, codeLifetimeMs: 500 })
  const testAppClock = { now: () => new Date(clock.now()), after: clock.after }
  testApp = await openOwnTestApp({ gateway: whatsapp.gateway, clock: testAppClock })
  await testApp.app.startRoles()
})
afterAll(() => testApp?.close())

test('CONN-29 three codes that are never scanned end the linking, and a new QR starts it again', async () => {
  const fixture = await openFaultFixture(testApp, whatsapp, clock)
  const codes = new Set<string>()

  const ended = await fixture.untilReceived('the end', ({ status, qrcode }) => {
    if (qrcode !== '') codes.add(qrcode)
    return status === 'DISCONNECTED'
  })
  await fixture.company.admin.does(requestNewQr, { params: { connectionId: fixture.connectionId } })
  const anew = await fixture.untilReceived(
    'another code',
    ({ qrcode }) => qrcode !== '' && !codes.has(qrcode),
  )

  expect(ended).toMatchObject({ cause: 'qr-not-scanned', retries: 3, qrcode: '' })
  expect(codes.size).toBe(3)
  expect(anew).toMatchObject({ status: 'qrcode', cause: null, retries: 0 })
})

test('codes that WhatsApp lets expire leave the connection waiting, without endless attempts', async () => {
  const fixture = await openFaultFixture(testApp, whatsapp, clock)
  await fixture.untilReceived('a code', ({ qrcode }) => qrcode !== '')

  whatsapp.simulator.expireQrs()
  const ended = await fixture.untilReceived('the end', ({ status }) => status === 'DISCONNECTED')

  expect(ended).toMatchObject({ cause: 'qr-not-scanned', nextAttemptAt: null, qrcode: '' })
})

test('with every connection refused: the cause within 30 s, TIMEOUT after 60 s, and a stop', async () => {
  await whatsapp.closeTidily()
  const fixture = await openFaultFixture(testApp, whatsapp, clock)
  const params = { connectionId: fixture.connectionId }
  const began = clock.now()
  const beganToRun = performance.now()

  const trying = await fixture.untilReceived('the cause', ({ cause }) => cause === 'network')
  const timeout = await fixture.untilReceived('no connection', ({ status }) => status === 'TIMEOUT')
  // The test's clock runs with the machine's and is advanced, so the machine's own time is subtracted.
  const machineTook = performance.now() - beganToRun
  await fixture.company.admin.does(retryConnection, { params })
  await fixture.untilReceived('another try', ({ status }) => status === 'OPENING')
  await fixture.company.admin.does(stopConnection, { params })

  expect(trying).toMatchObject({ status: 'OPENING', nextAttemptAt: expect.any(String) })
  expect(Date.parse(trying.updatedAt) - began - machineTook).toBeLessThanOrEqual(30_000)
  expect(Date.parse(timeout.updatedAt) - Date.parse(timeout.since)).toBeGreaterThanOrEqual(59_000)
  expect(Date.parse(timeout.updatedAt) - began - machineTook).toBeLessThanOrEqual(75_000)
  expect(await fixture.seen()).toMatchObject({ status: 'DISCONNECTED', cause: 'stopped' })
})
