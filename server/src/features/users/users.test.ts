import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorBody } from '../../testing/error-body'
import { goodPassword, openTestServer, type TestServer } from '../auth/testing/test-server'
import { loginThrottle } from '../auth/timings'
import { recordLastSeen } from './update-user'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const ticket = async (id: number) =>
  (await server.table('tickets').find({ id }, ['status', 'user_id', 'queue_id']))[0]

let emails = 0
const formOf = (name: string) => ({ name, email: `pessoa${++emails}@example.com`, password: goodPassword })

test("USER-01, USER-11 a new user is a `user` with the form's fields and no visible password", async () => {
  const { id, admin, queue, person } = await server.company()
  const vendas = await queue('Vendas')
  const bia = await person('Bia')
  const stranger = await server.company()
  const form = { ...formOf('Ana'), queueIds: [vendas], whatsappId: '', allTicket: 'enabled' }

  const { status, body } = await admin.call('POST', '/users', form)

  expect(status).toBe(200)
  expect(body).toEqual({
    id: expect.any(Number),
    name: 'Ana',
    email: form.email,
    profile: 'user',
    super: false,
    companyId: id,
    whatsappId: null,
    allTicket: 'enable',
    online: false,
    lastSeenAt: null,
    createdAt: server.now().toISOString(),
    updatedAt: server.now().toISOString(),
    queues: [
      {
        id: vendas,
        name: 'Vendas',
        color: expect.any(String),
        UserQueue: { queueId: vendas, userId: body.id },
      },
    ],
  })
  expect(await bia.received()).toContainEqual({
    channel: `company-${id}-user`,
    payload: { action: 'create', user: body },
  })
  expect(await stranger.admin.received()).toEqual([])
})

test("USER-04, USER-05, USER-06 the form's rules are checked, with the form's texts", async () => {
  const { admin } = await server.company()
  const refused = async (change: object) => {
    const { status, body } = await admin.call('POST', '/users', { ...formOf('Ana'), ...change })
    return `${status} ${body.error}`
  }

  expect(await refused({ name: undefined })).toBe('400 Required')
  expect(await refused({ name: 'A' })).toBe('400 Too Short!')
  expect(await refused({ name: 'A'.repeat(51) })).toBe('400 Too Long!')
  expect(await refused({ password: '1234' })).toBe('400 Too Short!')
  expect(await refused({ password: '1'.repeat(51) })).toBe('400 Too Long!')
  expect(await refused({ password: undefined })).toBe('400 Required')
  expect(await refused({ email: 'ana' })).toBe('400 Invalid email')
  expect(await refused({ email: '' })).toBe('400 Required')
  expect(await refused({ profile: 'super' })).toBe('400 ERR_VALIDATION')
})

test('USER-06 an e-mail is unique on the platform regardless of case, on create and on change', async () => {
  const mine = await server.company()
  const theirs = await server.company()
  const ana = await mine.person('Ana')

  const created = await mine.admin.call('POST', '/users', {
    ...formOf('Outra'),
    email: theirs.admin.email.toUpperCase(),
  })
  const changed = await ana.call('PUT', `/users/${ana.id}`, { email: theirs.admin.email })
  const same = await ana.call('PUT', `/users/${ana.id}`, { email: ana.email })

  expect([created.status, created.body.error]).toEqual([400, 'ERR_EMAIL_ALREADY_EXISTS'])
  expect([changed.status, changed.body.error]).toEqual([400, 'ERR_EMAIL_ALREADY_EXISTS'])
  expect(same.status).toBe(200)
})

