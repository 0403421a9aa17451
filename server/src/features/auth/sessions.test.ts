import { afterAll, beforeAll, expect, test } from 'vitest'
import { changePlanOf } from '../../testing/company-plan'
import { goodPassword, openTestServer, type TestServer } from './testing/test-server'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

test('AUTH-04, AUTH-05 login, refresh and me return the same user with queues, company and plan', async () => {
  const company = await server.company({ name: 'Padaria', dueDate: '2030-01-31' })
  const queueId = await company.queue('Vendas')
  const ana = await company.person('Ana', { queueIds: [queueId] })

  const me = await ana.call('GET', '/auth/me')
  const refreshed = await server.call('POST', '/auth/refresh_token', { cookie: ana.cookie })

  expect(ana.user).toMatchObject({
    id: ana.id,
    companyId: company.id,
    name: 'Ana',
    profile: 'user',
    super: false,
    allTicket: 'disable',
    whatsappId: null,
    queues: [{ id: queueId, name: 'Vendas', UserQueue: { queueId, userId: ana.id } }],
    company: {
      id: company.id,
      name: 'Padaria',
      dueDate: '2030-02-01T02:59:59.999Z',
      plan: { useKanban: true },
    },
  })
  expect(ana.user.company.settings).toContainEqual(
    expect.objectContaining({ key: 'campaignsEnabled', value: 'true' }),
  )
  expect(JSON.stringify(ana.user)).not.toMatch(/password|hash/i)
  expect(me.body).toEqual({ ...ana.user, online: true })
  expect(refreshed.body.user).toEqual({ ...ana.user, online: true })
})

test('AUTH-20, A4 the refresh token is an HttpOnly cookie, and the access token lives 15 minutes', async () => {
  const { admin } = await server.company()

  const login = await server.call('POST', '/auth/login', {
    body: { email: admin.email.toUpperCase(), password: goodPassword },
  })
  const claims = JSON.parse(Buffer.from(login.body.token.split('.')[1], 'base64url').toString())

  expect(login.headers['set-cookie']).toContainEqual(
    expect.stringMatching(/^jrt=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/),
  )
  expect(claims.exp - claims.iat).toBe(900)
  expect(claims).toMatchObject({ id: admin.id, companyId: admin.user.companyId, profile: 'admin' })
  const kept = await server.table('sign_in_sessions').find({ user_id: admin.id }, ['refresh_hash'])
  expect(JSON.stringify(kept)).not.toContain(login.cookie?.split('.')[1])
})

test('AUTH-20 a missing token gets 401, a forged or expired one 403', async () => {
  const { admin } = await server.company()
  const [head, claims] = admin.token.split('.')

  const without = await server.call('GET', '/auth/me')
  const forged = await server.call('GET', '/auth/me', { token: `${head}.${claims}.AAAA` })
  const unsigned = await server.call('GET', '/auth/me', {
    token: `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`,
  })
  server.pass(15 * 60)
  const old = await admin.call('GET', '/auth/me')

  expect([without.status, without.body.error]).toEqual([401, 'ERR_SESSION_EXPIRED'])
  for (const answer of [forged, unsigned, old]) {
    expect([answer.status, answer.body.error]).toEqual([403, 'ERR_ACCESS_TOKEN'])
  }
})

test('AUTH-12, A3 a refresh rotates the cookie, and the new one is valid', async () => {
  const { admin } = await server.company()

  const first = await server.call('POST', '/auth/refresh_token', { cookie: admin.cookie })
  server.pass(60)
  const second = await server.call('POST', '/auth/refresh_token', { cookie: first.cookie ?? '' })

  expect(first.status).toBe(200)
  expect(first.cookie).not.toBe(admin.cookie)
  expect(second.status).toBe(200)
  expect(second.cookie).not.toBe(first.cookie)
  expect((await server.call('GET', '/auth/me', { token: second.body.token })).status).toBe(200)
})

test('A3 two tabs that refresh at once both survive, with one cookie', async () => {
  const { admin } = await server.company()
  server.pass(60)

  const [one, other] = await Promise.all([
    server.call('POST', '/auth/refresh_token', { cookie: admin.cookie }),
    server.call('POST', '/auth/refresh_token', { cookie: admin.cookie }),
  ])
  server.pass(10)
  const late = await server.call('POST', '/auth/refresh_token', { cookie: admin.cookie })
  server.pass(60)
  const later = await server.call('POST', '/auth/refresh_token', { cookie: one.cookie ?? '' })

  expect([one.status, other.status, late.status, later.status]).toEqual([200, 200, 200, 200])
  expect(other.cookie).toBe(one.cookie)
  expect(late.cookie).toBe(one.cookie)
})

