import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { graphClient } from './graph'
import {
  checkAccessToken,
  checkAccountSetUp,
  checkAppSecret,
  checkPhoneNumberSetUp,
  fetchMessagingLimit,
  isSubscribedToWebhooks,
  listAccountNumbers,
  SetUpFailed,
  subscribeToWebhooks,
} from './set-up'
import { aCloudNumber, type CloudNumber } from './testing/cloud-number'

let shop: CloudNumber
beforeEach(async () => {
  shop = await aCloudNumber()
})
afterEach(() => shop.end())

const now = () => new Date(shop.clock.now())
const client = () => graphClient(shop.settings, shop.token)
const secretsWith = (more: Partial<CloudNumber['credentials']> = {}) => ({ ...shop.credentials, ...more })
const tokenWith = (more: object) =>
  shop.graph.issueToken({ appId: shop.app.id, accountIds: [shop.account.id], ...more })

async function reason(act: Promise<unknown>): Promise<unknown> {
  return act.then(
    () => 'resolved',
    (error: unknown) => (error instanceof SetUpFailed ? error.reason : error),
  )
}

describe('the numbers of an account', () => {
  test('are all of them, page by page', async () => {
    for (let at = 0; at < 120; at += 1)
      shop.graph.addNumber({
        accountId: shop.account.id,
        displayNumber: `55113000${String(at).padStart(4, '0')}`,
      })

    const numbers = await listAccountNumbers(client(), shop.account.id)
    expect(numbers).toHaveLength(121)
    expect(numbers[0]).toEqual({
      id: shop.number.id,
      phone: '551133334444',
      shown: '+55 11 3333-4444',
      verifiedName: 'Casa Ipê Móveis',
      quality: 'GREEN',
      status: 'CONNECTED',
      nameStatus: 'APPROVED',
      throughput: 'STANDARD',
      isRegistered: true,
    })
  })

  test('of an unknown account are none', async () => {
    expect(await reason(listAccountNumbers(client(), '5'))).toBe('account-unknown')
    expect(await reason(listAccountNumbers(client(), '..'))).toBe('account-unknown')
  })
})

describe('a token', () => {
  test('is described to its app, or to itself while the app is not known', async () => {
    const facts = {
      scopes: expect.arrayContaining(['whatsapp_business_messaging', 'whatsapp_business_management']),
      expiresAt: null,
      appId: shop.app.id,
      by: 'debug_token',
    }

    expect(await checkAccessToken(shop.settings, secretsWith(), now())).toEqual(facts)
    expect(await checkAccessToken(shop.settings, secretsWith({ appId: null }), now())).toEqual(facts)
    expect(await checkAccessToken(shop.settings, secretsWith({ appSecret: 'wrong' }), now())).toEqual(facts)
  })

  test('that Meta does not describe is checked by a call for its account', async () => {
    shop.graph.inflict({ kind: 'refuse', calls: 'all', code: 100 })

    expect(await checkAccessToken(shop.settings, secretsWith({ appId: null }), now())).toEqual({
      scopes: null,
      expiresAt: null,
      appId: null,
      by: 'calls',
    })
  })

  test('has an end', async () => {
    const expiresAt = new Date(Math.floor(shop.clock.now() / 1000) * 1000 + 3_600_000)
    const token = tokenWith({ expiresAt })

    expect(await checkAccessToken(shop.settings, secretsWith({ token }), now())).toMatchObject({ expiresAt })
    shop.clock.advance(3_700_000)
    expect(await reason(checkAccessToken(shop.settings, secretsWith({ token }), now()))).toBe('token-expired')
    expect(await reason(checkAccessToken(shop.settings, secretsWith({ token, appId: null }), now()))).toBe(
      'token-expired',
    )
  })

  test.each([true, false])(
    'that is wrong or revoked is said to be wrong; the app is known: %j',
    async (isKnown) => {
      const appId = isKnown ? shop.app.id : null
      shop.graph.revokeToken(shop.token)

      expect(await reason(checkAccessToken(shop.settings, secretsWith({ appId }), now()))).toBe('token-wrong')
      expect(
        await reason(checkAccessToken(shop.settings, secretsWith({ appId, token: 'EAAx' }), now())),
      ).toBe('token-wrong')
    },
  )

  test('without a permission fails with its name', async () => {
    const token = tokenWith({ scopes: ['whatsapp_business_messaging'] })

    await expect(checkAccessToken(shop.settings, secretsWith({ token }), now())).rejects.toMatchObject({
      reason: 'scope-missing',
      detail: 'whatsapp_business_management',
    })
  })
})