test('USER-08, GEN-07, GEN-08, GEN-09 the list has pages of 20 and searches names and e-mails', async () => {
  const { admin, person, id } = await server.company()
  const ana = await person('Ana Conceição')
  const at = server.now()
  const same = { company_id: id, password_hash: '', profile: 'user', created_at: at, updated_at: at }
  const names = Array.from({ length: 20 }, (_, n) => ({
    name: `Pessoa ${n}`,
    email: `lista-${n}@example.com`,
  }))
  await server.table('users').insertMany(names.map((one) => ({ ...same, ...one })))

  const first = await ana.call('GET', '/users/')
  const second = await ana.call('GET', '/users?pageNumber=2')
  const third = await ana.call('GET', '/users?pageNumber=3')
  const byName = await admin.call('GET', `/users?searchParam=${encodeURIComponent(' CONCEICAO ')}`)
  const byEmail = await admin.call('GET', `/users?searchParam=${ana.email.toUpperCase()}`)
  const byNothing = await admin.call('GET', '/users?searchParam=%25')

  expect([first.body.users.length, first.body.count, first.body.hasMore]).toEqual([20, 22, true])
  expect([second.body.users.length, second.body.count, second.body.hasMore]).toEqual([2, 22, false])
  expect([third.body.users.length, third.body.count, third.body.hasMore]).toEqual([0, 22, false])
  for (const { body } of [byName, byEmail]) expect(body.users).toMatchObject([{ id: ana.id }])
  expect(byNothing.body).toEqual({ users: [], count: 0, hasMore: false })
})

test('USER-09, USER-10 any user may read the users of the own company', async () => {
  const { id, admin, queue, person } = await server.company()
  const stranger = await server.company()
  const vendas = await queue('Vendas')
  const ana = await person('Ana', { queueIds: [vendas] })

  const choices = await ana.call('GET', `/users/list?companyId=${id}`)
  const foreign = await ana.call('GET', `/users/list?companyId=${stranger.id}`)
  const one = await ana.call('GET', `/users/${admin.id}`)

  expect(choices.body.map(({ id: userId }: { id: number }) => userId).sort()).toEqual(
    [admin.id, ana.id].sort(),
  )
  expect(choices.body).toContainEqual({
    id: ana.id,
    name: 'Ana',
    queues: [expect.objectContaining({ UserQueue: { queueId: vendas, userId: ana.id } })],
  })
  expect([foreign.status, foreign.body]).toEqual([404, errorBody('ERR_NO_COMPANY_FOUND')])
  expect(one.body).toMatchObject({ id: admin.id, companyId: id, profile: 'admin' })
})

test('the owner lists and creates for the company that the call names; others are refused', async () => {
  const owner = (await server.company({ isSuper: true })).admin
  const shop = await server.company()
  const queueId = await shop.queue('Vendas')
  const connectionId = await shop.connection('Loja')
  const form = { name: 'Bia', email: 'bia-da-loja@example.com', password: 'uma senha boa', profile: 'user' }
  const read = (path: string) => owner.call('GET', `${path}?companyId=${shop.id}`)

  const made = await owner.call('POST', '/users', { ...form, companyId: shop.id })
  const lists = [await read('/users/list'), await read('/queue'), await read('/whatsapp')]
  const nowhere = await owner.call('POST', '/users', { ...form, companyId: 2_000_000_000 })
  const stranger = (await server.company()).admin
  const refused = [
    await stranger.call('POST', '/users', { ...form, companyId: shop.id }),
    await stranger.call('GET', `/queue?companyId=${shop.id}`),
    await stranger.call('GET', `/whatsapp?companyId=${shop.id}`),
  ]

  expect(made.body).toMatchObject({ name: 'Bia', companyId: shop.id })
  expect(lists.map(({ body }) => body.map(({ id }: { id: number }) => id))).toEqual([
    expect.arrayContaining([shop.admin.id, made.body.id]),
    [queueId],
    [connectionId],
  ])
  for (const { status, body } of [nowhere, ...refused])
    expect([status, body]).toEqual([404, errorBody('ERR_NO_COMPANY_FOUND')])
  expect(
    await server.table('audit_entries').find({ company_id: shop.id, act: 'user.created' }, ['user_name']),
  ).toEqual([{ user_name: owner.user.name }])
})

test('USER-06 a taken e-mail is reported ten times a day; then the caller is refused', async () => {
  const ana = await (await server.company()).person('Ana')
  const other = (await server.company()).admin
  const ask = (email: string) => ana.call('PUT', `/users/${ana.id}`, { email })
  const taken = []
  for (let i = 0; i < 10; i++) taken.push(await ask(other.email))

  const known = await ask(other.email)
  const unknown = await ask('ninguem-tem-este@example.com')
  const rename = await ana.call('PUT', `/users/${ana.id}`, { name: 'Ana Lima' })
  const elsewhere = await other.call('PUT', `/users/${other.id}`, { email: ana.email })

  for (const { body } of taken) expect(body).toEqual(errorBody('ERR_EMAIL_ALREADY_EXISTS'))
  expect([known.status, unknown.status]).toEqual([429, 429])
  expect(known.body).toEqual(errorBody('ERR_TOO_MANY_ATTEMPTS', { retryAfterSeconds: 86_400 }))
  expect([rename.status, elsewhere.body.error]).toEqual([200, 'ERR_EMAIL_ALREADY_EXISTS'])
})

