import { createHash } from 'node:crypto'
import * as contract from '@balcao/contract/connections'
import { createUser } from '@balcao/contract/people'
import { deleteQueue } from '@balcao/contract/queues'
import { createSchedule } from '@balcao/contract/schedules'
import { updateTicket } from '@balcao/contract/tickets'
import type { ConnectionId } from '@balcao/domain/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { like } from '../../platform/testing/table-rows'
import { changePlanOf } from '../../testing/company-plan'
import { contactOf } from '../../testing/contact-of'
import { errorBody } from '../../testing/error-body'
import { openTestApp, type Person, type TestApp, type TestCompany } from '../../testing/test-app'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const read = (person: Person, connectionId: ConnectionId) =>
  person.does(contract.getConnection, { params: { connectionId } })
const change = (admin: Person, connectionId: ConnectionId, body: Record<string, unknown>) =>
  admin.call(contract.updateConnection, { params: { connectionId }, body })

const texts = {
  greetingMessage: 'Olá, {{firstName}}!',
  complationMessage: 'Até logo.',
  outOfHoursMessage: 'Abrimos às 8h.',
  ratingMessage: 'Que nota você dá?',
}
const automation = {
  timeSendQueue: 15,
  timeUseBotQueues: 30,
  maxUseBotQueues: 0,
  expiresTicket: 120,
  expiresInactiveMessage: 'Encerramos por falta de resposta.',
}

test('CONN-01 CONN-02 CONN-03 CONN-04 a connection stores every field, text and queue of its form', async () => {
  const company = await testApp.company()
  const [vendas, suporte] = [await company.queue('Vendas'), await company.queue('Suporte')]
  const form = { name: 'Loja', ...texts, ...automation, queueIds: [suporte, vendas], sendIdQueue: suporte }

  const made = await company.admin.does(contract.createConnection, { body: form })

  const { queueIds: _, ...sent } = form
  expect(await read(company.admin, made.id)).toEqual({
    ...made,
    ...sent,
    status: 'OPENING',
    isDefault: true,
    qrcode: '',
    token: '',
    retries: 0,
    provider: 'beta',
    updatedAt: testApp.now().toISOString(),
    queues: [
      { id: vendas, name: 'Vendas', color: expect.any(String) },
      { id: suporte, name: 'Suporte', color: expect.any(String) },
    ],
  })
})

test('CONN-05 an omitted or empty field gets its default', async () => {
  const { admin } = await testApp.company()
  const defaults = {
    provider: 'beta',
    sendIdQueue: 0,
    timeSendQueue: 0,
    timeUseBotQueues: 0,
    maxUseBotQueues: 3,
    expiresTicket: 0,
    expiresInactiveMessage: '',
  }
  const empty = {
    provider: ' ',
    sendIdQueue: 0,
    timeSendQueue: '',
    timeUseBotQueues: null,
    maxUseBotQueues: '',
    expiresTicket: '0',
  } as never // as existing clients send it

  const plain = await admin.does(contract.createConnection, { body: { name: 'Loja' } })
  const emptied = await admin.does(contract.createConnection, {
    body: { name: 'Oficina', ...Object(empty) },
  })

  expect(plain).toMatchObject(defaults)
  expect(emptied).toMatchObject(defaults)
})

test('CONN-22 CONN-04 a change leaves omitted fields, and 0 switches a rule off', async () => {
  const company = await testApp.company()
  const sendIdQueue = await company.queue('Vendas')
  const { id } = await company.admin.does(contract.createConnection, {
    body: { name: 'Loja', ...texts, ...automation, sendIdQueue },
  })

  await change(company.admin, id, { ratingMessage: 'Nota?' })
  const kept = await read(company.admin, id)
  await change(company.admin, id, { sendIdQueue: 0, timeSendQueue: 0, expiresTicket: 0 })

  expect(kept).toMatchObject({ ...texts, ...automation, ratingMessage: 'Nota?', sendIdQueue })
  expect(await read(company.admin, id)).toMatchObject({
    ...automation,
    sendIdQueue: 0,
    timeSendQueue: 0,
    expiresTicket: 0,
  })
})

