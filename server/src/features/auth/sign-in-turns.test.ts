import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { maxPendingCallsPerAddress } from '../../platform/http/public-turns'
import { whileLoginsWait, whileSessionsAreLocked } from './testing/sign-in-locks'
import { type Answer, goodPassword, openTestServer, type TestServer } from './testing/test-server'

const [flood, neighbour] = ['203.0.113.7', '203.0.113.8'] as const
const unknownCookie = `8f1b4c2e-5d3a-4c6b-9e7f-0a1b2c3d4e5f.${'a'.repeat(43)}`

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const logIn = (email: string, address: string) =>
  server.call('POST', '/auth/login', { body: { email, password: goodPassword }, address })
const refresh = (cookie: string, address: string) =>
  server.call('POST', '/auth/refresh_token', { cookie, address })

it('A2 another address signs in while one address holds forty logins and refreshes open', async () => {
  const shop = await server.company()
  const ana = await shop.person('Ana')
  const held: Promise<Answer>[] = []
  const beside: Answer[] = []

  await whileLoginsWait(server, flood, async () => {
    for (let at = 0; at < 40; at++) held.push(logIn(`stranger-${at}@example.com`, flood))
    for (let at = 0; at < 40; at++) held.push(refresh(unknownCookie, flood))
    beside.push(await refresh(shop.admin.cookie, neighbour), await logIn(ana.email, neighbour))
  })

  expect(beside.map(({ status }) => status)).toEqual([200, 200])
  const answers = await Promise.all(held)
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.error}`))).toEqual(
    new Set(['401 ERR_INVALID_CREDENTIALS', '401 ERR_SESSION_EXPIRED']),
  )
})

it('A2 an address with too many open calls gets 429 with a retry time; the open ones are served', async () => {
  const answers: Answer[] = []
  const calls: Promise<void>[] = []
  await whileSessionsAreLocked(server, async () => {
    for (let at = 0; at < maxPendingCallsPerAddress + 5; at++)
      calls.push(refresh(unknownCookie, flood).then((answer) => void answers.push(answer)))
    await vi.waitFor(() => expect(answers).toHaveLength(5))
  })
  await Promise.all(calls)

  for (const { status, body, headers } of answers.slice(0, 5))
    expect([status, body.error, headers['retry-after']]).toEqual([429, 'ERR_TOO_MANY_ATTEMPTS', '1'])
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(maxPendingCallsPerAddress)
  expect((await refresh(unknownCookie, flood)).status).toBe(401)
})
