import { hash } from '@node-rs/bcrypt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorBody } from '../../testing/error-body'
import { inOwnerTransaction, statementWaitsForLock } from '../../testing/owner-transaction'
import { type Answer, goodPassword, openTestServer, type TestServer } from './testing/test-server'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const logIn = (email: string, password: string, address = '203.0.113.1') =>
  server.call('POST', '/auth/login', { body: { email, password }, address })

const knownBrowserOf = ({ headers }: Answer) =>
  /known_browser=([^;]+)/.exec(String(headers['set-cookie']))?.[1] ?? 'none'

const endOn = (companyId: number, dueDate: string) =>
  server.table('companies').update({ id: companyId }, { due_date: dueDate })

test('AUTH-07, A2 an unknown e-mail and a wrong password get the same answer and store nothing', async () => {
  const { admin } = await server.company()
  const sessionsBefore = await server.table('sign_in_sessions').find({}, ['id'])

  const wrong = await logIn(admin.email, 'outra senha')
  const unknown = await logIn('ninguem@example.com', 'outra senha')

  expect([wrong.status, wrong.body, wrong.cookie]).toEqual([401, errorBody('ERR_INVALID_CREDENTIALS'), null])
  expect([unknown.status, unknown.body, unknown.cookie]).toEqual([wrong.status, wrong.body, wrong.cookie])
  expect(await server.table('sign_in_sessions').find({}, ['id'])).toEqual(sessionsBefore)
})

test('AUTH-08 an expired company shows its due date to the right password only', async () => {
  const { id, admin } = await server.company()
  await endOn(id, '2026-11-19')

  const right = await logIn(admin.email, goodPassword)
  const wrong = await logIn(admin.email, 'outra senha')

  expect([right.status, right.body]).toEqual([
    403,
    errorBody('ERR_SUBSCRIPTION_EXPIRED', { dueDate: '2026-11-19', mayPay: 1, support: '' }),
  ])
  expect(right.cookie).toBeNull()
  expect(wrong.body).toEqual(errorBody('ERR_INVALID_CREDENTIALS'))
})

test("AUTH-09 a due date ends at midnight in the company's time zone", async () => {
  const { id, admin } = await server.company()
  await endOn(id, '2026-11-20')
  const untilMidnight = (Date.parse('2026-11-21T03:00:00Z') - server.now().getTime()) / 1000

  server.pass(untilMidnight - 1)
  const lastSecond = await logIn(admin.email, goodPassword)
  server.pass(1)
  const nextDay = await logIn(admin.email, goodPassword)

  expect([lastSecond.status, nextDay.status]).toEqual([200, 403])
})

test('AUTH-30 users of an inactive company cannot sign in', async () => {
  const { admin } = await server.company()
  await server.table('companies').update({ id: admin.user.companyId }, { is_active: false })

  const login = await logIn(admin.email, goodPassword)

  expect([login.status, login.body]).toEqual([401, errorBody('ERR_NO_PERMISSION')])
})

test('A2 ten failures of one e-mail from one address block that pair for 15 minutes', async () => {
  const { admin } = await server.company()
  const other = await server.company()
  for (let i = 0; i < 10; i++) await logIn(admin.email, 'outra senha', '198.51.100.99')
  server.pass(60)

  const closed = await logIn(admin.email, goodPassword, '198.51.100.99')
  const neighbour = await logIn(other.admin.email, goodPassword, '198.51.100.99')
  const elsewhere = await logIn(admin.email, goodPassword, '198.51.100.98')
  server.pass(14 * 60)
  const open = await logIn(admin.email, goodPassword, '198.51.100.99')

  expect([closed.status, closed.body]).toEqual([
    429,
    errorBody('ERR_TOO_MANY_ATTEMPTS', { retryAfterSeconds: 14 * 60 }),
  ])
  expect([neighbour.status, elsewhere.status, open.status]).toEqual([200, 200, 200])
})

test('A2 failures of others at the same address do not block a known browser', async () => {
  const { admin } = await server.company()
  const stranger = await server.company()
  const address = '198.51.100.120'
  const browser = knownBrowserOf(await logIn(admin.email, goodPassword, address))
  const foreign = knownBrowserOf(await logIn(stranger.admin.email, goodPassword, address))
  for (let i = 0; i < 10; i++) await logIn(admin.email, 'outra senha', address)
  const from = (password: string, known: string) =>
    server.testApp.app.http.inject({
      method: 'POST',
      url: '/auth/login',
      payload: { email: admin.email, password },
      headers: { cookie: `known_browser=${known}` },
      remoteAddress: address,
    })

  const known = await from(goodPassword, browser)
  const refused = [await from(goodPassword, foreign), await from(goodPassword, `${browser}x`)]
  for (let i = 0; i < 10; i++) expect((await from('outra senha', browser)).statusCode).toBe(401)
  const guessedOut = await from(goodPassword, browser)

  expect(known.statusCode).toBe(200)
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([429, 429])
  expect(guessedOut.statusCode).toBe(429)
})