test('USER-07, PERM-07, PERM-08, I1 users change their own name, e-mail and password only', async () => {
  const { id, queue, person, connection } = await server.company()
  const stranger = await server.company()
  const vendas = await queue('Vendas')
  const whatsappId = await connection('Loja')
  const ana = await person('Ana', { profile: 'supervisor' })
  const { email } = formOf('')

  const { status, body } = await ana.call('PUT', `/users/${ana.id}`, {
    name: 'Ana Maria',
    email,
    profile: 'admin',
    super: true,
    isSuper: true,
    queueIds: [vendas],
    whatsappId,
    allTicket: 'enable',
    companyId: stranger.id,
    tokenVersion: 9,
  })

  expect(status).toBe(200)
  expect(body).toMatchObject({
    name: 'Ana Maria',
    email,
    profile: 'supervisor',
    super: false,
    queues: [],
    whatsappId: null,
    allTicket: 'disable',
    companyId: id,
  })
  expect((await ana.call('GET', '/auth/me')).body).toMatchObject({ name: 'Ana Maria', profile: 'supervisor' })
})

test('A6 a wrong present password changes nothing, and counts like a failed log-in', async () => {
  const { person } = await server.company()
  const ana = await person('Ana')
  const change = (currentPassword: string, password: string) =>
    ana.call('PUT', `/users/${ana.id}`, { currentPassword, password })
  const hashOf = async () =>
    (await server.table('users').get({ id: ana.id }, ['password_hash'])).password_hash
  const before = await hashOf()

  const wrong = await change('outra senha', 'senha de um estranho')
  const afterWrong = await hashOf()
  const right = await change(goodPassword, 'uma senha nova')
  const guesses = []
  for (let guess = 0; guess < loginThrottle.pair.failures + 1; guess++)
    guesses.push((await change(`palpite ${guess}`, 'senha de um estranho')).body.error)

  expect([wrong.status, wrong.body]).toEqual([400, errorBody('ERR_PASSWORD_WRONG')])
  expect(afterWrong).toBe(before)
  expect(right.status).toBe(200)
  expect(await hashOf()).not.toBe(before)
  expect(guesses.at(0)).toBe('ERR_PASSWORD_WRONG')
  expect(guesses.at(-1)).toBe('ERR_TOO_MANY_ATTEMPTS')
})

test('A2 failures of others at an address do not block the password check of a known browser', async () => {
  const { admin } = await server.company()
  const address = '198.51.100.121'
  const logIn = (password: string) =>
    server.call('POST', '/auth/login', { body: { email: admin.email, password }, address })
  const { headers, body } = await logIn(goodPassword)
  const known = /known_browser=([^;]+)/.exec(String(headers['set-cookie']))?.[1] ?? 'none'
  for (let i = 0; i < loginThrottle.pair.failures; i++) await logIn('outra senha')
  const change = async (browser: string) => {
    const answer = await server.testApp.app.http.inject({
      method: 'PUT',
      url: `/users/${admin.id}`,
      payload: { currentPassword: goodPassword, name: 'Ana Lima' },
      headers: { authorization: `Bearer ${body.token}`, cookie: `known_browser=${browser}` },
      remoteAddress: address,
    })
    return answer.statusCode
  }

  expect(await change(`${known}x`)).toBe(429)
  expect(await change(known)).toBe(200)
})