test('A3 a reused old refresh token ends the session for all its holders', async () => {
  const { admin } = await server.company()
  const thief = await server.call('POST', '/auth/refresh_token', { cookie: admin.cookie })
  server.pass(11)

  const owner = await server.call('POST', '/auth/refresh_token', { cookie: admin.cookie })

  expect([owner.status, owner.body.error, owner.cookie]).toEqual([401, 'ERR_SESSION_EXPIRED', ''])
  expect((await server.call('POST', '/auth/refresh_token', { cookie: thief.cookie ?? '' })).status).toBe(401)
  expect((await server.call('GET', '/auth/me', { token: thief.body.token })).status).toBe(401)
  expect(await admin.actor()).toBeNull()
  const session = await server.table('sign_in_sessions').get({ user_id: admin.id }, ['ended_because'])
  expect(session).toEqual({ ended_because: 'reuse of a refresh token' })
})

test('A3 a session id with a secret that was never valid is refused and ends nothing', async () => {
  const { admin } = await server.company()
  const [sessionId] = admin.cookie.split('.')

  const guessed = await server.call('POST', '/auth/refresh_token', {
    cookie: `${sessionId}.${'a'.repeat(43)}`,
  })

  expect([guessed.status, guessed.body.error]).toEqual([401, 'ERR_SESSION_EXPIRED'])
  expect((await server.call('GET', '/auth/me', { token: admin.token })).status).toBe(200)
  expect((await server.call('POST', '/auth/refresh_token', { cookie: admin.cookie })).status).toBe(200)
})

test('A3 a secret of three rotations ago still ends the session', async () => {
  const { admin } = await server.company()
  let cookie = admin.cookie
  for (let rotation = 0; rotation < 3; rotation++) {
    server.pass(11)
    cookie = (await server.call('POST', '/auth/refresh_token', { cookie })).cookie ?? ''
  }

  await server.call('POST', '/auth/refresh_token', { cookie: admin.cookie })

  expect((await server.call('POST', '/auth/refresh_token', { cookie })).status).toBe(401)
})

test('A3 a secret of another session is refused and ends nothing', async () => {
  const { admin } = await server.company()
  const other = await server.company()
  const [sessionId] = admin.cookie.split('.')
  const [, secret] = other.admin.cookie.split('.')

  const foreign = await server.call('POST', '/auth/refresh_token', { cookie: `${sessionId}.${secret}` })

  expect([foreign.status, foreign.body.error]).toEqual([401, 'ERR_SESSION_EXPIRED'])
  expect((await server.call('POST', '/auth/refresh_token', { cookie: admin.cookie })).status).toBe(200)
})

test('AUTH-20 a missing, malformed, unknown or week-old refresh token gets 401 and is deleted', async () => {
  const { admin } = await server.company()
  const unknown = `${crypto.randomUUID()}.${'a'.repeat(43)}`

  const answers = [
    await server.call('POST', '/auth/refresh_token'),
    await server.call('POST', '/auth/refresh_token', { cookie: 'nonsense' }),
    await server.call('POST', '/auth/refresh_token', { cookie: unknown }),
  ]
  server.pass(7 * 24 * 3600)
  answers.push(await server.call('POST', '/auth/refresh_token', { cookie: admin.cookie }))

  for (const { status, body, cookie } of answers) {
    expect([status, body.error, cookie]).toEqual([401, 'ERR_SESSION_EXPIRED', ''])
  }
})

test('AUTH-15, AUTH-16 logout ends the session and deletes the cookie, also with an expired token', async () => {
  const { admin } = await server.company()
  server.pass(3600)

  const logout = await server.call('DELETE', '/auth/logout', { token: admin.token, cookie: admin.cookie })

  expect([logout.status, logout.cookie]).toEqual([200, ''])
  expect((await server.call('POST', '/auth/refresh_token', { cookie: admin.cookie })).status).toBe(401)
  expect(await admin.actor()).toBeNull()
})

test('AUTH-15 logout works by cookie alone, and an old token does not end a newer session', async () => {
  const { admin } = await server.company()
  const again = await server.signIn(admin.email)

  const byOldToken = await server.call('DELETE', '/auth/logout', { token: admin.token })
  const stillThere = await again.call('GET', '/auth/me')
  const byCookie = await server.call('DELETE', '/auth/logout', { cookie: again.cookie })
  const gone = await again.call('GET', '/auth/me')

  expect([byOldToken.status, stillThere.status, byCookie.status, gone.status]).toEqual([200, 200, 200, 401])
})

