import { listAuditEntries } from '@balcao/contract/audit'
import * as calls from '@balcao/contract/platform-settings'
import type { WhatsappWebVersion, WhatsappWebVersionLookupFailure } from '@balcao/domain/web-version'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWebVersionCache } from '../../outside/whatsapp-web-version/cached-version'
import { grantsOn } from '../../testing/table-grants'
import { openOwnTestApp, type Person, shippedInTests, type TestApp } from '../../testing/test-app'

const shipped = '2.3000.1043857760'
let testApp: TestApp
let owner: Person
let finds: WhatsappWebVersion | WhatsappWebVersionLookupFailure = [2, 3000, 1_046_000_000]
let asked = 0
beforeAll(async () => {
  const site = createWebVersionCache({
    shipped: shippedInTests,
    now: () => testApp.now(),
    read: async () => {
      asked += 1
      return finds
    },
  })
  testApp = await openOwnTestApp({ webVersions: site })
  owner = (await testApp.company({ isSuper: true })).admin
})
afterAll(() => testApp.close())
beforeEach(async () => {
  testApp.pass(7 * 3600) // expires the cache and the rate limit of earlier tests
  finds = [2, 3000, 1_046_000_000]
  await testApp.table('platform_settings').delete()
  owner = await testApp.signIn(owner.email)
  asked = 0
})

const save = (setting: unknown, person = owner) =>
  person.call(calls.saveWhatsappVersion, { body: { setting } as { setting: string } })

describe('reading', () => {
  test('the version is automatic by default, and reading it looks it up', async () => {
    expect(await owner.does(calls.getWhatsappVersion)).toEqual({
      setting: 'automatic',
      claimed: '2.3000.1046000000',
      source: 'looked-up',
      shipped,
      lookedUpAt: testApp.now().toISOString(),
      failure: null,
    })
    await owner.does(calls.getWhatsappVersion)
    expect(asked).toBe(1)
  })

  test.each(['unreachable', 'no-version', 'older'] as const)(
    'after the failure %s a fresh installation uses the shipped version',
    async (failure) => {
      const fresh = await openOwnTestApp({
        webVersions: createWebVersionCache({
          shipped: shippedInTests,
          now: () => testApp.now(),
          read: async () => failure,
        }),
      })
      const { admin } = await fresh.company({ isSuper: true })

      expect(await admin.does(calls.getWhatsappVersion)).toMatchObject({
        claimed: shipped,
        source: 'shipped',
        failure,
        lookedUpAt: expect.any(String),
      })
      await fresh.close()
    },
  )
})

describe('choosing', () => {
  test('a fixed version is used without a look-up', async () => {
    const { body } = await save(' 2.3000.1044000000 ')

    expect(body).toMatchObject({
      setting: '2.3000.1044000000',
      claimed: '2.3000.1044000000',
      source: 'fixed',
      shipped,
    })
    expect(await owner.does(calls.getWhatsappVersion)).toEqual(body)
    expect(asked).toBe(0)
  })

  test('automatic replaces the fixed version', async () => {
    await save('2.3000.1044000000')

    expect((await save('automatic')).body).toMatchObject({ setting: 'automatic', source: 'looked-up' })
  })

  test.each([
    '',
    '2.3000',
    '2.3000.10460000000',
    '2.2413.51',
    '2.3000.x',
    'Automatic',
    'x'.repeat(100_000),
    2.3,
    null,
    undefined,
    ['automatic'],
  ])('%j is refused, names the field and changes nothing', async (setting) => {
    expect(await save(setting)).toMatchObject({
      status: 400,
      error: 'ERR_VALIDATION',
      body: { data: { field: 'setting' } },
    })
    expect(await testApp.table('platform_settings').find()).toEqual([])
  })

  test('a change writes an audit entry with the old value; saving the same value writes none', async () => {
    await save('2.3000.1044000000')
    await save('2.3000.1044000000')
    await save('automatic')

    const { entries } = await owner.does(listAuditEntries, { query: { act: 'whatsappVersion.changed' } })
    expect(entries.slice(0, 2).map(({ user, detail }) => [user?.id, detail])).toEqual([
      [owner.id, { version: 'automatic', formerVersion: '2.3000.1044000000' }],
      [owner.id, { version: '2.3000.1044000000', formerVersion: 'automatic' }],
    ])
    expect(entries.filter(({ at }) => at === testApp.now().toISOString())).toHaveLength(2)
  })

  test('two concurrent changes are recorded one after the other', async () => {
    await Promise.all([save('2.3000.1044000001'), save('2.3000.1044000002')])

    const { entries } = await owner.does(listAuditEntries, { query: { act: 'whatsappVersion.changed' } })
    const [last, first] = entries.map(({ detail }) => detail)
    expect(first?.formerVersion).toBe('automatic')
    expect(last?.formerVersion).toBe(first?.version)
  })
})

describe('looking up', () => {
  test('a look-up ignores the cache and asks the site at once', async () => {
    await owner.does(calls.getWhatsappVersion)
    finds = [2, 3000, 1_047_000_000]

    expect(await owner.does(calls.lookUpWhatsappVersion)).toMatchObject({ claimed: '2.3000.1047000000' })
    expect(asked).toBe(2)
  })

  test('a look-up keeps the fixed version and reports the found one beside it', async () => {
    await save('2.3000.1044000000')

    expect(await owner.does(calls.lookUpWhatsappVersion)).toMatchObject({
      claimed: '2.3000.1044000000',
      source: 'fixed',
      lookedUpAt: testApp.now().toISOString(),
    })
  })

  test('the seventh call within a minute is refused', async () => {
    for (let call = 0; call < 6; call += 1) await owner.does(calls.lookUpWhatsappVersion)

    expect((await owner.call(calls.lookUpWhatsappVersion)).error).toBe('ERR_TOO_MANY_ATTEMPTS')
    expect(asked).toBe(6)
  })
})

describe('permissions', () => {
  const ways = [
    ['read', calls.getWhatsappVersion],
    ['change', calls.saveWhatsappVersion],
    ['look up', calls.lookUpWhatsappVersion],
  ] as const

  test.each(ways)(
    'PERM-11 to %s it, an admin, an agent and an admin of another company are refused',
    async (_, endpoint) => {
      const company = await testApp.company()
      const people = [company.admin, await company.person('Ana'), (await testApp.company()).admin]

      for (const person of people) {
        const answer = await person.call(endpoint, { body: { setting: '2.3000.1044000000' } } as object)
        expect([answer.status, answer.error]).toEqual([403, 'ERR_NO_PERMISSION'])
      }
      expect(asked).toBe(0)
      expect(await testApp.table('platform_settings').find()).toEqual([])
    },
  )

  test.each(ways)('to %s it, a caller without a session is refused', async (_, { method, path }) => {
    const answer = await testApp.app.http.inject({
      method,
      url: path,
      ...(method === 'PUT' && { payload: { setting: '2.3000.1044000000' } }),
    })

    expect([answer.statusCode, answer.json().error]).toEqual([401, 'ERR_SESSION_EXPIRED'])
    expect(asked).toBe(0)
  })

  test('the role of the application may not read the settings of the platform', async () => {
    expect(await grantsOn(testApp, 'platform_settings')).not.toHaveProperty('balcao_app')
  })
})
