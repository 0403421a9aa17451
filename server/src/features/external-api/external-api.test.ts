import { createHash } from 'node:crypto'
import { createConnectionToken, revokeConnectionToken } from '@balcao/contract/connections'
import { listMessages } from '@balcao/contract/messages'
import { updateTicket } from '@balcao/contract/tickets'
import type { ContactId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { webhookEvents } from '@balcao/domain/webhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { systemClock } from '../../platform/clock'
import { png } from '../../platform/files/sample-files.fixture'
import { lessThan, type RowValues } from '../../platform/testing/table-rows'
import { changePlanOf } from '../../testing/company-plan'
import { contactOf } from '../../testing/contact-of'
import { errorBody } from '../../testing/error-body'
import { playedGateway } from '../../testing/played-gateway'
import { openOwnTestApp, type TestApp } from '../../testing/test-app'
import { openTicketFixture, type TicketFixture } from '../tickets/testing/ticket-fixture'

const notOnWhatsapp = '5551900000000'
let at = new Date('2026-11-20T12:00:10Z')
const asked: string[] = []
const played = playedGateway()

let testApp: TestApp
let fixture: TicketFixture
let token: string
beforeAll(async () => {
  testApp = await openOwnTestApp({
    gateway: {
      ...played,
      connect: (...given) => ({
        ...played.connect(...given),
        lookUp: async (phone) => {
          asked.push(phone)
          return phone === notOnWhatsapp ? null : { kind: 'person', phone, lid: `9${phone}` }
        },
        profilePicture: async () => null,
      }),
    },
    // The clock is fixed, and delays use the machine's clock.
    clock: { now: () => at, after: systemClock.after },
  })
  fixture = await openTicketFixture(testApp)
  token = await aToken(fixture)
  await testApp.app.startRoles()
  await vi.waitUntil(async () => (await testApp.table('connections').count({ status: 'CONNECTED' })) >= 3, {
    timeout: 30_000,
  })
}, 60_000)
afterAll(() => testApp.close())
beforeEach(() => testApp.table('api_rates').update({}, { calls: 0 }))

const aToken = async ({ company, numbers }: TicketFixture) =>
  (await company.admin.does(createConnectionToken, { params: { connectionId: numbers.sales } })).token

interface Sent {
  readonly number?: unknown
  readonly body?: unknown
  readonly closeTicket?: boolean
}
async function send(sent: Sent, { bearer = token, key = '' }: { bearer?: string; key?: string } = {}) {
  const answer = await testApp.app.http.inject({
    method: 'POST',
    url: '/api/messages/send',
    headers: {
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
      ...(key !== '' && { 'idempotency-key': key }),
    },
    payload: JSON.stringify(sent),
  })
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
}
const refusalOf = async (...given: Parameters<typeof send>) => {
  const { status, body } = await send(...given)
  return [status, body.error]
}
/** Of all companies. */
const messagesTo = async (number: string) => {
  const contacts = await testApp.table('contacts').find<{ id: ContactId }>({ number }, ['id'])
  const toThem = { contact_id: contacts.map(({ id }) => id), from_me: true }
  return testApp.table('messages').find(toThem, ['id', 'body', 'connection_id', 'ticket_id'])
}
const orders = () => played.orders.map(({ content }) => JSON.stringify(content))

describe('POST /api/messages/send', () => {
  it('EXTAPI-02 EXTAPI-03 EXTAPI-07 a new number gets the text over the token’s connection', async () => {
    const number = fixture.newNumber()
    await fixture.ana.received()

    const { status, body } = await send({ number, body: 'Seu pedido saiu para entrega' })

    expect([status, body]).toEqual([
      200,
      {
        mensagem: 'Mensagem enviada',
        messageId: expect.any(Number),
        messageIds: [body.messageId],
        ticketId: expect.any(Number),
      },
    ])
    expect(await messagesTo(number)).toEqual([
      {
        id: body.messageId,
        body: 'Seu pedido saiu para entrega',
        connection_id: fixture.numbers.sales,
        ticket_id: body.ticketId,
      },
    ])
    expect(await fixture.statusOf(body.ticketId)).toBe('closed')
    await vi.waitUntil(() => orders().some((order) => order.includes('Seu pedido saiu para entrega')))
    const read = await fixture.company.admin.does(listMessages, { params: { ticketId: body.ticketId } })
    expect(read.messages.map((message) => [message.body, message.user])).toEqual([
      ['Seu pedido saiu para entrega', null],
    ])
  })

  it('EXTAPI-07 a live ticket gets the message live, and `closeTicket` closes the ticket', async () => {
    const ticketId = await fixture.open(fixture.ana)
    const { number } = await contactOf(testApp, ticketId)
    asked.length = 0
    fixture.ana.shows({ chatBoxes: [ticketId] })
    await fixture.ana.received()

    const first = await send({ number: Number(number), body: 'Chegou!' })
    const inbound = await fixture.ana.received()
    const whileOpen = await fixture.statusOf(ticketId)
    const last = await send({ number, body: 'Até logo!', closeTicket: true })

    expect([first.body.ticketId, last.body.ticketId, asked]).toEqual([ticketId, ticketId, []])
    expect(inbound.filter(({ channel }) => channel.endsWith('-appMessage'))).toMatchObject([
      {
        payload: { action: 'create', message: { id: first.body.messageId, body: 'Chegou!', origin: 'api' } },
      },
    ])
    expect([whileOpen, await fixture.statusOf(ticketId)]).toEqual(['open', 'closed'])
  })

  it('EXTAPI-04 a form with a picture sends it with the text as caption', async () => {
    const number = fixture.newNumber()
    const form = new FormData()
    form.append('number', number)
    form.append('body', 'A nota fiscal')
    form.append('closeTicket', 'false')
    form.append('medias', new Blob([new Uint8Array(await png())]), 'nota.png')
    const request = new Request('http://balcao.test/', { method: 'POST', body: form })

    const answer = await testApp.app.http.inject({
      method: 'POST',
      url: '/api/messages/send',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': request.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await request.arrayBuffer()),
    })

    expect(answer.statusCode).toBe(200)
    const stored = await testApp.table('messages').get({ id: answer.json().messageId })
    expect(stored).toMatchObject({
      body: 'A nota fiscal',
      media_type: 'image',
      media: { fileName: 'nota.png' },
    })
  })

  test.each([
    ['EXTAPI-06 a mask', { number: '+55 (51) 98888-7777', body: 'Oi' }, 400, 'ERR_VALIDATION'],
    ['EXTAPI-06 a number without its area', { number: '988887777', body: 'Oi' }, 400, 'ERR_VALIDATION'],
    ['no number', { body: 'Oi' }, 400, 'ERR_VALIDATION'],
    ['an empty text', { number: '5551988887777', body: '  ' }, 400, 'ERR_VALIDATION'],
    ['a body that is no text', { number: '5551988887777', body: { a: 1 } }, 400, 'ERR_VALIDATION'],
    ['a number without WhatsApp', { number: notOnWhatsapp, body: 'Oi' }, 400, 'ERR_WAPP_INVALID_CONTACT'],
  ])('%s is refused and stores nothing', async (_, sent, status, error) => {
    const count = async () => [
      await testApp.table('messages').count(),
      await testApp.table('contacts').count(),
    ]
    const before = await count()

    expect(await refusalOf(sent, { key: 'sempre a mesma' })).toEqual([status, error])
    expect(await count()).toEqual(before)
    expect(await testApp.table('api_sends').count({ idempotency_key: 'sempre a mesma' })).toBe(0)
  })
})

describe('a call with an idempotency key', () => {
  it('a hundred concurrent repeats send one message with one answer', async () => {
    const number = fixture.newNumber()
    asked.length = 0

    const answers = await Promise.all(
      Array.from({ length: 100 }, () => send({ number, body: 'Uma vez só' }, { key: 'pedido-77' })),
    )

    const [message] = await messagesTo(number)
    expect(await messagesTo(number)).toHaveLength(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body)))).toHaveProperty('size', 1)
    expect(answers[0]?.body.messageId).toBe(message?.id)
    expect(asked.length).toBeLessThan(100)
  })

  it('a key is refused for another message, is separate by connection, and expires after a day', async () => {
    const number = fixture.newNumber()
    const { token: other } = await fixture.company.admin.does(createConnectionToken, {
      params: { connectionId: fixture.numbers.support },
    })
    const named = { key: 'aviso-1' }

    const first = await send({ number, body: 'Um' }, named)
    const changed = await refusalOf({ number, body: 'Outro' }, named)
    const elsewhere = await send({ number, body: 'Um' }, { ...named, bearer: other })
    await testApp.table('api_sends').update({}, { created_at: new Date(at.getTime() - 25 * 3_600_000) })
    const nextDay = await send({ number, body: 'Um' }, named)

    expect(changed).toEqual([409, 'ERR_IDEMPOTENCY_KEY_REUSED'])
    expect((await messagesTo(number)).map(({ id }) => id)).toEqual(
      [first, elsewhere, nextDay].map(({ body }) => body.messageId),
    )
    const expired = { created_at: lessThan(new Date(at.getTime() - 86_400_000)) }
    expect(await testApp.table('api_sends').count(expired)).toBe(0)
    expect(await refusalOf({ number, body: 'Um' }, { key: 'x'.repeat(201) })).toEqual([400, 'ERR_VALIDATION'])
  })
})