test.each([
  ['a negative wait', { timeSendQueue: -1 }, 400, 'ERR_VALIDATION'],
  ['half a minute', { expiresTicket: 0.5 }, 400, 'ERR_VALIDATION'],
  ['a wait of more than 30 days', { timeUseBotQueues: 43_201 }, 400, 'ERR_VALIDATION'],
  ['text for a number', { maxUseBotQueues: 'três' }, 400, 'ERR_VALIDATION'],
  ['a queue that the company does not have', { sendIdQueue: 999_999 }, 404, 'ERR_QUEUE_NOT_FOUND'],
])('CONN-04 %s is refused, and nothing changes', async (_, body, status, error) => {
  const company = await testApp.company()
  const id = await company.connection('Loja')
  const before = await read(company.admin, id)

  const answer = await change(company.admin, id, body)

  expect([answer.status, answer.error]).toEqual([status, error])
  expect(await read(company.admin, id)).toEqual(before)
})

test('CONN-04 T2 a queue of another company is refused as the target of tickets', async () => {
  const company = await testApp.company()
  const theirs = await (await testApp.company()).queue('Vendas')
  const id = await company.connection('Loja')

  const changed = await change(company.admin, id, { sendIdQueue: theirs })
  const created = await company.admin.call(contract.createConnection, {
    body: { name: 'Oficina', sendIdQueue: theirs },
  })

  expect([changed.error, created.error]).toEqual(['ERR_QUEUE_NOT_FOUND', 'ERR_QUEUE_NOT_FOUND'])
})

test('CONN-03 CONN-04 QUEUE-18 deleting a queue removes it from its connections, with live events', async () => {
  const company = await testApp.company()
  const [vendas, suporte] = [await company.queue('Vendas'), await company.queue('Suporte')]
  const linked = await company.connection('Loja', [vendas, suporte])
  const sending = await company.connection('Oficina', [suporte])
  await company.connection('Matriz', [suporte])
  await change(company.admin, sending, { sendIdQueue: vendas, timeSendQueue: 5 })
  const ana = await company.person('Ana')

  await company.admin.does(deleteQueue, { params: { queueId: vendas } })

  const events = (await ana.received()).flatMap(({ channel, payload }) =>
    channel.endsWith('-whatsapp') ? [payload] : [],
  )
  expect(events).toEqual([
    { action: 'update', whatsapp: await read(ana, linked) },
    { action: 'update', whatsapp: await read(ana, sending) },
  ])
  expect(await read(ana, linked)).toMatchObject({ queues: [{ id: suporte }] })
  expect(await read(ana, sending)).toMatchObject({ sendIdQueue: 0, timeSendQueue: 5 })
})

test('CONN-09 CONN-19 the list has the status CONNECTED and no session secret, with session=0 or not', async () => {
  const company = await testApp.company()
  const id = await company.connection('Loja')
  await company.admin.does(contract.createConnectionToken, { params: { connectionId: id } })
  await testApp
    .table('connections')
    .update({ company_id: company.id }, { status: 'CONNECTED', desired_version: 4242 })
  await testApp.table('connection_keys').insert({
    company_id: company.id,
    connection_id: id,
    type: 'creds',
    id: '',
    value: Buffer.from('the whole account'),
    updated_at: testApp.now(),
  })
  const ana = await company.person('Ana')

  for (const query of ['', '?session=0', `?session=0&companyId=${company.id}`]) {
    for (const path of ['/whatsapp', `/whatsapp/${id}`]) {
      const answer = await testApp.app.http.inject({
        url: `${path}${query}`,
        headers: { authorization: `Bearer ${ana.token}` },
      })
      const body = answer.json()
      const [one] = Array.isArray(body) ? body : [body]
      expect(one).toMatchObject({ id, name: 'Loja', status: 'CONNECTED' })
      expect(Object.keys(one).filter((key) => /hash|seal|keys|creds|desired|^session$/i.test(key))).toEqual(
        [],
      )
      expect(answer.body).not.toMatch(/whole account|4242/)
    }
  }
})

