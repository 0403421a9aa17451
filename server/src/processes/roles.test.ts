import { batchRequestPath } from '@balcao/contract/client'
import { afterEach, expect, test } from 'vitest'
import { manualTimers } from '../testing/manual-timers'
import { playedGateway } from '../testing/played-gateway'
import { openOwnTestApp, type TestApp } from '../testing/test-app'
import { until } from '../testing/until'
import type { App } from './app'

let testApp: TestApp
afterEach(() => testApp.close())

async function open(roles?: readonly 'api'[]) {
  const timers = manualTimers(() => new Date('2026-11-20T12:00:00Z'))
  testApp = await openOwnTestApp({
    isShared: true,
    clock: timers,
    gateway: playedGateway(),
    ...(roles && { roles }),
  })
  return timers
}

async function statusOf({ http }: App, url: string, body?: object): Promise<number> {
  const answer = await http.inject(body ? { method: 'POST', url, payload: body } : { url })
  return answer.statusCode
}

test('a process with only `sessions` answers health and readiness, and serves nothing else', async () => {
  await open()
  const { app } = await testApp.startBeside({ roles: ['sessions'] })

  expect(await statusOf(app, '/health')).toBe(200)
  expect(await statusOf(app, '/ready')).toBe(200)
  for (const url of ['/tickets', '/public-settings/x', '/public/company1/x.png', '/socket.io/?EIO=4'])
    expect([url, await statusOf(app, url)]).toEqual([url, 404])
  for (const url of ['/auth/login', batchRequestPath])
    expect([url, await statusOf(app, url, {})]).toEqual([url, 404])
  expect(await statusOf(testApp.app, '/tickets')).toBe(401)
})

test('a process with only `api` opens no session; one with `sessions` does', async () => {
  const timers = await open(['api'])
  const company = await testApp.company()
  const id = await company.connection('Loja')
  await testApp.app.startRoles()
  expect(timers.waiting()).toBe(0)

  const { app, node } = await testApp.startBeside({ roles: ['sessions'] })
  await app.startRoles()

  await until('it is open', () => app.links.link(company.id, id) !== null)
  const leases = await testApp.table('connection_leases').find({}, ['connection_id', 'holder'])
  expect(leases).toEqual([{ connection_id: id, holder: String(node.id) }])
})

test('the clocks run in one worker, then in the next; none starts in a process that has stopped', async () => {
  const timers = await open(['api'])
  const worker = () => testApp.startBeside({ roles: ['worker'] })
  const [one, two] = [await worker(), await worker()]
  await until('the first one may run them', () => isClock(one.node))
  await one.app.startRoles()
  const running = timers.waiting()
  expect(running).toBeGreaterThan(0)
  await two.app.startRoles()
  expect(timers.waiting()).toBe(running)

  await one.app.stop()
  expect(timers.waiting()).toBe(0)
  await one.stop()
  await until('the next one has them', () => timers.waiting() === running)

  const three = await worker()
  await three.app.startRoles()
  await three.app.stop()
  await two.stop()
  await until('the last one may run them', () => isClock(three.node))
  expect(timers.waiting()).toBe(0)
})

/** Whether this process has the lock of the clocks, as far as it knows. */
function isClock(node: { whenClock(start: () => void): void }): boolean {
  let is = false
  node.whenClock(() => {
    is = true
  })
  return is
}