describe('tokens', () => {
  it('EXTAPI-02 EXTAPI-07 an unknown token, a user’s token and a revoked one are refused', async () => {
    const sent = { number: fixture.newNumber(), body: 'Oi' }
    const params = { connectionId: fixture.numbers.none }
    const { token: former } = await fixture.company.admin.does(createConnectionToken, { params })
    const { token: revoked } = await fixture.company.admin.does(createConnectionToken, { params })
    await fixture.company.admin.does(revokeConnectionToken, { params })
    const elsewhere = token.replace(/^balcao_\d+/, `balcao_${fixture.stranger.user.companyId}`)
    const strangers = [
      '',
      fixture.company.admin.token,
      token.slice(0, -1),
      `${token.slice(0, -4)}AAAA`,
      elsewhere,
      'balcao_9999999999_1_'.padEnd(64, 'a'),
      'balcao_2000000000_1_'.padEnd(63, 'a'),
      former,
      revoked,
    ]

    for (const bearer of strangers)
      expect([bearer, ...(await refusalOf(sent, { bearer }))]).toEqual([bearer, 401, 'ERR_API_TOKEN'])
    expect(await messagesTo(sent.number)).toEqual([])
  })

  it('A5 EXTAPI-07 a company without the module, expired or inactive is refused with its reason', async () => {
    const shop = await openTicketFixture(testApp)
    const bearer = await aToken(shop)
    const sent = { number: '5551977770001', body: 'Oi' }
    const { id } = shop.company
    const change = (values: RowValues) => testApp.table('companies').update({ id }, values)
    const refused = () => refusalOf(sent, { bearer })

    await changePlanOf(testApp, id, { use_external_api: false })
    const withoutModule = await refused()
    await changePlanOf(testApp, id, { use_external_api: true })
    await change({ due_date: '2026-11-01' })
    const expired = await refused()
    await change({ is_active: false })
    const disabled = await refused()

    expect([withoutModule, expired, disabled]).toEqual([
      [403, 'ERR_API_NOT_IN_PLAN'],
      [403, 'ERR_SUBSCRIPTION_EXPIRED'],
      [401, 'ERR_COMPANY_DISABLED'],
    ])
    expect(await messagesTo(sent.number)).toEqual([])
  })

  it('a token is limited to its company: the same number is another contact there', async () => {
    const shop = await openTicketFixture(testApp)
    const ticketId = await fixture.open(fixture.ana)
    const { number } = await contactOf(testApp, ticketId)
    const bearer = await aToken(shop)
    const connected = { status: 'CONNECTED', company_id: shop.company.id }
    await vi.waitUntil(async () => (await testApp.table('connections').count(connected)) > 0, {
      timeout: 30_000,
    })
    await fixture.ana.received()

    const { body } = await send({ number, body: 'Da outra loja' }, { bearer })

    expect(await testApp.table('tickets').count({ id: body.ticketId, company_id: shop.company.id })).toBe(1)
    expect(await fixture.ana.received()).toEqual([])
    await fixture.ana.does(updateTicket, { params: { ticketId }, body: { status: 'closed' } })
  })

  it('O3 a token above its rate gets a retry time, and other tokens are unaffected', async () => {
    const number = fixture.newNumber()
    const { token: other } = await fixture.company.admin.does(createConnectionToken, {
      params: { connectionId: fixture.numbers.support },
    })
    await send({ number, body: 'Um' })
    await testApp
      .table('api_rates')
      .update({ connection_id: fixture.numbers.sales }, { calls: limits.externalApi.callsPerMinute })

    const refused = await send({ number, body: 'Dois' })
    const elsewhere = await send({ number, body: 'Três' }, { bearer: other })
    at = new Date(at.getTime() + 50_000)
    const nextMinute = await send({ number, body: 'Quatro' })

    expect([refused.status, refused.body, refused.headers['retry-after']]).toEqual([
      429,
      errorBody('ERR_API_TOO_MANY_CALLS', { retryAfterSeconds: 50 }),
      '50',
    ])
    expect([elsewhere.status, nextMinute.status]).toEqual([200, 200])
    expect((await messagesTo(number)).map(({ body }) => body)).toEqual(['Um', 'Três', 'Quatro'])
  })
})

