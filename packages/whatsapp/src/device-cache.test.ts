import { expect, test } from 'vitest'
import type { Clock } from './clock'
import { deviceCache } from './device-cache'
import { connectionKeyStore } from './store-session'
import { memoryKeyStore } from './testing/memory-key-store'

const hour = 60 * 60 * 1000
const devices = [{ user: 'ana', device: 0 }]

function fixture() {
  const store = memoryKeyStore()
  const time = { now: 0 }
  const clock: Clock = { now: () => time.now, chance: () => 0, after: () => () => {} }
  const process = () =>
    deviceCache(
      connectionKeyStore(store.open()).begin(() => {}),
      clock,
    )
  return { process, time }
}

test('the next process knows the devices of a contact, for a day', async () => {
  const { process, time } = fixture()
  await process().mset?.([{ key: 'ana', value: devices }])
  const next = process()

  time.now = 23 * hour
  const sameDay = await next.mget?.(['ana', 'bia'])
  time.now = 24 * hour
  const dayAfter = await next.get('ana')

  expect(sameDay).toEqual({ ana: devices })
  expect(dayAfter).toBeUndefined()
})

test('changed devices are removed from the cache at once', async () => {
  const cache = fixture().process()
  await cache.set('ana', devices)

  await cache.del('ana')

  expect(await cache.get('ana')).toBeUndefined()
})