test('CONN-17 concurrent changes of the default by two admins leave exactly one', async () => {
  const company = await testApp.company()
  const bia = await company.person('Bia', { profile: 'admin' })
  const ids = [
    await company.connection('Matriz'),
    await company.connection('Loja'),
    await company.connection('Oficina'),
  ]

  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all([
      ...ids.map((id) => change(company.admin, id, { isDefault: true })),
      ...ids.toReversed().map((id) => change(bia, id, { isDefault: true })),
      company.admin.call(contract.createConnection, { body: { name: `Nova ${round}`, isDefault: true } }),
    ])
    expect(answers.slice(0, 6).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    const defaults = await testApp
      .table('connections')
      .find({ company_id: company.id, is_default: true }, ['id'])
    expect(defaults).toHaveLength(1)
  }
})

test('CONN-23 the usage of a connection is counted before it is deleted', async () => {
  const company = await testApp.company()
  const main = await company.connection('Matriz')
  const leaving = await company.connection('Loja')
  await hangThings(company, leaving)
  await hangThings(company, main)

  const usage = await company.admin.does(contract.getConnectionUsage, { params: { connectionId: leaving } })
  await company.admin.does(contract.deleteConnection, { params: { connectionId: leaving } })
  const last = await company.admin.does(contract.getConnectionUsage, { params: { connectionId: main } })

  expect(usage).toEqual({
    waitingTickets: 1,
    openTickets: 1,
    unsentMessages: 1,
    schedules: 1,
    users: 1,
    campaigns: 0,
    webhooks: 0,
    hasToken: false,
    successor: { id: main, name: 'Matriz' },
  })
  expect(last).toMatchObject({ waitingTickets: 2, openTickets: 2, unsentMessages: 2, successor: null })
})

let numbers = 0
async function hangThings(company: TestCompany, connectionId: ConnectionId): Promise<void> {
  const hears = () =>
    company.hears({ over: connectionId, from: `55119${String(++numbers).padStart(8, '1')}`, text: 'Oi' })
  await hears()
  const ticketId = await hears()
  const closedId = await hears()
  await company.admin.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
  await company.admin.does(updateTicket, { params: { ticketId: closedId }, body: { status: 'closed' } })
  const { id: contactId } = await contactOf(testApp, ticketId)
  for (const state of ['waiting', 'sent', 'failed']) {
    await testApp.table('outbox').insert({
      company_id: company.id,
      connection_id: connectionId,
      contact_id: contactId,
      kind: 'message',
      next_attempt_at: testApp.now(),
      created_at: testApp.now(),
      state,
    })
  }
  await company.admin.does(createSchedule, {
    body: { body: 'Seu pedido chegou', contactId, sendAt: '2029-05-04T12:00:00Z', whatsappId: connectionId },
  })
  await company.admin.does(createUser, {
    body: {
      name: 'Ana',
      email: `ana-${connectionId}-${company.id}@example.com`,
      password: 'uma senha boa',
      whatsappId: connectionId,
    },
  })
}

test('CONN-28 the API token is shown once, stored as a hash, rotated and revoked, each with audit', async () => {
  const company = await testApp.company()
  const connectionId = await company.connection('Loja')
  const params = { connectionId }
  const kept = () => testApp.table('connections').get({ id: connectionId }, ['token_hash', 'token_last_four'])
  const hashOf = (token: string) => createHash('sha256').update(token).digest()
  await company.admin.received()

  const { token: first } = await company.admin.does(contract.createConnectionToken, { params })
  const afterFirst = await kept()
  const { token } = await company.admin.does(contract.createConnectionToken, { params })
  const afterSecond = await kept()
  const shown = await read(company.admin, connectionId)
  const events = await company.admin.received()
  await company.admin.does(contract.revokeConnectionToken, { params })
  await company.admin.does(contract.revokeConnectionToken, { params })

  expect(token).toMatch(new RegExp(`^balcao_${company.id}_${connectionId}_[\\w-]{43}$`))
  expect(first).not.toBe(token)
  expect(afterFirst).toEqual({ token_hash: hashOf(first), token_last_four: first.slice(-4) })
  expect(afterSecond).toEqual({ token_hash: hashOf(token), token_last_four: token.slice(-4) })
  expect(shown).toMatchObject({ token: token.slice(-4), tokenCreatedAt: testApp.now().toISOString() })
  expect(events).toHaveLength(2)
  expect(JSON.stringify(events) + testApp.log.join('')).not.toContain(token.slice(0, -4))
  expect(await kept()).toEqual({ token_hash: null, token_last_four: null })
  expect(await read(company.admin, connectionId)).toMatchObject({ token: '', tokenCreatedAt: null })
  const trail = await testApp
    .table('audit_entries')
    .find({ company_id: company.id, act: like('connection.token%') }, ['act', 'subject_name', 'detail'])
  expect(trail).toEqual([
    { act: 'connection.tokenMade', subject_name: 'Loja', detail: { replaced: false } },
    { act: 'connection.tokenMade', subject_name: 'Loja', detail: { replaced: true } },
    { act: 'connection.tokenRevoked', subject_name: 'Loja', detail: {} },
  ])
})

