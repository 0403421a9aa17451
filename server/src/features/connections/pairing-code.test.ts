import { createPairingCode, getConnection } from '@balcao/contract/connections'
import type { ConnectionId } from '@balcao/domain/ids'
import { LinkingRefused, NotConnected } from '@balcao/whatsapp/gateway'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { playedGateway } from '../../testing/played-gateway'
import {
  openOwnTestApp,
  type Person,
  runningClock,
  type TestApp,
  type TestCompany,
} from '../../testing/test-app'

const gateway = playedGateway()
let testApp: TestApp
let company: TestCompany
let connectionId: ConnectionId
beforeAll(async () => {
  testApp = await openOwnTestApp({ gateway, clock: runningClock })
  company = await testApp.company()
  connectionId = await company.connection('Loja')
  await testApp.app.startRoles()
  await vi.waitUntil(
    async () =>
      (await company.admin.does(getConnection, { params: { connectionId } })).status === 'CONNECTED',
    { timeout: 30_000 },
  )
})
afterAll(() => testApp.close())

const ask = (person: Person, number = '5511999990000') =>
  person.call(createPairingCode, { params: { connectionId }, body: { number } })

test('CONN-29 a code that WhatsApp accepted is returned', async () => {
  gateway.answersPairing(async (phone) => `ABCD${phone.slice(-4)}`)

  expect(await ask(company.admin, '+55 (11) 99999-0001')).toMatchObject({
    status: 200,
    body: { code: 'ABCD0001' },
  })
})

test.each([
  ['refused by WhatsApp', new LinkingRefused(400), 'ERR_PAIRING_REFUSED', { code: 400 }],
  ['refused with another number', new LinkingRefused(403), 'ERR_PAIRING_REFUSED', { code: 403 }],
  ['asked for too often', new LinkingRefused(429), 'ERR_PAIRING_TOO_OFTEN', undefined],
  ['not answered in time', new LinkingRefused(null), 'ERR_PAIRING_NO_ANSWER', undefined],
  ['asked for while no QR is shown', new NotConnected(), 'ERR_WAPP_NOT_INITIALIZED', undefined],
])('CONN-29 a code request that is %s answers 400 with its error code', async (_, failure, error, data) => {
  gateway.answersPairing(() => Promise.reject(failure))

  const answer = await ask(company.admin)

  expect(answer).toMatchObject({ status: 400, error })
  expect((answer.body as { data?: unknown }).data).toEqual(data)
})

test('CONN-29 an unexpected failure of the driver stays an internal error', async () => {
  gateway.answersPairing(() => Promise.reject(new Error('the driver broke')))

  expect(await ask(company.admin)).toMatchObject({ status: 500 })
})

test('PERM-05 CONN-20 a request of an agent or of another company does not reach WhatsApp', async () => {
  const asked = vi.fn(async () => 'ABCD1234')
  gateway.answersPairing(asked)
  const stranger = (await testApp.company()).admin

  expect(await ask(await company.person('Ana'))).toMatchObject({ status: 403, error: 'ERR_NO_PERMISSION' })
  expect(await ask(stranger)).toMatchObject({ status: 404, error: 'ERR_NO_WAPP_FOUND' })
  expect(asked).not.toHaveBeenCalled()
})
