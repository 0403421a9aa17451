import { maxSupportVisitMinutes } from '@balcao/domain/support'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { errorBody } from '../../testing/error-body'
import { aFullCompany, fingerprintOf } from '../../testing/full-company'
import { queuedJobs } from '../../testing/queued-jobs'
import { endpointsOf, type Sent, send, validRequest } from '../../testing/valid-requests'
import {
  type Answer,
  type Company,
  openTestServer,
  type Person,
  type TestServer,
} from '../auth/testing/test-server'
import { endOpenSupportVisit } from './end-visit'

let server: TestServer
let owner: Person
beforeAll(async () => {
  server = await openTestServer()
  owner = (await server.company({ isSuper: true })).admin
})
afterAll(() => server.close())
beforeEach(async () => {
  owner = await server.signIn(owner.email)
})

const reason = 'Ajudar com a conexão'
/** Calls with the owner's browser, which holds the cookie of the owner's own session. */
const enter = ({ id }: Pick<Company, 'id'>, by = owner) =>
  server.call('POST', `/companies/${id}/support`, { body: { reason }, token: by.token, cookie: by.cookie })
const cookiesOf = ({ headers }: Answer): string[] => [headers['set-cookie'] ?? []].flat() as string[]
const homeOf = (answer: Answer) =>
  cookiesOf(answer)
    .find((cookie) => cookie.startsWith('jrt_home='))
    ?.slice('jrt_home='.length)
    .split(';')[0]
const me = (token: string) => server.call('GET', '/auth/me', { token })
const trailOf = (id: number) =>
  server.table('audit_entries').find({ company_id: id }, ['act', 'user_name', 'detail'])
const runOut = () => server.pass(maxSupportVisitMinutes * 60)

it('A6 O4 the owner enters as an admin with a separate name; users and audit trail show it', async () => {
  const shop = await server.company()
  const ana = await shop.person('Ana')
  const stranger = await server.company()

  const { status, body } = await enter(shop)

  expect(status).toBe(200)
  expect(body.user).toMatchObject({
    name: `${owner.user.name} · Suporte`,
    companyId: shop.id,
    profile: 'admin',
    super: false,
    company: { support: { userId: body.user.id, name: owner.user.name, reason } },
  })
  const { support } = (await ana.call('GET', '/auth/me')).body.company
  expect(support).toEqual({
    userId: body.user.id,
    name: owner.user.name,
    reason,
    since: server.now().toISOString(),
    until: new Date(server.now().getTime() + maxSupportVisitMinutes * 60_000).toISOString(),
  })
  expect(await ana.received()).toContainEqual({
    channel: `company-${shop.id}-company`,
    payload: { action: 'update' },
  })
  expect(await stranger.admin.received()).toEqual([])
  expect(await trailOf(shop.id)).toContainEqual({
    act: 'support.began',
    user_name: owner.user.name,
    detail: { reason, until: support.until },
  })
})