test('USER-07, USER-12, USER-14 an admin changes profile, queues and access to unqueued tickets', async () => {
  const { admin, queue, person, openTicket } = await server.company()
  const [vendas, suporte, caixa] = [await queue('Vendas'), await queue('Suporte'), await queue('Caixa')]
  const ana = await person('Ana', { queueIds: [vendas, suporte] })
  const [lost, kept] = [await openTicket(ana, vendas), await openTicket(ana, suporte)]

  const { body } = await admin.call('PUT', `/users/${ana.id}`, {
    queueIds: JSON.stringify([suporte, caixa]),
    allTicket: 'enable',
  })

  expect(body.queues.map(({ id }: { id: number }) => id).sort()).toEqual([suporte, caixa].sort())
  expect(await ticket(lost)).toEqual({ status: 'pending', user_id: null, queue_id: vendas })
  expect(await ticket(kept)).toEqual({ status: 'open', user_id: ana.id, queue_id: suporte })
  expect(await ana.actor()).toMatchObject({ queueIds: [suporte, caixa], allTicket: true })
  const raised = { name: 'Ana Maria', email: 'ana.maria@example.com', profile: 'supervisor' }
  expect((await admin.call('PUT', `/users/${ana.id}`, raised)).body).toMatchObject(raised)
})

test('T4 a change applies to the next call, and the own page gets the whole session user', async () => {
  const { id, admin, queue, person } = await server.company()
  const vendas = await queue('Vendas')
  const ana = await person('Ana')
  const bia = await person('Bia')
  await ana.call('GET', '/auth/me')

  const { body } = await admin.call('PUT', `/users/${ana.id}`, { queueIds: [vendas] })
  const { returnedTickets, ...changed } = body

  const identified = await server.gate.identify(ana.token)
  expect(identified.actor.queueIds).toEqual([vendas])
  const channel = `company-${id}-user`
  expect([changed.online, returnedTickets]).toEqual([true, 0])
  expect(await bia.received()).toContainEqual({ channel, payload: { action: 'update', user: changed } })
  const me = await ana.call('GET', '/auth/me')
  expect((await ana.received()).at(-1)).toEqual({ channel, payload: { action: 'update', user: me.body } })
})

test('USER-05, A3 an empty password stays unchanged; the own change keeps this session', async () => {
  const { admin } = await server.company()

  const empty = await admin.call('PUT', `/users/${admin.id}`, { name: 'Chefe', password: '' })
  const stillOld = await server.signIn(admin.email)
  const changed = await stillOld.call('PUT', `/users/${admin.id}`, { password: 'nova senha' })

  expect([empty.status, changed.status]).toEqual([200, 200])
  expect((await stillOld.call('GET', '/auth/me')).status).toBe(200)
  const login = (password: string) =>
    server.call('POST', '/auth/login', { body: { email: admin.email, password } })
  expect((await login(goodPassword)).status).toBe(401)
  expect((await login('nova senha')).status).toBe(200)
})

test('A3 a password or profile set by another user ends session, calls and sockets', async () => {
  const { admin, person } = await server.company()
  const ana = await person('Ana')
  const bia = await person('Bia')
  await ana.call('GET', '/auth/me')
  await bia.call('GET', '/auth/me')

  await admin.call('PUT', `/users/${ana.id}`, { password: 'nova senha' })
  await admin.call('PUT', `/users/${bia.id}`, { profile: 'supervisor' })

  for (const signedOut of [ana, bia]) {
    const { status, body } = await signedOut.call('GET', '/auth/me')
    expect([status, body.error]).toEqual([401, 'ERR_SESSION_EXPIRED'])
    expect(await signedOut.actor()).toBeNull()
  }
})

test('A3 a form with an unchanged profile ends no session', async () => {
  const { admin, person } = await server.company()
  const ana = await person('Ana')

  await admin.call('PUT', `/users/${ana.id}`, { name: 'Ana Lima', profile: 'user' })

  expect((await ana.call('GET', '/auth/me')).status).toBe(200)
})

