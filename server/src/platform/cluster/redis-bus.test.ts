import type { CompanyId } from '@balcao/domain/ids'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../testing/until'
import { createLog } from '../log'
import { freePort } from '../testing/loopback-port'
import { hasRedis, type RedisServer, startRedisServer } from '../testing/redis-server'
import { packetKind } from './bus'
import { openRedisBus, type RedisBus } from './redis-bus'
import { createSharedMap } from './shared-map'

const said = packetKind<string>('said')
const log = createLog({ level: 'silent' })
const company = 7 as CompanyId
const other = 8 as CompanyId

let redis: RedisServer
const buses: RedisBus[] = []

async function join(nodeId: number, installation = 'ours') {
  const bus = await openRedisBus(redis.url, { installation, nodeId, log })
  buses.push(bus)
  const heard: string[] = []
  bus.listen(said, (text, from) => heard.push(`${from} ${text}`))
  return { bus, heard }
}

describe.skipIf(!hasRedis)('the bus over Redis', () => {
  beforeEach(async () => {
    redis = await startRedisServer()
  })
  afterEach(async () => {
    await Promise.all(buses.splice(0).map((bus) => bus.close()))
    await redis.kill()
  })

  test('carries packets to the others in their order, not to the sender nor to other installations', async () => {
    const [one, two, stranger] = [await join(1), await join(2), await join(3, 'theirs')]

    for (const text of ['a', 'b']) void one.bus.publish(said, text)
    await one.bus.publish(said, 'ç😀')

    await until('all have come', () => two.heard.length === 3)
    expect(two.heard).toEqual(['1 a', '1 b', '1 ç😀'])
    expect([one.heard, stranger.heard]).toEqual([[], []])
  })

  test('carries packets of a company only to those that follow it, each once', async () => {
    const [one, two, three] = [await join(1), await join(2), await join(3)]
    await Promise.all([two.bus.follow(company), two.bus.follow(company), three.bus.follow(other)])

    await one.bus.publish(said, 'to the company', company)
    await one.bus.publish(said, 'to all')
    await until('both have heard the last one', () => three.heard.length === 1 && two.heard.length === 2)
    expect(two.heard).toEqual(['1 to the company', '1 to all'])

    two.bus.unfollow(company)
    await one.bus.publish(said, 'one page is left', company)
    await until('it is heard', () => two.heard.length === 3)
    two.bus.unfollow(company)
    await one.bus.publish(said, 'none is left', company)
    await one.bus.publish(said, 'the end')
    await until('the end is heard', () => two.heard.includes('1 the end'))
    expect(two.heard).not.toContain('1 none is left')
  })

  test('refuses packets without Redis, and says that some may be missed when it is back, empty', async () => {
    const [one, two] = [await join(1), await join(2)]
    await two.bus.follow(company)
    let gaps = 0
    two.bus.onGap(() => {
      gaps += 1
    })
    await redis.kill()
    await until('the loss is noticed', () => !two.bus.isConnected())
    await expect(one.bus.publish(said, 'lost')).rejects.toThrow()
    await two.bus.follow(other) // a page connects meanwhile

    await redis.start()

    await until('it is connected again', () => two.bus.isConnected() && one.bus.isConnected())
    expect(gaps).toBe(1)
    await until('packets pass again', () =>
      one.bus.publish(said, 'again', other).then(
        () => true,
        () => false,
      ),
    )
    await one.bus.publish(said, 'here too', company)
    await until('both companies are heard', () => two.heard.length >= 2)
    expect(two.heard).toEqual(expect.arrayContaining(['1 again', '1 here too']))
  })

  test('shared maps hold the same after Redis was away, also what was removed and set meanwhile', async () => {
    const never = () => () => undefined
    const [one, two] = [await join(1), await join(2)]
    const early = createSharedMap<string>({ bus: one.bus, onEnded: never }, 'colour')
    const late = createSharedMap<string>({ bus: two.bus, onEnded: never }, 'colour')
    early.set('sky', 'blue')
    await until('the value has come', () => late.elsewhere('sky').size === 1)
    await redis.kill()
    await until('both know the loss', () => !one.bus.isConnected() && !two.bus.isConnected())
    early.set('sky', null)
    early.set('sea', 'green')

    await redis.start()

    await until('the later value has come', () => late.elsewhere('sea').size === 1)
    expect([...late.keysElsewhere()]).toEqual(['sea'])
  })

  test('a start without Redis is refused', async () => {
    const nowhere = await freePort()

    await expect(
      openRedisBus(`redis://127.0.0.1:${nowhere}`, { installation: 'ours', nodeId: 1, log }),
    ).rejects.toThrow()
  })
})