it('A6 the support user is not super, not listed, not counted, and cannot be signed in as', async () => {
  const shop = await server.company({ plan: { users: 2 } })
  const { body } = await enter(shop)
  const visitor = { token: body.token }
  const user = { name: 'Ana', email: 'ana-da-loja@example.com', password: 'uma senha boa', profile: 'user' }

  const created = await shop.admin.call('POST', '/users', user)
  const lists = [await shop.admin.call('GET', '/users'), await shop.admin.call('GET', '/users/list')]
  const changed = await shop.admin.call('PUT', `/users/${body.user.id}`, { password: 'agora é minha' })
  const deleted = await shop.admin.call('DELETE', `/users/${body.user.id}`)
  const alone = await shop.admin.call('PUT', `/users/${shop.admin.id}`, { profile: 'user' })
  const platform = await server.call('GET', '/companies', visitor)
  const signedIn = await server.call('POST', '/auth/login', {
    body: { email: body.user.email, password: '' },
  })

  expect(created.status).toBe(200)
  expect(JSON.stringify(lists)).not.toContain('Suporte')
  expect([changed.status, deleted.status]).toEqual([404, 404])
  expect([alone.status, alone.body.error]).toEqual([400, 'ERR_OWN_ACCOUNT']) // it is still the last admin
  expect([platform.status, platform.body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
  expect([signedIn.status, signedIn.body.error]).toEqual([401, 'ERR_INVALID_CREDENTIALS'])
})

/** Every call that is closed to support, and the status that the company's own admin gets for it. */
const closed: Record<string, number> = {
  'users.create': 200,
  'users.update': 200,
  'users.signOutEverywhere': 200,
  'users.mailPasswordLink': 400, // the installation sends no mail
  'twoStep.read': 200,
  'twoStep.begin': 200,
  'twoStep.confirm': 400, // the code is wrong
  'twoStep.renewRecoveryCodes': 400, // the password is wrong
  'twoStep.switchOff': 400,
  'twoStep.reset': 409, // it is not switched on
  'users.delete': 200,
  'settings.update': 200,
  'connections.makeToken': 200,
  'connections.revokeToken': 200,
  'contacts.listRemoved': 200,
  'contacts.export': 200,
  'campaigns.start': 200,
  'campaigns.restart': 400, // it is running
  'campaigns.export': 200,
  'personalData.order': 200,
  'personalData.get': 200,
  'moveOut.order': 200,
  'moveOut.get': 200,
  'contacts.erase': 200,
  'audit.export': 200,
  'subscription.create': 200,
  'subscription.play': 200,
  'integrations.create': 200,
  'integrations.update': 200,
  'integrations.test': 400, // no server answers there
  'integrations.delete': 200,
  'prompts.create': 200,
  'prompts.update': 200,
  'prompts.delete': 200,
  'webhooks.create': 200,
  'webhooks.update': 200,
  'webhooks.renewSecret': 200,
  'webhooks.delivery': 200,
  'schedules.create': 200,
  'schedules.update': 200,
  'schedules.retry': 200,
  'schedules.putMedia': 400, // without a file
  'schedules.removeMedia': 200,
  'contacts.merge': 404, // one of them was erased
  'contacts.delete': 400, // it has a live ticket
  'officialNumbers.ofAccount': 400, // a linked device has none
  'officialNumbers.setUp': 400,
  'messageTemplates.create': 400,
  'messageTemplates.update': 400,
  'messageTemplates.delete': 400,
  'messageTemplates.sample': 400,
  'tickets.delete': 200,
}

it('A6 support may not change accounts, settings or tokens, export, erase or pay', async () => {
  const { testApp } = server
  const own = await aFullCompany(testApp)
  const { token } = (await enter(own.company)).body
  const contact = await server.table('contacts').get({ id: own.freeContactId }, ['name'])
  const declared = endpointsOf(testApp).filter(({ closedToSupport }) => closedToSupport)
  expect(declared.map(({ name }) => name).sort()).toEqual(Object.keys(closed).sort())
  const calls = Object.keys(closed).flatMap((name, turn) =>
    declared.filter((one) => one.name === name).map((one) => ({ one, sent: callOf(name, turn) })),
  )
  function callOf(name: string, turn: number): Sent {
    if (name !== 'contacts.erase') return validRequest(name, own, turn)
    return { params: { contactId: own.freeContactId }, body: { confirmation: contact.name } }
  }
  const before = await fingerprintOf(testApp, own.company.id)

  for (const { one, sent } of calls) {
    const { status, body } = await send(testApp, one, sent, token)
    expect([one.name, status, body]).toEqual([one.name, 403, errorBody('ERR_SUPPORT_MAY_NOT')])
  }

  expect(await fingerprintOf(testApp, own.company.id)).toEqual(before)
  const answers: Record<string, number> = {}
  for (const { one, sent } of calls)
    answers[one.name] = (await send(testApp, one, sent, own.admin.token)).status
  expect(answers).toEqual(closed)
})

it('A6 support may work: accept and answer a ticket, and change a queue', async () => {
  const shop = await server.company()
  const queueId = await shop.queue('Vendas')
  const { token, user } = (await enter(shop)).body
  const call: Person['call'] = (method, path, body) => server.call(method, path, { body, token })

  const ticketId = await shop.openTicket({ ...owner, id: user.id, call }, queueId)
  const said = await call('POST', `/messages/${ticketId}`, { body: 'Já vi o que era' })
  const queue = await call('PUT', `/queue/${queueId}`, { name: 'Vendas 2' })

  expect([said.status, queue.status]).toEqual([200, 200])
  expect(await server.table('tickets').find({ id: ticketId }, ['status', 'user_id'])).toEqual([
    { status: 'open', user_id: user.id },
  ])
  const sent = await server.table('messages').find({ ticket_id: ticketId, from_me: true }, ['body'])
  expect(sent.at(-1)?.body).toContain('Já vi o que era')
  expect(await server.table('queues').find({ id: queueId }, ['name'])).toEqual([{ name: 'Vendas 2' }])
})

it('A6 support links no bot to a queue or connection, and existing links stay', async () => {
  const { testApp } = server
  const own = await aFullCompany(testApp)
  const { token } = (await enter(own.company)).body
  const call = (method: 'POST' | 'PUT', path: string, body: object) =>
    server.call(method, path, { body, token })
  const { queueId, connectionId, integrationId, promptId } = own
  await server.table('queues').update({ id: queueId }, { integration_id: null, prompt_id: promptId })
  await server.table('connections').update({ id: connectionId }, { integration_id: null, prompt_id: null })
  const before = await fingerprintOf(testApp, own.company.id)

  const refused = [
    await call('PUT', `/queue/${queueId}`, { integrationId }),
    await call('POST', '/queue', { name: 'Nova', color: '#123456', integrationId }),
    await call('PUT', `/whatsapp/${connectionId}`, { integrationId }),
    await call('PUT', `/whatsapp/${connectionId}`, { promptId }),
    await call('POST', '/whatsapp', { name: 'Nova', promptId }),
  ]
  const after = await fingerprintOf(testApp, own.company.id)
  const kept = await call('PUT', `/queue/${queueId}`, { name: 'Vendas 3', promptId })

  for (const { status, body } of refused)
    expect([status, body]).toEqual([403, errorBody('ERR_SUPPORT_MAY_NOT')])
  expect(after).toEqual(before)
  expect(kept.status).toBe(200)
})

it('A6 support puts no new bot on a ticket, but may keep the present one', async () => {
  const { testApp } = server
  const own = await aFullCompany(testApp)
  const { token } = (await enter(own.company)).body
  const { ticketId, integrationId, promptId } = own
  const bot = { use_integration: true, prompt_id: promptId, integration_id: null }
  await server.table('tickets').update({ id: ticketId }, { status: 'pending', user_id: null, ...bot })
  const put = (body: object) => server.call('PUT', `/tickets/${ticketId}`, { body, token })

  const refused = await put({ status: 'open', useIntegration: true, integrationId })
  const carried = await put({ status: 'open', useIntegration: true, promptId, integrationId: null })

  expect([refused.status, refused.body]).toEqual([403, errorBody('ERR_SUPPORT_MAY_NOT')])
  expect([carried.status, carried.body]).toMatchObject([200, { promptId, integrationId: null }])
})

it('A6 support may only draft campaigns and cancel plans, not plan or change planned ones', async () => {
  const { testApp } = server
  const own = await aFullCompany(testApp)
  const { token } = (await enter(own.company)).body
  const call = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    server.call(method, path, { body, token })
  const form = { name: 'Oferta', message1: 'Olá', contactListId: own.contactListId }
  const scheduledAt = new Date(server.now().getTime() + 3 * 3_600_000).toISOString()
  const planned = (
    await server.call('POST', '/campaigns', { body: { ...form, scheduledAt }, token: own.admin.token })
  ).body.id
  const draft = await call('POST', '/campaigns', form)
  const stateOf = () =>
    server.table('campaigns').find({ company_id: own.company.id }, ['id', 'status', 'messages'])
  const before = await stateOf()

  const refused = [
    await call('POST', '/campaigns', { ...form, scheduledAt }),
    await call('PUT', `/campaigns/${draft.body.id}`, { scheduledAt }),
    await call('PUT', `/campaigns/${planned}`, { message1: 'Outro texto' }),
    await call('DELETE', `/campaigns/${planned}/media-upload`),
  ]
  const after = await stateOf()
  const edited = await call('PUT', `/campaigns/${draft.body.id}`, { message1: 'Oi' })
  const takenBack = await call('PUT', `/campaigns/${planned}`, { scheduledAt: null })

  expect([draft.status, draft.body.status]).toEqual([200, 'INATIVA'])
  for (const { status, body } of refused)
    expect([status, body]).toEqual([403, errorBody('ERR_SUPPORT_MAY_NOT')])
  expect(after).toEqual(before)
  expect([edited.status, takenBack.status, takenBack.body.status]).toEqual([200, 200, 'INATIVA'])
})

it('A6 support reads names of bots and prompts, but no addresses or texts', async () => {
  const own = await aFullCompany(server.testApp)
  const { token } = (await enter(own.company)).body
  const read = (path: string) => server.call('GET', path, { token })

  const integration = await read(`/queueIntegration/${own.integrationId}`)
  const prompt = await read(`/prompt/${own.promptId}`)

  expect(integration.body).toMatchObject({ id: own.integrationId, urlN8N: '', signingSecret: '' })
  expect(prompt.body).toMatchObject({ id: own.promptId, prompt: '', apiKey: '' })
})

it('A6 O4 leaving restores the own session, ends the visit everywhere and returns tickets', async () => {
  const shop = await server.company()
  const queueId = await shop.queue('Vendas')
  const entered = await enter(shop)
  const { token, user } = entered.body
  const call: Person['call'] = (method, path, body) => server.call(method, path, { body, token })
  const ticketId = await shop.openTicket({ ...owner, id: user.id, call }, queueId)

  const home = await server.call('POST', '/support/leave', {
    token,
    cookie: `${entered.cookie}; jrt_home=${homeOf(entered)}`,
  })

  expect(home.body.user).toMatchObject({ id: owner.id, super: true, companyId: owner.user.companyId })
  expect((await me(home.body.token)).status).toBe(200)
  expect([(await me(token)).status, (await me(token)).body.error]).toEqual([401, 'ERR_SESSION_EXPIRED'])
  expect(await server.table('tickets').find({ id: ticketId }, ['status', 'user_id'])).toEqual([
    { status: 'pending', user_id: null },
  ])
  expect((await shop.admin.call('GET', '/auth/me')).body.company.support).toBeNull()
  expect(await trailOf(shop.id)).toContainEqual({
    act: 'support.ended',
    user_name: owner.user.name,
    detail: { minutes: 0 },
  })
})

it('A6 a visit ends after an hour despite refreshes; the browser has its own session again', async () => {
  const shop = await server.company()
  const entered = await enter(shop)
  const { user } = entered.body
  server.pass(20 * 60)
  const refreshed = await server.call('POST', '/auth/refresh_token', { cookie: entered.cookie ?? '' })
  expect(refreshed.body.user.id).toBe(user.id)

  runOut()
  const late = await me(refreshed.body.token)
  const cookie = `${refreshed.cookie}; jrt_home=${homeOf(entered)}`
  const home = await server.call('POST', '/auth/refresh_token', { cookie })
  const actor = { kind: 'system', name: 'support.endVisit', companyId: shop.id } as const
  const jobs = await queuedJobs(server, 'support.endVisit')
  await server.workplace.withCompany(actor, (work) => endOpenSupportVisit(work, 'the visit is over'))
  await server.workplace.withCompany(actor, (work) => endOpenSupportVisit(work, 'the visit is over')) // a job may run twice

  expect([late.status, late.body.error]).toEqual([403, 'ERR_ACCESS_TOKEN'])
  expect(home.body.user.id).toBe(owner.id)
  expect(jobs.filter(({ companyId }) => companyId === shop.id)).toHaveLength(1)
  expect((await server.signIn(shop.admin.email)).user.company.support).toBeNull()
  expect((await trailOf(shop.id)).filter(({ act }) => act === 'support.ended')).toHaveLength(1)
})

it('A6 an admin ends the support visit of the own company; users and others may not', async () => {
  const shop = await server.company()
  const ana = await shop.person('Ana')
  const stranger = await server.company()
  const { token } = (await enter(shop)).body

  const refused = await ana.call('DELETE', '/support')
  await stranger.admin.call('DELETE', '/support')
  const before = await me(token)
  const sent = await shop.admin.call('DELETE', '/support')

  expect([refused.status, refused.body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
  expect([before.status, sent.status, (await me(token)).status]).toEqual([200, 200, 401])
})

it('A6 only a super user enters, with a reason, and only other, active, existing companies', async () => {
  const shop = await server.company()
  const expired = await server.company()
  await server.table('companies').update({ id: expired.id }, { due_date: '2026-11-01' })
  const call = (path: string | number, by: Person, body: object = { reason }) =>
    server.call('POST', `/companies/${path}/support`, { body, token: by.token })

  const answers = [
    await call(shop.id, shop.admin),
    await call(shop.id, owner, { reason: ' oi ' }),
    await call(owner.user.companyId, owner),
    await call(2_000_000_000, owner),
    await call(expired.id, owner),
    await server.call('POST', '/support/leave', { token: shop.admin.token, cookie: shop.admin.cookie }),
  ]

  expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
    [403, 'ERR_NO_PERMISSION'],
    [400, 'Too Short!'],
    [400, 'ERR_OWN_COMPANY'],
    [404, 'ERR_NO_COMPANY_FOUND'],
    [400, 'ERR_SUPPORT_CLOSED_COMPANY'],
    [401, 'ERR_SESSION_EXPIRED'],
  ])
  expect((await me(shop.admin.token)).status).toBe(200) // the visit's end must not sign out other users
})

it('A6 a second visit, concurrent or later, ends the first; one visit and session are open', async () => {
  const shop = await server.company()

  const both = await Promise.all([enter(shop), enter(shop)])
  const alive = await Promise.all(both.map(({ body }) => me(body.token)))

  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect(alive.map(({ status }) => status).sort()).toEqual([200, 401])
  expect(await server.table('support_visits').count({ company_id: shop.id, ended_at: null })).toBe(1)
  expect(await server.table('users').count({ company_id: shop.id, is_support: true })).toBe(1)
})

it('A3 A6 `Sair` ends visit and own session; a new password of the owner ends their visits', async () => {
  const shop = await server.company()
  const second = await server.company({ isSuper: true })
  const entered = await enter(shop, second.admin)

  await server.call('DELETE', '/auth/logout', {
    token: entered.body.token,
    cookie: `${entered.cookie}; jrt_home=${homeOf(entered)}`,
  })

  expect([(await me(entered.body.token)).status, (await me(second.admin.token)).status]).toEqual([401, 401])
  const again = await server.signIn(second.admin.email)
  await again.call('PUT', `/users/${again.id}`, { password: 'outra senha boa' })
  const jobs = await queuedJobs(server, 'support.endVisitsOf')
  expect(jobs.map(({ payload }) => payload)).toContainEqual({ supporterId: again.id })
})
