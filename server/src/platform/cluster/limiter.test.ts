import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { linkedNodes } from '../../testing/linked-nodes'
import { until } from '../../testing/until'
import { createLog } from '../log'
import { Refusal } from '../refusal'
import { hasRedis, type RedisServer, startRedisServer } from '../testing/redis-server'
import { type Bus, singleProcessBus } from './bus'
import { createSharedRateLimiter, type SharedRateLimiter } from './limiter'
import { openRedisBus, type RedisBus } from './redis-bus'

const noon = new Date('2026-11-20T12:00:00Z')
const later = (seconds: number) => new Date(noon.getTime() + seconds * 1000)
const call = { key: 'a call', most: 10, seconds: 60 }
const ofDay = { key: 'of a day', most: 2, seconds: 86_400 }

/** The seconds to wait; null: taken. */
function waitOf(taking: Promise<unknown>): Promise<number | null> {
  return taking.then(
    () => null,
    (error) => {
      if (error instanceof Refusal) return Number(Object(error.data).retryAfterSeconds)
      throw error
    },
  )
}

const takenOf = (waits: readonly (number | null)[]) => waits.filter((wait) => wait === null).length

describe('a limiter of a process alone', () => {
  test('lets concurrent calls take as many as the bound has, until the first of them ends', async () => {
    const { take } = createSharedRateLimiter('test', singleProcessBus)

    const waits = await Promise.all(Array.from({ length: 25 }, () => waitOf(take([call], noon))))

    expect(takenOf(waits)).toBe(10)
    expect(await waitOf(take([call], later(59)))).toBe(1)
    expect(await waitOf(take([call], later(60)))).toBeNull()
  })

  test('takes none of several bounds when one is reached, and gives all back', async () => {
    const { take } = createSharedRateLimiter('test', singleProcessBus)
    const giveBack = await take([call, ofDay], noon)
    await take([ofDay], noon)

    for (let times = 0; times < 20; times++) expect(await waitOf(take([call, ofDay], later(30)))).toBe(86_370)
    giveBack()

    expect(await waitOf(take([call, ofDay], later(30)))).toBeNull()
    expect(
      takenOf(await Promise.all(Array.from({ length: 20 }, () => waitOf(take([call], later(30)))))),
    ).toBe(9)
  })
})

describe('limiters of several processes', () => {
  test('one that starts learns what the others have counted in a day', async () => {
    const [first, second] = linkedNodes(2)
    const here = createSharedRateLimiter('test', first?.bus ?? singleProcessBus)
    await here.take([ofDay], noon)
    await here.take([ofDay], noon)

    const there = createSharedRateLimiter('test', second?.bus ?? singleProcessBus)

    expect(await waitOf(there.take([ofDay], later(60)))).toBe(86_340)
    expect(await waitOf(there.take([{ ...ofDay, key: 'another' }], later(60)))).toBeNull()
  })
})

describe.skipIf(!hasRedis)('limiters over Redis', () => {
  let redis: RedisServer
  let buses: readonly RedisBus[]
  beforeEach(async () => {
    redis = await startRedisServer()
    const log = createLog({ level: 'silent' })
    const open = (nodeId: number) => openRedisBus(redis.url, { installation: 'ours', nodeId, log })
    buses = await Promise.all([open(1), open(2)])
  })
  afterEach(async () => {
    await Promise.all(buses.map((bus) => bus.close()))
    await redis.kill()
  })
  const limitersOf = (all: readonly Bus[]): readonly SharedRateLimiter[] =>
    all.map((bus) => createSharedRateLimiter('test', bus))

  test('concurrent calls of two processes never take more than the bound has', async () => {
    const limiters = limitersOf(buses)

    const waits = await Promise.all(
      limiters.flatMap(({ take }) => Array.from({ length: 25 }, () => waitOf(take([call], noon)))),
    )

    expect(takenOf(waits)).toBe(10)
    expect(new Set(waits)).toEqual(new Set([null, 60]))
    expect(await Promise.all(limiters.map(({ take }) => waitOf(take([call], later(60)))))).toEqual([
      null,
      null,
    ])
  })

  test('what one gives back the other may take, and a process that starts later counts on', async () => {
    const [here, there] = limitersOf(buses)
    const giveBack = await here?.take([ofDay, call], noon)
    await here?.take([ofDay], noon)
    expect(await waitOf(there?.take([ofDay, call], noon) ?? Promise.reject())).toBe(86_400)

    giveBack?.()

    await until(
      'it is free',
      async () => (await waitOf(there?.take([ofDay], noon) ?? Promise.reject())) === null,
    )
    const [restarted] = limitersOf(buses)
    expect(await waitOf(restarted?.take([ofDay], later(10)) ?? Promise.reject())).toBe(86_390)
  })

  test('without Redis each process keeps its own count', async () => {
    const limiters = limitersOf(buses)
    for (const { take } of limiters) for (let times = 0; times < 3; times++) await take([call], noon)
    await redis.kill()

    const waits = await Promise.all(
      limiters.map(async ({ take }) =>
        takenOf(await Promise.all(Array.from({ length: 25 }, () => waitOf(take([call], noon))))),
      ),
    )

    expect(waits).toEqual([7, 7])
  })
})