test("USER-07, GEN-17 a colleague is refused; other companies' and missing users are not found", async () => {
  const { admin, person } = await server.company()
  const ana = await person('Ana')
  const stranger = await server.company()
  const row = () => server.table('users').get({ id: stranger.admin.id })
  const before = await row()

  const colleague = await ana.call('PUT', `/users/${admin.id}`, { name: 'Tomado' })
  const answers = []
  for (const id of [stranger.admin.id, 999_999, 'abc', '0']) {
    for (const { call } of [ana, admin]) {
      answers.push(await call('PUT', `/users/${id}`, { name: 'Tomado' }))
      answers.push(await call('GET', `/users/${id}`))
    }
    answers.push(await admin.call('DELETE', `/users/${id}`))
  }

  expect([colleague.status, colleague.body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
  for (const { status, body } of answers)
    expect([status, body]).toEqual([404, errorBody('ERR_NO_USER_FOUND')])
  expect(await row()).toEqual(before)
})

test('T2 queues and connections of another company are not found', async () => {
  const { admin, person } = await server.company()
  const stranger = await server.company()
  const foreign = await stranger.queue('Vendas')
  const ana = await person('Ana')
  const connectionId = await stranger.connection('Loja')

  for (const [change, code] of [
    [{ queueIds: [foreign] }, 'ERR_QUEUE_NOT_FOUND'],
    [{ whatsappId: connectionId }, 'ERR_NO_WAPP_FOUND'],
  ] as const) {
    const created = await admin.call('POST', '/users', { ...formOf('Bia'), ...change })
    const changed = await admin.call('PUT', `/users/${ana.id}`, change)
    expect([created.status, created.body.error]).toEqual([404, code])
    expect([changed.status, changed.body.error]).toEqual([404, code])
  }
})

test('USER-07 an admin sets a default connection, keeps it when absent and clears it with null', async () => {
  const { admin, person, connection } = await server.company()
  const ana = await person('Ana')
  const connectionId = await connection('Loja')
  const change = async (body: object) => (await admin.call('PUT', `/users/${ana.id}`, body)).body.whatsappId

  expect(await change({ whatsappId: String(connectionId) })).toBe(connectionId)
  expect(await change({ name: 'Ana Lima' })).toBe(connectionId)
  expect(await change({ whatsappId: null })).toBeNull()
})

test('USER-13 a deleted user is signed out at once, and their open tickets return to pending', async () => {
  const { id, admin, queue, person, openTicket } = await server.company()
  const vendas = await queue('Vendas')
  const ana = await person('Ana', { queueIds: [vendas] })
  const bia = await person('Bia')
  const ticketId = await openTicket(ana, vendas)

  const { status, body } = await admin.call('DELETE', `/users/${ana.id}`)

  expect([status, body.returnedTickets]).toEqual([200, 1])
  expect(await ticket(ticketId)).toEqual({ status: 'pending', user_id: null, queue_id: vendas })
  expect(await bia.received()).toContainEqual({
    channel: `company-${id}-user`,
    payload: { action: 'delete', userId: ana.id },
  })
  expect((await ana.call('GET', '/auth/me')).status).toBe(401)
  expect(await ana.actor()).toBeNull()
  expect(await server.table('users').count({ id: ana.id })).toBe(0)
})

test('USER-03 an admin cannot delete the own account', async () => {
  const { admin, person } = await server.company()
  await person('Outra', { profile: 'admin' })

  const { status, body } = await admin.call('DELETE', `/users/${admin.id}`)

  expect([status, body.error]).toEqual([400, 'ERR_OWN_ACCOUNT'])
})

test('the last admin of a company stays admin, also when two demote each other concurrently', async () => {
  const { id, admin, person } = await server.company()
  const alone = await admin.call('PUT', `/users/${admin.id}`, { profile: 'user' })
  const other = await person('Outra', { profile: 'admin' })

  const [one, two] = await Promise.all([
    admin.call('PUT', `/users/${other.id}`, { profile: 'user' }),
    other.call('DELETE', `/users/${admin.id}`),
  ])

  expect([alone.status, alone.body.error]).toEqual([400, 'ERR_OWN_ACCOUNT'])
  expect([one.status, two.status].sort()).toContain(200)
  expect(await server.table('users').count({ company_id: id, profile: 'admin' })).toBe(1)
})

test('PERM-11 only admins create and delete users, also not a super user who is no admin', async () => {
  const { admin, person } = await server.company()
  const ana = await person('Ana')
  const caio = await person('Caio', { profile: 'supervisor' })
  const dono = await person('Dono')
  await server.table('users').update({ id: dono.id }, { is_super: true })

  for (const { call } of [ana, caio, dono]) {
    const answers = [await call('POST', '/users', formOf('Novo')), await call('DELETE', `/users/${admin.id}`)]
    for (const { status, body } of answers) expect([status, body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
  }
})

test('I1 an admin who is not super may neither create nor change a super user', async () => {
  const { admin, person } = await server.company()
  const dono = await person('Dono', { profile: 'admin' })
  await server.table('users').update({ id: dono.id }, { is_super: true })

  const made = await admin.call('POST', '/users', {
    ...formOf('Ana'),
    super: true,
    isSuper: true,
    is_super: true,
  })
  const given = await admin.call('PUT', `/users/${made.body.id}`, { super: true })
  const password = await admin.call('PUT', `/users/${dono.id}`, { password: 'tomada!' })
  const deleted = await admin.call('DELETE', `/users/${dono.id}`)

  expect([made.body.super, given.body.super]).toEqual([false, false])
  expect([password.status, deleted.status]).toEqual([403, 403])
  expect((await server.signIn(dono.email)).id).toBe(dono.id)
})

test("PLAN-09, I4 the plan's limit of users applies, also to five concurrent calls", async () => {
  const { admin } = await server.company({ plan: { users: 3 } })

  const answers = await Promise.all(
    ['Um', 'Dois', 'Três', 'Quatro', 'Cinco'].map((name) => admin.call('POST', '/users', formOf(name))),
  )

  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused).toHaveLength(3)
  for (const { status, body } of refused) {
    expect([status, body]).toEqual([400, errorBody('ERR_PLAN_LIMIT', { what: 'users', limit: 3 })])
  }
})

test('I2 an attack in any field of a user causes at most a refusal', async () => {
  const { admin, person } = await server.company()
  const ana = await person('Ana')
  const odd = [null, 1, {}, [], '\u0000', 'x'.repeat(70_000), [[]], [null], true, '{"a":1}']

  for (const field of ['name', 'email', 'profile', 'queueIds', 'whatsappId', 'allTicket']) {
    for (const value of odd) {
      const { status } = await admin.call('PUT', `/users/${ana.id}`, { [field]: value })
      expect([200, 400, 404], `${field} ${JSON.stringify(value)?.slice(0, 20)}`).toContain(status)
    }
  }
})

test("RT-17 USER-15 a page's presence call stamps its user, and colleagues see the time", async () => {
  const { id, admin, person } = await server.company()
  const ana = await person('Ana')
  const actor = { kind: 'system', name: 'test', companyId: id } as const

  await server.workplace.withCompany(actor, (work) => recordLastSeen(work, admin.id))

  expect(await server.table('users').find({ id: admin.id }, ['last_seen_at'])).toEqual([
    { last_seen_at: server.now() },
  ])
  const seen = (await ana.call('GET', '/users')).body.users
  expect(seen).toContainEqual(
    expect.objectContaining({ id: admin.id, lastSeenAt: server.now().toISOString() }),
  )
  expect(seen).toContainEqual(expect.objectContaining({ id: ana.id, lastSeenAt: null }))
})

test("USER-07 A6 signing out everywhere ends all sessions at once: one's own, or any as admin", async () => {
  const { id, admin, person } = await server.company()
  const [ana, bia] = [await person('Ana'), await person('Bia')]
  const stranger = await server.company()
  await admin.received()
  const path = `/users/${ana.id}/sessions`

  const refused = [await bia.call('DELETE', path), await stranger.admin.call('DELETE', path)]
  const before = await ana.call('GET', '/auth/me')
  const byAdmin = await admin.call('DELETE', path)
  const after = await ana.call('GET', '/auth/me')
  const renewed = await server.call('POST', '/auth/refresh_token', { cookie: ana.cookie })
  const again = await server.signIn(ana.email)
  const byHerself = await again.call('DELETE', path)

  expect(refused.map(({ status, body }) => [status, body.error])).toEqual([
    [403, 'ERR_NO_PERMISSION'],
    [404, 'ERR_NO_USER_FOUND'],
  ])
  expect([before.status, byAdmin.status, byHerself.status]).toEqual([200, 200, 200])
  expect([after.status, renewed.status]).toEqual([401, 401])
  expect((await again.call('GET', '/auth/me')).status).toBe(401)
  const trail = await server
    .table('audit_entries')
    .find({ company_id: id, act: 'sessions.ended' }, ['user_id', 'subject_id'])
  expect(trail).toEqual([
    { user_id: admin.id, subject_id: ana.id },
    { user_id: ana.id, subject_id: ana.id },
  ])
})