test('CONN-28 no form sets a token; only admins make or revoke one, and making needs the plan', async () => {
  const company = await testApp.company()
  const connectionId = await company.connection('Loja')
  const params = { connectionId }
  const davi = await company.person('Davi', { profile: 'supervisor' })
  const stranger = (await testApp.company()).admin

  await company.admin.does(contract.createConnectionToken, { params })
  const { token } = await read(company.admin, connectionId)
  await change(company.admin, connectionId, { token: 'chosen-by-admin' })
  const refused = [
    await davi.call(contract.createConnectionToken, { params }),
    await davi.call(contract.revokeConnectionToken, { params }),
    await stranger.call(contract.createConnectionToken, { params }),
    await stranger.call(contract.revokeConnectionToken, { params }),
  ]
  await changePlanOf(testApp, company.id, { use_external_api: false })
  testApp.pass(60)
  const withoutPlan = await company.admin.call(contract.createConnectionToken, { params })
  const revoked = await company.admin.call(contract.revokeConnectionToken, { params })

  expect(refused.map(({ error }) => error)).toEqual([
    'ERR_NO_PERMISSION',
    'ERR_NO_PERMISSION',
    'ERR_NO_WAPP_FOUND',
    'ERR_NO_WAPP_FOUND',
  ])
  expect(token).toHaveLength(4)
  expect([withoutPlan.status, revoked.status]).toEqual([403, 200])
})

test('WIRE-trap-26 the redirection has two pairs of names, and of two values the changed one wins', async () => {
  const company = await testApp.company()
  const { admin } = company
  const [vendas, suporte] = [await company.queue('Vendas'), await company.queue('Suporte')]
  const redirection = (connection: contract.ConnectionView) => [
    [connection.sendIdQueue, connection.timeSendQueue],
    [connection.transferQueueId ?? 0, connection.timeToTransfer],
  ]

  const form = { name: 'Loja', transferQueueId: vendas, timeToTransfer: '15' }
  const made = await admin.does(contract.createConnection, { body: form })
  expect(redirection(made)).toEqual(Array(2).fill([vendas, 15]))

  const backByTheirs = { ...made, queueIds: [], transferQueueId: suporte, timeToTransfer: 20 }
  await change(admin, made.id, backByTheirs)
  const theirs = await read(admin, made.id)
  expect(redirection(theirs)).toEqual(Array(2).fill([suporte, 20]))

  await change(admin, made.id, { ...theirs, queueIds: [], sendIdQueue: vendas, timeSendQueue: 25 })
  expect(redirection(await read(admin, made.id))).toEqual(Array(2).fill([vendas, 25]))

  await change(admin, made.id, { transferQueueId: 0, timeToTransfer: 0 })
  expect(redirection(await read(admin, made.id))).toEqual(Array(2).fill([0, 0]))
})

test('WIRE-trap-27 a typed token is refused, and the shown end of the token may be sent back', async () => {
  const { admin } = await testApp.company()
  const typed = await admin.call(contract.createConnection, { body: { name: 'Loja', token: 'x'.repeat(30) } })
  const made = await admin.does(contract.createConnection, { body: { name: 'Loja', token: '' } })
  await admin.does(contract.createConnectionToken, { params: { connectionId: made.id } })
  const { token } = await read(admin, made.id)

  expect([typed.status, typed.body]).toEqual([400, errorBody('ERR_WAPP_TOKEN_TYPED')])
  expect((await change(admin, made.id, { token })).status).toBe(200)
  expect(await change(admin, made.id, { token: 'mine' })).toMatchObject({ error: 'ERR_WAPP_TOKEN_TYPED' })
  expect((await read(admin, made.id)).token).toBe(token)
})
