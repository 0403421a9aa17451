import { recordAuditExport } from '@balcao/contract/audit'
import { importExportRateLimit } from '@balcao/contract/endpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasRedis, type RedisServer, startRedisServer } from '../platform/testing/redis-server'
import { openSocket } from './live-socket'
import { type AppBeside, openOwnTestApp, runningClock, type TestApp, type TestCompany } from './test-app'
import { until } from './until'

describe.skipIf(!hasRedis)('two processes over Redis', () => {
  let redis: RedisServer
  let testApp: TestApp
  let beside: AppBeside
  let port: number
  beforeAll(async () => {
    redis = await startRedisServer()
    testApp = await openOwnTestApp({ isShared: true, redisUrl: redis.url, clock: runningClock })
    beside = await testApp.startBeside()
    port = await beside.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await testApp.close()
    await redis.kill()
  })

  const pageOf = (company: TestCompany) =>
    openSocket({ app: beside.app, port, companyId: company.id }, { auth: { token: company.admin.token } })

  test('events reach the pages of their company in the other process', async () => {
    const [company, stranger] = [await testApp.company(), await testApp.company()]
    const [page, outsider] = [await pageOf(company), await pageOf(stranger)]

    await company.person('Bia')

    const seen: unknown[] = []
    await until('the page has the event', async () => seen.push(...(await page.received())) > 0)
    expect(JSON.stringify(await outsider.received())).not.toContain('Bia')
  })

  test('O3 calls with a pace are counted in one step for both processes, however many come at once', async () => {
    const company = await testApp.company()
    const here = company.admin
    const there = await beside.opens(here)

    const answers = await Promise.all(
      [here, there].flatMap((page) =>
        Array.from({ length: 40 }, () => page.call(recordAuditExport, { body: {} })),
      ),
    )

    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(importExportRateLimit.calls)
    expect(statuses.filter((status) => status === 429)).toHaveLength(80 - importExportRateLimit.calls)
  })

  test('a Redis that was gone loses no change: acts go through, and pages connect again and hear', async () => {
    const company = await testApp.company()
    const page = await pageOf(company)
    await redis.kill()
    await until('the loss is noticed', () => !beside.node.bus.isConnected())

    await company.person('Bia')
    await redis.start()

    await page.closed
    const again = await pageOf(company)
    await company.person('Bia')
    const seen: unknown[] = []
    await until('the page has the event', async () => seen.push(...(await again.received())) > 0)
  })
})