it('a token of another product works after its connection moved in, unless two connections have it', async () => {
  const moved = 'token-antigo-de-verdade-123'
  const give = (connectionId: number) =>
    testApp
      .table('connections')
      .update({ id: connectionId }, { token_hash: createHash('sha256').update(moved).digest() })
  const shop = await openTicketFixture(testApp)
  await aToken(shop)
  const before = await send({ number: '1', body: '' }, { bearer: moved })

  await give(shop.numbers.sales)
  const known = await send({ number: '1', body: '' }, { bearer: moved })
  await give(fixture.numbers.sales)
  const ambiguous = await send({ number: '1', body: '' }, { bearer: moved })
  token = await aToken(fixture)

  expect([before.status, known.status, ambiguous.status]).toEqual([401, 400, 401])
})

it('EXTAPI-01 its OpenAPI document has its own URL and contains only these calls and the webhooks', async () => {
  const document = (await testApp.app.http.inject({ url: '/docs/messages-api.json' })).json()

  expect(Object.keys(document.paths)).toEqual([
    '/api/messages/send',
    '/api/messages/templates',
    '/api/messages/reply-window',
  ])
  expect(Object.keys(document.webhooks)).toEqual([...webhookEvents])
  const { post } = document.paths['/api/messages/send']
  expect(Object.keys(post.requestBody.content)).toEqual(['application/json', 'multipart/form-data'])
  expect(post.security).toEqual([{ connectionToken: [] }])
  expect(Object.keys(post.responses)).toEqual(
    expect.arrayContaining(['200', '400', '401', '403', '409', '429']),
  )
})