describe('the secret of the app', () => {
  test('is checked by the app, or by a proof while its id is not known', async () => {
    expect(await checkAppSecret(shop.settings, secretsWith())).toBe('app-token')
    expect(await checkAppSecret(shop.settings, secretsWith({ appId: null }))).toBe('proof')
  })

  test.each([true, false])('that is wrong is found; the app is known: %j', async (isKnown) => {
    const secrets = secretsWith({ appSecret: 'wrong', appId: isKnown ? shop.app.id : null })

    expect(await reason(checkAppSecret(shop.settings, secrets))).toBe('secret-wrong')
  })
})

describe('a subscription', () => {
  test('is made, also twice, and found', async () => {
    const account = shop.graph.addAccount()
    const token = tokenWith({ accountIds: [account.id] })
    const other = graphClient(shop.settings, token)
    const before = await isSubscribedToWebhooks(other, account.id, shop.app.id)
    await subscribeToWebhooks(other, account.id)
    await subscribeToWebhooks(other, account.id, {
      address: shop.callback.url,
      verifyToken: shop.callback.verifyToken,
    })

    expect([before, await isSubscribedToWebhooks(other, account.id, shop.app.id)]).toEqual([false, true])
    expect(await isSubscribedToWebhooks(other, account.id, null)).toBe(true)
    expect(await isSubscribedToWebhooks(other, account.id, '5')).toBe(false)
  })
})

describe('a set-up', () => {
  test('finds the numbers of the account without the id of the app', async () => {
    const { accountId, token, appSecret } = shop.credentials
    const { numbers, token: facts } = await checkAccountSetUp(
      shop.settings,
      { accountId, token, appSecret },
      now(),
    )

    expect(numbers.map(({ id }) => id)).toEqual([shop.number.id])
    expect(facts.appId).toBe(shop.app.id)
  })

  test('says what is wrong with it', async () => {
    const check = (more: Parameters<typeof secretsWith>[0]) =>
      reason(checkAccountSetUp(shop.settings, secretsWith(more), now()))

    expect(await check({ token: 'EAAx' })).toBe('token-wrong')
    expect(await check({ accountId: '5' })).toBe('account-unknown')
    expect(await check({ appSecret: 'x' })).toBe('secret-wrong')
  })

  test('reads the state of its number', async () => {
    expect(await checkPhoneNumberSetUp(shop.settings, shop.credentials, now())).toMatchObject({
      verifiedName: 'Casa Ipê Móveis',
      quality: 'GREEN',
      nameStatus: 'APPROVED',
      messagingLimit: 'TIER_250',
      tokenExpiresAt: null,
    })
  })

  test('needs a registered number of the account, and the subscription of the app', async () => {
    const check = (more: Parameters<typeof secretsWith>[0] = {}) =>
      reason(checkPhoneNumberSetUp(shop.settings, secretsWith(more), now()))
    const foreign = shop.graph.addNumber({
      accountId: shop.graph.addAccount().id,
      displayNumber: '551130001000',
    })

    expect(await check({ phoneNumberId: foreign.id })).toBe('number-not-of-account')
    shop.meta.setStatus('PENDING')
    expect(await check()).toBe('number-not-registered')
    shop.meta.setStatus('CONNECTED')
    await client().call({ method: 'DELETE', path: [shop.account.id, 'subscribed_apps'] }, z.unknown())
    expect(await check()).toBe('app-not-subscribed')
  })

  test.each([
    ['trouble', 2],
    ['too many calls', 4],
  ])('says nothing of the credentials while Meta answers with %s', async (_, code) => {
    shop.graph.inflict({ kind: 'refuse', calls: 'all', code, times: 9 })

    expect(await reason(checkAccountSetUp(shop.settings, secretsWith(), now()))).toBe('graph-unreachable')
    expect(await reason(subscribeToWebhooks(client(), shop.account.id))).toBe('graph-unreachable')
  })

  test('says that Meta cannot be reached', async () => {
    await shop.simulator.close()

    expect(await reason(checkAccountSetUp(shop.settings, secretsWith(), now()))).toBe('graph-unreachable')
  })
})

test('the limit has one of two names', async () => {
  shop.graph.inflict({ kind: 'refuse', calls: 'all', code: 100 })
  expect(await fetchMessagingLimit(client(), shop.number.id)).toBe('TIER_250')
  shop.graph.inflict({ kind: 'refuse', calls: 'all', code: 100, times: 2 })
  expect(await fetchMessagingLimit(client(), shop.number.id)).toBeNull()
})
