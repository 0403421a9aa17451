import { afterAll, beforeAll, expect, test } from 'vitest'
import { resetPassword } from './reset-password'
import { goodPassword, openTestServer, type TestServer } from './testing/test-server'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const logIn = (email: string, password: string) =>
  server.call('POST', '/auth/login', { body: { email, password }, address: '203.0.113.40' })
const reset = (email: string, withoutTwoStep = false) =>
  resetPassword(server.workplace, { email, withoutTwoStep })

test('the operator resets a password: the old one and its sessions end, with an audit entry', async () => {
  const { id, admin } = await server.company()
  const neighbour = await server.company()
  for (let i = 0; i < 10; i++) await logIn(admin.email, 'esquecida')

  const made = await reset(` ${admin.email.toUpperCase()} `)

  expect(made).toEqual({
    name: admin.user.name,
    email: admin.email,
    password: expect.stringMatching(/^[\w-]{20}$/),
    keepsTwoStep: false,
  })
  expect((await server.call('GET', '/auth/me', { token: admin.token })).status).toBe(401)
  expect((await server.call('POST', '/auth/refresh_token', { cookie: admin.cookie })).status).toBe(401)
  expect((await logIn(admin.email, goodPassword)).status).toBe(401)
  expect((await logIn(admin.email, made?.password ?? '')).status).toBe(200)
  expect((await neighbour.admin.call('GET', '/auth/me')).status).toBe(200)
  expect(await server.table('users').find({ has_generated_password: true }, ['id'])).toEqual([
    { id: admin.id },
  ])
  expect(
    await server.table('audit_entries').find({ company_id: id, act: 'user.changed' }, ['act', 'detail']),
  ).toEqual([{ act: 'user.changed', detail: { fields: 'password', because: 'npm run admin' } }])
})

test('the second step stays on unless the operator switches it off', async () => {
  const { id, admin } = await server.company()
  const login = { company_id: id, user_id: admin.id, sealed_secret: Buffer.of(0), last_step: 0 }
  await server.table('two_step_logins').insert({ ...login, confirmed_at: server.now() })

  const kept = await reset(admin.email)
  const asked = await logIn(admin.email, kept?.password ?? '')
  const without = await reset(admin.email, true)
  const inside = await logIn(admin.email, without?.password ?? '')

  expect([kept?.keepsTwoStep, asked.body.error]).toEqual([true, 'ERR_TWO_STEP_CODE_REQUIRED'])
  expect([without?.keepsTwoStep, inside.status]).toEqual([false, 200])
  expect(
    await server.table('audit_entries').find({ company_id: id, act: 'twoStep.switchedOff' }, ['detail']),
  ).toEqual([{ detail: { because: 'npm run admin' } }])
})

test('an unknown e-mail and one of a support visit change nothing', async () => {
  const shop = await server.company()
  const owner = (await server.company({ isSuper: true })).admin
  const visit = await server.call('POST', `/companies/${shop.id}/support`, {
    body: { reason: 'Ajudar com a conexão' },
    token: owner.token,
    cookie: owner.cookie,
  })

  expect(await reset('ninguem@example.com')).toBeNull()
  expect(await reset(visit.body.user.email)).toBeNull()
})