test('AUTH-19, RT-10, A3 a new login ends the older session’s calls and closes its sockets only', async () => {
  const company = await server.company()
  const ana = await company.person('Ana')
  const bia = await company.person('Bia')
  const stranger = await server.company()
  await ana.call('GET', '/auth/me')

  const again = await server.signIn(ana.email)

  const notice = {
    channel: `company-${company.id}-auth`,
    payload: { action: 'update', user: { id: ana.id, email: ana.email, companyId: company.id } },
    thenClose: true,
  }
  expect((await ana.received()).at(-1)).toEqual(notice)
  for (const { received } of [again, bia, company.admin, stranger.admin]) {
    expect(await received()).not.toContainEqual(notice)
  }
  expect((await ana.call('GET', '/auth/me')).body.error).toBe('ERR_SESSION_EXPIRED')
  expect((await server.call('POST', '/auth/refresh_token', { cookie: ana.cookie })).status).toBe(401)
  expect((await again.call('GET', '/auth/me')).status).toBe(200)
})

test('AUTH-19 concurrent logins of one user leave one session', async () => {
  const { admin } = await server.company()
  // Without the socket of `signIn`, whose session another login may have ended.
  const body = { email: admin.email, password: goodPassword }
  const logIn = () => server.call('POST', '/auth/login', { body })

  const answers = await Promise.all([logIn(), logIn(), logIn()])

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await server.table('sign_in_sessions').count({ user_id: admin.id, ended_at: null })).toBe(1)
})

test('a session that ended two weeks ago is deleted at the next login of its user', async () => {
  const { admin } = await server.company()
  await server.signIn(admin.email)
  server.pass(13 * 24 * 3600)
  await server.signIn(admin.email)
  server.pass(2 * 24 * 3600)

  await server.signIn(admin.email)

  expect(await server.table('sign_in_sessions').count({ user_id: admin.id })).toBe(3)
})

test('A5, AUTH-09 in an expired company an open session reaches auth only', async () => {
  const { admin } = await server.company()
  const before = await admin.call('GET', '/users')
  await server.table('companies').update({ id: admin.user.companyId }, { due_date: '2020-01-01' })
  server.pass(6)

  const users = await admin.call('GET', '/users')
  const me = await admin.call('GET', '/auth/me')
  const refreshed = await server.call('POST', '/auth/refresh_token', { cookie: admin.cookie })

  expect(before.status).toBe(200)
  expect([users.status, users.body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
  expect([me.status, refreshed.status]).toEqual([200, 200])
  expect(await server.gate.subscriberFor({ accessToken: admin.token, refreshCookie: null })).toBeNull()
})

test('AUTH-30 switching a company off ends its sessions within five seconds', async () => {
  const { admin } = await server.company()
  await admin.call('GET', '/auth/me')
  await server.table('companies').update({ id: admin.user.companyId }, { is_active: false })
  server.pass(5)

  const me = await admin.call('GET', '/auth/me')
  const refreshed = await server.call('POST', '/auth/refresh_token', { cookie: admin.cookie })

  expect([me.status, refreshed.status]).toEqual([401, 401])
})

test('PLAN-09 the gate knows the modules of the plan', async () => {
  const { admin } = await server.company()
  await changePlanOf(server, admin.user.companyId, { use_kanban: false })

  const { planFlags } = await server.gate.identify(admin.token)

  expect(planFlags.has('useKanban')).toBe(false)
  expect(planFlags.has('useSchedules')).toBe(true)
})

test('RT-25 a socket is accepted by access token, else by refresh cookie; others are refused', async () => {
  const { admin } = await server.company()
  const { subscriberFor } = server.gate

  const byToken = await subscriberFor({ accessToken: admin.token, refreshCookie: null })
  const byCookie = await subscriberFor({ accessToken: null, refreshCookie: admin.cookie })
  const byNothing = await subscriberFor({ accessToken: null, refreshCookie: null })
  const byNonsense = await subscriberFor({ accessToken: 'x.y.z', refreshCookie: `${admin.cookie}x` })

  expect(byToken).toMatchObject({ userId: admin.id, companyId: admin.user.companyId, profile: 'admin' })
  expect(byCookie).toEqual(byToken)
  expect([byNothing, byNonsense]).toEqual([null, null])
})

test('O1, A1 passwords, tokens and refresh secrets are in no log line and no column in plaintext', async () => {
  const { admin } = await server.company()

  await server.call('POST', '/auth/login', { body: { email: admin.email, password: 'canary-password' } })
  const users = await server.table('users').find()
  const sessions = await server.table('sign_in_sessions').find()

  const kept = JSON.stringify([users, sessions, server.log])
  const secrets = ['canary-password', goodPassword, admin.token, admin.cookie.split('.')[1] ?? '']
  for (const secret of secrets) expect(kept).not.toContain(secret)
  expect(users[0]?.password_hash).toMatch(/^\$argon2id\$/)
})
