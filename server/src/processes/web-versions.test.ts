import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { saveWhatsappVersion } from '@balcao/contract/platform-settings'
import type { WhatsappWebVersion, WhatsappWebVersionLookupFailure } from '@balcao/domain/web-version'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWebVersionCache } from '../outside/whatsapp-web-version/cached-version'
import type { WebVersionLookUp, WebVersionLookUpResult } from '../outside/whatsapp-web-version/port'
import { type Clock, systemClock } from '../platform/clock'
import { createLog } from '../platform/log'
import { openOwnTestApp, type Person, shippedInTests, type TestApp } from '../testing/test-app'
import { openWhatsappVersionLookUp, whatsappVersionProvider } from './web-versions'

const newer = [2, 3000, 1_046_000_000] as const

let testApp: TestApp
let owner: Person
let finds: WhatsappWebVersion | WhatsappWebVersionLookupFailure
let lines: string[]
beforeAll(async () => {
  testApp = await openOwnTestApp() // platform
  owner = (await testApp.company({ isSuper: true })).admin
})
afterAll(() => testApp.close())
beforeEach(async () => {
  finds = newer
  lines = []
  await choose('automatic')
})

const choose = (setting: string) => owner.does(saveWhatsappVersion, { body: { setting } })
const log = () => createLog({ level: 'warn', isReadable: false, write: (line) => lines.push(line) })
const theSite = () =>
  createWebVersionCache({ read: async () => finds, shipped: shippedInTests, now: () => testApp.now() })

function versions(lookUp: WebVersionLookUp = theSite(), clock: Clock = systemClock) {
  return whatsappVersionProvider({ workplace: () => testApp.app.workplace, lookUp, clock, log: log() })
}

test('a socket claims the version of the look-up', async () => {
  expect(await versions().current()).toEqual(newer)
})

test('the choice of a super user applies to the next socket at once', async () => {
  const claimed = versions()
  await claimed.current()

  await choose('2.3000.1044000000')
  expect(await claimed.current()).toEqual([2, 3000, 1_044_000_000])

  await choose('automatic')
  expect(await claimed.current()).toEqual(newer)
})

test('without a successful look-up the shipped version is claimed, and logged once', async () => {
  finds = 'unreachable'
  const claimed = versions()

  expect(await Promise.all([claimed.current(), claimed.current(), claimed.current()])).toEqual([
    null,
    null,
    null,
  ])
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('"reason":"unreachable"')
})

test('a refused version is dropped from the cache', async () => {
  const claimed = versions()
  await claimed.current()

  claimed.refused()

  expect(await claimed.current()).toBeNull() // the last look-up was just now, and the next one must wait
  testApp.pass(60)
  expect(await claimed.current()).toEqual(newer)
})

test('a setting in an unknown format counts as automatic', async () => {
  await choose('2.3000.1044000000')
  await testApp.table('platform_settings').update({}, { value: '9.9.9' })

  expect(await versions().current()).toEqual(newer)
})

test('a failing database leaves the shipped version', async () => {
  const claimed = whatsappVersionProvider({
    workplace: () => ({ withPlatform: () => Promise.reject(new Error('the database is lost')) }),
    lookUp: theSite(),
    clock: systemClock,
    log: log(),
  })

  expect(await claimed.current()).toBeNull()
  expect(lines).toHaveLength(1)
})

test('a look-up that never ends leaves the shipped version after five seconds', async () => {
  const waits: { milliseconds: number; end: () => void }[] = []
  const clock: Clock = {
    now: () => testApp.now(),
    after(milliseconds, end) {
      waits.push({ milliseconds, end })
      return () => undefined
    },
  }
  const never = new Promise<WebVersionLookUpResult>(() => undefined)
  const claimed = versions({ ...theSite(), current: () => never }, clock).current()

  expect(waits.map(({ milliseconds }) => milliseconds)).toEqual([5_000])
  waits[0]?.end()
  expect(await claimed).toBeNull()
})

test('with a simulator the look-up asks the simulator', async () => {
  const asked: (string | undefined)[] = []
  const simulator: Server = createServer(({ url }, response) => {
    asked.push(url)
    response.end('{"client_revision":1046000000}')
  })
  await new Promise<void>((resolve) => simulator.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(simulator.address() as AddressInfo).port}` // the server listens on a port, whose address is an object
  const settings = { socketUrl: `ws://${host}/ws/chat`, trustUrl: `http://${host}/trust` }

  const { lookUp, close } = openWhatsappVersionLookUp(settings, shippedInTests, systemClock)

  expect(await lookUp.current()).toMatchObject({ version: newer, failure: null })
  expect(asked).toEqual(['/sw.js'])
  await close()
  simulator.closeAllConnections()
  await new Promise((resolve) => simulator.close(resolve))
})