test('A2 fifty failures of an account in a day leave each address three attempts', async () => {
  const { admin } = await server.company()
  const from = (n: number) => `203.0.113.${100 + n}`
  for (let i = 0; i < 47; i++) await logIn(admin.email, 'outra senha', from(i))
  for (let i = 0; i < 3; i++) await logIn(admin.email, 'outra senha', from(60))
  server.pass(3_600)

  const used = await logIn(admin.email, goodPassword, from(60))
  const fresh = await logIn(admin.email, goodPassword, from(61))
  const oneFailure = await logIn(admin.email, goodPassword, from(1))
  server.pass(23 * 3_600)
  const nextDay = await logIn(admin.email, goodPassword, from(60))

  expect([used.status, used.body.data]).toEqual([429, { retryAfterSeconds: 23 * 3_600 }])
  expect([fresh.status, oneFailure.status, nextDay.status]).toEqual([200, 200, 200])
})

test('A2 an unknown e-mail is throttled like a known one', async () => {
  for (let i = 0; i < 10; i++) await logIn('fantasma@example.com', 'x', '198.51.100.97')

  const closed = await logIn('fantasma@example.com', 'x', '198.51.100.97')

  expect(closed.status).toBe(429)
})

test('A2 fifty failures from one address block it for five minutes', async () => {
  const { admin } = await server.company()
  const address = '192.0.2.7'
  for (let email = 1; email <= 50; email++)
    await server
      .table('failed_logins')
      .insert({ email_hash: Buffer.from([email]), address, at: server.now() })

  const closed = await logIn(admin.email, goodPassword, address)
  const elsewhere = await logIn(admin.email, goodPassword, '192.0.2.8')
  server.pass(5 * 60)
  const open = await logIn(admin.email, goodPassword, address)

  expect([closed.status, elsewhere.status, open.status]).toEqual([429, 200, 200])
})

test('A2 only failures count, and thirty concurrent tries stay within the limit', async () => {
  const { admin } = await server.company()
  for (let i = 0; i < 12; i++) expect((await logIn(admin.email, goodPassword)).status).toBe(200)

  const tries = await Promise.all(Array.from({ length: 30 }, () => logIn(admin.email, 'outra senha')))

  expect(tries.filter(({ status }) => status === 401)).toHaveLength(10)
  expect(tries.filter(({ status }) => status === 429)).toHaveLength(20)
})

test('I2 any value as e-mail or password is at most refused', async () => {
  const odd = [null, 1, {}, [], '', 'x'.repeat(100_000), '\u0000', '__proto__', { $gt: '' }]

  const answers = await Promise.all(
    odd.flatMap((value) => [
      server.call('POST', '/auth/login', { body: { email: value, password: 'x' } }),
      server.call('POST', '/auth/login', { body: { email: 'odd@example.com', password: value } }),
    ]),
  )

  for (const { status } of answers) expect([400, 401, 429]).toContain(status)
})

test('a password that moved in as bcrypt signs in, and argon2id replaces its hash', async () => {
  const { admin } = await server.company()
  const moved = await hash('senha antiga', 4)
  await server.table('users').update({ id: admin.id }, { password_hash: moved })

  const wrong = await logIn(admin.email, 'outra senha')
  const first = await logIn(admin.email, 'senha antiga')
  const { password_hash: kept } = await server.table('users').get({ id: admin.id }, ['password_hash'])
  const second = await logIn(admin.email, 'senha antiga')

  expect([wrong.status, first.status, second.status]).toEqual([401, 200, 200])
  expect(kept).toMatch(/^\$argon2id\$/)
})

test('a password that changes while its bcrypt hash signs in stays, and the old one is refused', async () => {
  const { admin } = await server.company()
  const [moved, changed] = [await hash('senha antiga', 4), await hash('senha nova', 4)]
  await server.table('users').update({ id: admin.id }, { password_hash: moved })
  let answer: ReturnType<typeof logIn> | undefined

  await inOwnerTransaction(server, async () => {
    await server.table('users').update({ id: admin.id }, { password_hash: changed })
    answer = logIn(admin.email, 'senha antiga')
    await statementWaitsForLock(server)
  })

  expect((await answer)?.status).toBe(401)
  expect(await server.table('users').find({ id: admin.id }, ['password_hash'])).toEqual([
    { password_hash: changed },
  ])
})

test('a wrong password leaves the hash of another product as it is', async () => {
  const { admin } = await server.company()
  const moved = await hash('senha antiga', 4)
  await server.table('users').update({ id: admin.id }, { password_hash: moved })

  await logIn(admin.email, 'outra senha')

  expect(await server.table('users').find({ id: admin.id }, ['password_hash'])).toEqual([
    { password_hash: moved },
  ])
})
