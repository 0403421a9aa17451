import { createHmac } from 'node:crypto'
import { deleteConnection } from '@balcao/contract/connections'
import { eraseContact } from '@balcao/contract/contacts'
import { sendMessage } from '@balcao/contract/messages'
import { updateTicket } from '@balcao/contract/tickets'
import * as calls from '@balcao/contract/webhooks'
import type { TicketId, WebhookId, WhatsappMessageId } from '@balcao/domain/ids'
import { type WebhookEvent, webhookEvents, webhookLimits } from '@balcao/domain/webhooks'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { like, not } from '../../platform/testing/table-rows'
import { purgeProcessedQueueRows } from '../../processes/housekeeping/purge-queues'
import { ageRows } from '../../testing/age-rows'
import { changePlanOf } from '../../testing/company-plan'
import { contactOf } from '../../testing/contact-of'
import { errorBody } from '../../testing/error-body'
import { logTransactions } from '../../testing/transaction-log'
import { until } from '../../testing/until'
import { openWebhookDesk, planOfFailedDeliveries, type WebhookDesk } from './testing/webhook-desk'

let desk: WebhookDesk
beforeAll(async () => {
  desk = await openWebhookDesk()
}, 60_000)
afterAll(() => desk.close())
afterEach(async () => {
  desk.behave({ status: 200, body: 'ok' })
  desk.told()
  await desk.testApp.table('webhooks').delete()
  await desk.testApp.table('graphile_worker._private_jobs').delete()
})

const of = (webhookId: WebhookId) => ({ params: { webhookId } })
const logOf = async (webhookId: WebhookId, query = {}) =>
  (await desk.fixture.company.admin.does(calls.listWebhookDeliveries, { ...of(webhookId), query })).deliveries
const read = async (webhookId: WebhookId) => {
  const { webhooks } = await desk.fixture.company.admin.does(calls.listWebhooks)
  return webhooks.find(({ id }) => id === webhookId)
}
/** The columns of a delivery that is due. */
const waitingFor = (webhookId: WebhookId) => ({
  ...{ company_id: desk.fixture.company.id, webhook_id: webhookId, state: 'waiting' },
  ...{ next_try_at: desk.testApp.now(), created_at: desk.testApp.now() },
})
const sentEvents = () => desk.told().map(({ body }) => body.event)
const closes = (ticketId: TicketId) =>
  desk.fixture.ana.does(updateTicket, { params: { ticketId }, body: { status: 'closed' } })

describe('E2 what a webhook sends', () => {
  it('E2 an incoming message is sent with contact and ticket, signed, and without the secret', async () => {
    const { secret, webhook } = await desk.webhook()
    const ticketId = await desk.fixture.pending('sales', { name: 'Marina' })

    await desk.works()

    const [call, ...others] = desk.told()
    expect(others).toEqual([])
    expect(call?.body).toMatchObject({
      event: 'message.received',
      companyId: desk.fixture.company.id,
      at: desk.testApp.now().toISOString(),
      message: { body: 'Oi, tudo bem?', fromMe: false, mediaUrl: null, user: null },
      ticket: {
        id: ticketId,
        status: 'pending',
        queue: { name: 'Vendas' },
        connection: { id: desk.fixture.numbers.sales, name: 'Loja' },
      },
      contact: { name: 'Marina', number: expect.stringMatching(/^55519/) },
    })
    const [, seconds, mac] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(call?.headers['x-balcao-signature'] ?? '') ?? []
    expect(Number(seconds)).toBe(Math.floor(desk.testApp.now().getTime() / 1000))
    expect(mac).toBe(createHmac('sha256', secret).update(`${seconds}.${call?.text}`).digest('hex'))
    expect(call?.headers).toMatchObject({
      'x-balcao-delivery': call?.body.id,
      'x-balcao-event': 'message.received',
      'x-balcao-attempt': '1',
    })
    expect(JSON.stringify(call)).not.toContain(secret)
    expect(await logOf(webhook.id)).toMatchObject([
      { event: 'message.received', ticketId, state: 'delivered', attempts: 1, status: 200, failure: null },
    ])
  })

  it('the events of a ticket are sent in order, each with the acting user', async () => {
    await desk.webhook({ events: [...webhookEvents] })
    const { ana } = desk.fixture
    const ticketId = await desk.fixture.pending('sales')
    await ana.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
    await ana.does(sendMessage, { params: { ticketId }, body: { body: 'Já vejo' } })
    await closes(ticketId)

    await desk.works()

    const changes = desk.told()
    const events = changes.map(({ body }) => body.event)
    const milestones = ['ticket.created', 'message.received', 'ticket.accepted', 'ticket.closed']
    expect(events.filter((event) => milestones.includes(event))).toEqual(milestones)
    expect(changes.find(({ body }) => body.event === 'ticket.accepted')?.body).toMatchObject({
      history: { by: { id: ana.id, name: 'Ana' }, user: { id: ana.id } },
      ticket: { id: ticketId },
    })
    expect(changes.find(({ body }) => body.message?.body === 'Já vejo')?.body).toMatchObject({
      event: 'message.sent',
      message: { fromMe: true, user: { name: 'Ana' } },
    })
  })

  it('acks are sent with their level, changes with their kind', async () => {
    await desk.webhook({ events: ['message.ack', 'message.changed'] })
    const { company, numbers, ana } = desk.fixture
    const ticketId = await desk.fixture.open(ana)
    await ana.does(sendMessage, { params: { ticketId }, body: { body: 'Oi' } })
    const { number: phone } = await contactOf(desk.testApp, ticketId)
    const { whatsapp_id: id } = await desk.testApp
      .table('messages')
      .get<{ whatsapp_id: WhatsappMessageId }>({ ticket_id: ticketId, body: 'Oi' })
    const chat = { kind: 'person', phone, lid: null } as const
    for (const ack of [1, 2, 2] as const)
      await company.tells(numbers.sales, { kind: 'ack', chat, ids: [id], ack, refusedWith: null })
    await company.tells(numbers.sales, {
      ...{ kind: 'reaction', chat, author: null, id, fromMe: false, onOurs: true },
      ...{ emoji: '👍', at: desk.testApp.now() },
    })

    await desk.works()

    expect(desk.told().map(({ body }) => [body.event, body.ack ?? body.change])).toEqual([
      ['message.ack', 1],
      ['message.ack', 2],
      ['message.changed', 'reaction'],
    ])
  })

  it('only the chosen events of the chosen connection are sent', async () => {
    const { numbers } = desk.fixture
    await desk.webhook({ events: ['ticket.closed'], connectionId: numbers.support })
    await closes(await desk.fixture.open(desk.fixture.ana))
    const other = await desk.fixture.open(desk.fixture.bia, 'support')
    await desk.fixture.bia.does(updateTicket, { params: { ticketId: other }, body: { status: 'closed' } })

    await desk.works()

    expect(desk.told().map(({ body }) => [body.event, body.ticket.id])).toEqual([['ticket.closed', other]])
  })

  it('E2 CONN-23 deleting a connection deletes only its webhooks, with audit entries and events', async () => {
    const { company } = desk.fixture
    const leaving = await company.connection('Filial')
    const deleted = [
      await desk.webhook({ name: 'Estoque da filial', connectionId: leaving }),
      await desk.webhook({ name: 'Caixa da filial', connectionId: leaving }),
    ]
    const { webhook: staying } = await desk.webhook()
    await company.admin.received()

    await company.admin.does(deleteConnection, { params: { connectionId: leaving } })

    const { webhooks } = await company.admin.does(calls.listWebhooks)
    expect(webhooks.map(({ id }) => id)).toEqual([staying.id])
    const ids = deleted.map(({ webhook }) => webhook.id)
    const trail = desk.testApp.table('audit_entries')
    for (const { webhook } of deleted) {
      const entry = await trail.get({ act: 'webhook.deleted', subject_id: webhook.id })
      expect(entry).toMatchObject({ subject_name: webhook.name, user_name: 'Admin' })
    }
    const adminEvents = (await company.admin.received()).filter(({ channel }) => channel.endsWith('-webhook'))
    expect(adminEvents.map(({ payload }) => payload)).toEqual(
      ids.map((webhookId) => ({ action: 'update', webhookId })),
    )
  })

  it('once known, an act of a company without webhooks costs no statement and writes no row', async () => {
    await desk.webhook({ events: [...webhookEvents] }, desk.fixture.stranger)
    const { webhook } = await desk.webhook()
    await desk.fixture.company.admin.does(calls.deleteWebhook, of(webhook.id))
    const log = logTransactions()
    const statementsOfMessage = async () => {
      const ticketId = await desk.fixture.pending('sales')
      await closes(ticketId)
      const statements = log.taken().map((act) => act.filter(({ name }) => name.startsWith('webhooks.')))
      return Math.max(...statements.map(({ length }) => length))
    }

    expect(await statementsOfMessage()).toBe(1)
    await until('the company is known', async () => (await statementsOfMessage()) === 0)
    log.stop()

    expect(await desk.testApp.table('webhook_deliveries').count()).toBe(0)
    expect(await desk.testApp.table('graphile_worker._private_jobs').count({ key: like('%webhook %') })).toBe(
      0,
    )

    await desk.webhook()
    await desk.fixture.pending('sales')
    await desk.works()
    expect(sentEvents()).toContain('message.received')
  })

  it('T2 T6 a webhook receives no events of another company', async () => {
    await desk.webhook({ url: 'http://stranger.example/', events: [...webhookEvents] }, desk.fixture.stranger)
    await desk.webhook()
    await desk.fixture.pending('sales')

    await desk.works()

    expect(desk.told().map(({ host }) => host)).toEqual(['erp.example'])
  })

  it('O5 an item deleted or erased before the call is not sent', async () => {
    const { webhook } = await desk.webhook()
    const ticketId = await desk.fixture.pending('sales')
    await closes(await desk.fixture.open(desk.fixture.ana))
    await desk.testApp.table('messages').update({ ticket_id: ticketId }, { is_deleted: true })

    await desk.works()

    const [first] = desk.told()
    expect(first?.body.message).toMatchObject({ isDeleted: true, body: '' })
    await desk.testApp.table('tickets').update({ id: ticketId }, { status: 'closed' })
    const { id: contactId, name } = await contactOf(desk.testApp, ticketId)
    await desk.fixture.company.admin.does(eraseContact, {
      params: { contactId },
      body: { confirmation: name },
    })
    expect((await logOf(webhook.id)).filter((line) => line.ticketId === ticketId)).toEqual([])
  })
})

describe('E2 a receiver that fails', () => {
  it.each([
    ['an error', { status: 500, body: 'secret stack' }, { failure: 'refused', status: 500 }],
    ['a refused signature', { status: 401 }, { failure: 'refused', status: 401 }],
    ['a hung up line', 'hangs up', { failure: 'unreachable', status: null }],
    ['far too much', { status: 200, body: 'x'.repeat(300_000) }, { failure: 'too-large', status: null }],
    [
      'E1 a redirect into the app, which is not followed',
      { status: 307, location: 'http://private.example/' },
      { failure: 'refused', status: 307 },
    ],
    [
      'E1 a redirect to a friendly page, which is not taken for an answer',
      { status: 302, location: 'http://login.example/' },
      { failure: 'refused', status: 302 },
    ],
  ] as const)(
    'E2 %s is retried with growing pauses under the same id, and then given up',
    async (_, manners, outcome) => {
      const { webhook } = await desk.webhook()
      desk.behave(manners)
      await desk.fixture.pending('sales')
      const pauses: (number | null)[] = []

      for (let at = 0; at < 7; at++) {
        await desk.works()
        const seconds = await desk.secondsToNext(webhook.id)
        pauses.push(seconds)
        await desk.waits(seconds ?? 0)
      }

      const told = desk.told()
      expect(pauses).toEqual([30, 120, 600, 1800, 7200, 21_600, null])
      expect(told.map(({ headers }) => headers['x-balcao-attempt'])).toEqual([
        '1',
        '2',
        '3',
        '4',
        '5',
        '6',
        '7',
      ])
      expect(new Set(told.map(({ body }) => body.id)).size).toBe(1)
      expect(told.map(({ host }) => host)).toEqual(Array(7).fill('erp.example'))
      expect(await logOf(webhook.id)).toMatchObject([{ state: 'failed', attempts: 7, ...outcome }])
    },
  )

  it('E1 a host name that resolves to a private address is not called', async () => {
    const { webhook } = await desk.webhook({ url: 'http://private.example/' })
    const byNumber = await desk.webhook()
    // Saved while an operator's setting allowed the address.
    await desk.testApp
      .table('webhooks')
      .update({ id: byNumber.webhook.id }, { url: 'http://127.0.0.1:5432/' })
    const dialledBefore = desk.internet.dialled.length
    await desk.fixture.pending('sales')

    await desk.works()

    for (const id of [webhook.id, byNumber.webhook.id])
      expect(await logOf(id)).toMatchObject([{ state: 'waiting', failure: 'address-refused' }])
    expect(desk.internet.dialled).toHaveLength(dialledBefore)
  })

  it('order: events of a ticket wait behind its failed delivery; other tickets continue', async () => {
    const { webhook } = await desk.webhook({ events: ['message.received', 'ticket.closed'] })
    let poison: TicketId | null = null
    desk.behave(({ body }) => ({
      status: body.ticket.id === poison && body.event === 'message.received' ? 500 : 200,
    }))
    poison = await desk.fixture.open(desk.fixture.ana)
    await closes(poison)
    await closes(await desk.fixture.open(desk.fixture.ana))

    await desk.works()
    const first = desk.told().map(({ body }) => [body.event, body.ticket.id === poison])
    desk.behave({ status: 204 })
    await desk.waits(30)
    await desk.works()

    expect(first.filter(([, isPoison]) => isPoison)).toEqual([['message.received', true]])
    expect(first.filter(([, isPoison]) => !isPoison)).toEqual([
      ['message.received', false],
      ['ticket.closed', false],
    ])
    expect(sentEvents()).toEqual(['message.received', 'ticket.closed'])
    expect((await logOf(webhook.id)).map(({ state }) => state)).toEqual(Array(4).fill('delivered'))
  })

  it('order: thousands of waiting deliveries of one ticket do not delay another ticket', async () => {
    const { webhook } = await desk.webhook()
    const full = await desk.fixture.open(desk.fixture.ana)
    const deliveries = desk.testApp.table('webhook_deliveries')
    const delivery = { ...waitingFor(webhook.id), event: 'message.received', ticket_id: full }
    const retried = { ...delivery, next_try_at: new Date(delivery.next_try_at.getTime() + 3_600_000) }
    await deliveries.insertMany([retried, ...Array(4999).fill(delivery)])
    await deliveries.delete({ message_id: not(null), ticket_id: full })
    const other = await desk.fixture.open(desk.fixture.ana)

    await desk.works()

    expect(desk.told().map(({ body }) => body.ticket.id)).toEqual([other])
  })

  it('E2 three failures reduce the calls to one at a time; twenty switch the webhook off', async () => {
    const { webhook } = await desk.webhook()
    desk.behave({ status: 503 })
    for (let at = 0; at < 30; at++) await desk.fixture.pending('sales')
    await desk.fixture.company.admin.received()

    await desk.works()
    const atOnce = desk.told().length
    const rests = await desk.secondsToNext(webhook.id)
    for (let at = 0; at < 20; at++) {
      await desk.waits((await desk.secondsToNext(webhook.id)) ?? 0)
      await desk.works()
    }

    expect([atOnce, rests]).toEqual([8, 600])
    expect(desk.told()).toHaveLength(12)
    expect(await read(webhook.id)).toMatchObject({
      isActive: false,
      offReason: 'failures',
      lastFailure: 'refused',
    })
    expect(await desk.secondsToNext(webhook.id)).toBeNull()
    const trail = await desk.testApp.table('audit_entries').find({ act: 'webhook.switchedOff' })
    expect(trail).toContainEqual(
      expect.objectContaining({ detail: expect.objectContaining({ reason: 'failures' }) }),
    )
    expect((await desk.fixture.company.admin.received()).map(({ payload }) => payload)).toContainEqual({
      action: 'update',
      webhookId: webhook.id,
    })

    await desk.fixture.pending('sales')
    await desk.works()
    expect(desk.told()).toEqual([])
    expect(await logOf(webhook.id, { state: 'waiting' })).toHaveLength(30)

    desk.behave({ status: 200 })
    await desk.fixture.company.admin.does(calls.updateWebhook, {
      ...of(webhook.id),
      body: {
        name: 'Estoque',
        url: 'http://erp.example/balcao',
        events: ['message.received'],
        isActive: true,
      },
    })
    await desk.waits(21_600)
    await desk.works()
    expect(desk.told()).toHaveLength(30)
    expect(await read(webhook.id)).toMatchObject({ isActive: true, offReason: null, lastFailure: null })
  })

  it('E2 an answer of 410 switches the webhook off at once', async () => {
    const { webhook } = await desk.webhook()
    desk.behave({ status: 410 })
    await desk.fixture.pending('sales')

    await desk.works()

    expect(await read(webhook.id)).toMatchObject({ isActive: false, offReason: 'gone' })
  })

  it('a process that dies between call and write repeats the call under the same id', async () => {
    const { webhook } = await desk.webhook()
    await desk.fixture.pending('sales')

    await desk.works('dying')
    await desk.fixture.pending('sales')
    await desk.works()

    const ids = desk.told().map(({ body }) => body.id)
    expect([ids.length, new Set(ids).size, ids[0] === ids[1]]).toEqual([3, 2, true])
    expect((await logOf(webhook.id)).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  })

  it('a plan without the module switches the webhook off; an unpaid company waits', async () => {
    const { webhook } = await desk.webhook()
    const { id } = desk.fixture.company
    await desk.fixture.pending('sales')
    await desk.testApp.table('companies').update({ id }, { due_date: '2026-01-01' })
    await desk.works()
    const whileUnpaid = [desk.told().length, await desk.secondsToNext(webhook.id)]
    await desk.testApp.table('companies').update({ id }, { due_date: '2030-01-31' })
    await changePlanOf(desk.testApp, id, { use_external_api: false })
    await desk.waits(3600)
    await desk.works()
    await changePlanOf(desk.testApp, id, { use_external_api: true })

    expect(whileUnpaid).toEqual([0, 3600])
    expect(desk.told()).toEqual([])
    desk.testApp.pass(6) // the plan is cached for five seconds
    expect(await read(webhook.id)).toMatchObject({ isActive: false, offReason: 'not-in-plan' })
  })

  it('a backlog over the limit switches the webhook off and fails its deliveries', async () => {
    const { webhook } = await desk.webhook()
    await desk.fixture.pending('sales')
    const delivery = { ...waitingFor(webhook.id), event: 'ticket.closed' }
    const backlog = Array.from({ length: webhookLimits.backlog }, (_, n) => ({
      ...delivery,
      ticket_id: n + 1,
    }))
    await desk.testApp.table('webhook_deliveries').insertMany(backlog)

    await desk.works()

    expect(await read(webhook.id)).toMatchObject({ isActive: false, offReason: 'backlog' })
    expect(await logOf(webhook.id, { state: 'waiting' })).toEqual([])
    expect(desk.told()).toEqual([])
  })
})

describe('E2 the log', () => {
  it('the log has pages and filters, shows what was sent, and sends again under the same id', async () => {
    const { webhook } = await desk.webhook()
    const { admin } = desk.fixture.company
    desk.behave({ status: 410, body: 'mudou de lugar' })
    await desk.fixture.pending('sales')
    await desk.works()
    desk.behave({ status: 200, body: '{"ok":true}' })
    await admin.does(calls.updateWebhook, {
      ...of(webhook.id),
      body: { name: 'Estoque', url: 'http://erp.example/novo', events: ['message.received'] },
    })
    for (let at = 0; at < webhookLimits.logPage; at++) await desk.fixture.pending('sales')
    await desk.waits(30)
    await desk.works()
    const [first] = desk.told()
    const page = await admin.does(calls.listWebhookDeliveries, of(webhook.id))
    const before = page.deliveries.at(-1)?.id
    const rest = await logOf(webhook.id, { before })
    expect([page.deliveries.length, page.hasMore, rest.length]).toEqual([30, true, 1])
    expect(await logOf(webhook.id, { state: 'failed' })).toEqual([])

    const params = { webhookId: webhook.id, deliveryId: rest[0]?.id as never } // it exists
    const whole = await admin.does(calls.getWebhookDelivery, { params })
    const again = await admin.does(calls.resendWebhookDelivery, { params })
    const twice = await admin.call(calls.resendWebhookDelivery, { params })
    desk.told()
    await desk.works()

    expect(whole).toMatchObject({ answer: '{"ok":true}', attempts: 2, status: 200 })
    expect(JSON.parse(whole.request ?? '')).toEqual(first?.body)
    expect(again).toMatchObject({ state: 'waiting', attempts: 0 })
    expect([twice.status, twice.error]).toEqual([409, 'ERR_DELIVERY_STATE'])
    const resent = desk.told()
    expect(resent.map(({ url, body }) => [url, body.id])).toEqual([['/novo', first?.body.id]])
  })

  it('a test runs at once, also when switched off, is logged and counts as no failure', async () => {
    const { webhook } = await desk.webhook({ isActive: false })
    desk.behave({ status: 500, body: 'não' })

    const tried = await desk.fixture.company.admin.does(calls.testWebhook, of(webhook.id))

    expect(tried).toMatchObject({
      event: 'test',
      state: 'failed',
      status: 500,
      failure: 'refused',
      attempts: 1,
    })
    expect(desk.told().map(({ body }) => Object.keys(body))).toEqual([['id', 'event', 'at', 'companyId']])
    const { failures } = await desk.testApp.table('webhooks').get({ id: webhook.id }, ['failures'])
    expect(failures).toBe(0)
    expect(await logOf(webhook.id)).toEqual([tried])
  })

  it('deliveries are deleted after fifteen days', async () => {
    const { webhook } = await desk.webhook()
    await desk.fixture.pending('sales')
    await ageRows(desk.testApp.table('webhook_deliveries'), {}, 'created_at', 16 * 86_400)
    await desk.fixture.pending('sales')

    await purgeProcessedQueueRows(desk.testApp.app.workplace)

    expect(await logOf(webhook.id)).toHaveLength(1)
  })
})

describe('E2 managing webhooks', () => {
  const form = {
    name: 'Estoque',
    url: 'http://erp.example/a?token=canario',
    events: ['ticket.closed'] as WebhookEvent[],
  }

  it('C2 a secret is returned only when created or renewed, and is stored encrypted', async () => {
    const { admin } = desk.fixture.company
    const { webhook, secret } = await desk.webhook(form)
    const renewed = await admin.does(calls.renewWebhookSecret, of(webhook.id))
    await desk.fixture.pending('sales')
    const everything = JSON.stringify([
      await desk.testApp.table('webhooks').find(),
      await desk.testApp.table('webhook_deliveries').find(),
      await desk.testApp.table('audit_entries').find(),
      await desk.testApp.table('live_events').find({}, ['payload']),
      await admin.does(calls.listWebhooks),
      await admin.received(),
      desk.testApp.log,
    ])

    expect(secret).toMatch(/^whsec_[\w-]{43}$/)
    expect(renewed.secret).not.toBe(secret)
    for (const one of [secret, renewed.secret]) expect(everything).not.toContain(one)
    const trail = await desk.testApp
      .table('audit_entries')
      .find({ act: like('webhook.%'), subject_id: webhook.id }, ['act', 'detail'])
    expect(trail).toEqual([
      { act: 'webhook.created', detail: { host: 'erp.example' } },
      { act: 'webhook.secretChanged', detail: {} },
    ])
    desk.told()
    await closes(await desk.fixture.open(desk.fixture.ana))
    await desk.works()
    const call = desk.told().at(-1)
    const [, seconds, mac] = /^t=(\d+),v1=(.+)$/.exec(call?.headers['x-balcao-signature'] ?? '') ?? []
    expect(mac).toBe(createHmac('sha256', renewed.secret).update(`${seconds}.${call?.text}`).digest('hex'))
  })

  it('PERM-16 only admins manage webhooks and read their log, in their own company', async () => {
    const { webhook } = await desk.webhook()
    await desk.fixture.pending('sales')
    const [line] = await logOf(webhook.id)
    const params = { webhookId: webhook.id, deliveryId: line?.id as never } // it exists
    const { ana, stranger } = desk.fixture

    for (const call of [
      ana.call(calls.listWebhooks),
      ana.call(calls.createWebhook, { body: form }),
      ana.call(calls.updateWebhook, { ...of(webhook.id), body: form }),
      ana.call(calls.deleteWebhook, of(webhook.id)),
      ana.call(calls.renewWebhookSecret, of(webhook.id)),
      ana.call(calls.testWebhook, of(webhook.id)),
      ana.call(calls.listWebhookDeliveries, of(webhook.id)),
      ana.call(calls.getWebhookDelivery, { params }),
      ana.call(calls.resendWebhookDelivery, { params }),
    ])
      expect((await call).error).toBe('ERR_NO_PERMISSION')
    for (const call of [
      stranger.call(calls.updateWebhook, { ...of(webhook.id), body: form }),
      stranger.call(calls.deleteWebhook, of(webhook.id)),
      stranger.call(calls.renewWebhookSecret, of(webhook.id)),
      stranger.call(calls.testWebhook, of(webhook.id)),
      stranger.call(calls.listWebhookDeliveries, of(webhook.id)),
    ])
      expect((await call).error).toBe('ERR_NO_WEBHOOK_FOUND')
    for (const call of [
      stranger.call(calls.getWebhookDelivery, { params }),
      stranger.call(calls.resendWebhookDelivery, { params }),
    ])
      expect((await call).error).toBe('ERR_NO_DELIVERY_FOUND')
    expect((await stranger.does(calls.listWebhooks)).webhooks).toEqual([])
    expect(await ana.received()).not.toContainEqual(
      expect.objectContaining({ channel: `company-${desk.fixture.company.id}-webhook` }),
    )
    expect(desk.told()).toEqual([])
  })

  it.each([
    ['no name', { name: '' }, 400, 'Required'],
    ['no address', { url: ' ' }, 400, 'Required'],
    ['no web address', { url: 'ftp://erp.example/' }, 400, 'Invalid URL'],
    ['E1 credentials in the address', { url: 'https://a:b@erp.example/' }, 400, 'Invalid URL'],
    ['E1 this machine', { url: 'http://localhost:5432/' }, 400, 'ERR_PRIVATE_ADDRESS'],
    ['E1 this machine by a number', { url: 'http://2130706433/' }, 400, 'ERR_PRIVATE_ADDRESS'],
    ['E1 a private network', { url: 'https://192.168.0.10/erp' }, 400, 'ERR_PRIVATE_ADDRESS'],
    ['E1 what a cloud tells its machines', { url: 'http://169.254.169.254/' }, 400, 'ERR_PRIVATE_ADDRESS'],
    ['E1 a name of a private network', { url: 'http://erp.internal/' }, 400, 'ERR_PRIVATE_ADDRESS'],
    ['no event', { events: [] }, 400, 'Required'],
  ] as const)('%s is refused', async (_, change, status, error) => {
    const answer = await desk.fixture.company.admin.call(calls.createWebhook, {
      body: { ...form, ...change } as typeof form,
    })

    expect([answer.status, answer.error]).toEqual([status, error])
  })

  it('E1 an update to a private address is refused', async () => {
    const { webhook } = await desk.webhook()
    const { admin } = desk.fixture.company

    const answer = await admin.call(calls.updateWebhook, {
      ...of(webhook.id),
      body: { ...form, url: 'http://[::1]/' },
    })

    expect([answer.status, answer.error]).toEqual([400, 'ERR_PRIVATE_ADDRESS'])
    expect((await read(webhook.id))?.url).toBe(webhook.url)
  })

  it('A6 support on a visit sees only the hosts of addresses; admins see all of it', async () => {
    const url = 'https://erp.example/hooks/T0K3N?chave=s3gredo#aqui'
    await desk.webhook({ url })
    await desk.webhook({ url: 'https://erp.example/' })
    const { admin } = desk.fixture.company
    const seen = async () => (await admin.does(calls.listWebhooks)).webhooks.map((webhook) => webhook.url)
    expect(await seen()).toEqual([url, 'https://erp.example/'])

    await desk.testApp.table('users').update({ id: admin.id }, { is_support: true })
    const onVisit = await seen()
    await desk.testApp.table('users').update({ id: admin.id }, { is_support: false })

    expect(onVisit).toEqual(['https://erp.example/…', 'https://erp.example/'])
  })

  it('the log of failed deliveries uses its own index, however many were delivered', async () => {
    const { webhook } = await desk.webhook()
    const delivered = { ...waitingFor(webhook.id), event: 'test', state: 'delivered' }
    const failed = { ...delivered, state: 'failed' }
    const thousand = [failed, ...Array(999).fill(delivered)]
    await desk.testApp.table('webhook_deliveries').insertMany(Array(5).fill(thousand).flat())

    expect(await logOf(webhook.id, { state: 'failed' })).toHaveLength(5)
    expect(await planOfFailedDeliveries(desk, webhook.id)).toContain('webhook_deliveries_failed')
  })

  it('a company has at most twenty webhooks; deleting one deletes its waiting deliveries', async () => {
    const { webhook } = await desk.webhook()
    await desk.fixture.pending('sales')
    for (let at = 1; at < webhookLimits.count; at++) await desk.webhook()

    const refused = await desk.fixture.company.admin.call(calls.createWebhook, { body: form })
    await desk.fixture.company.admin.does(calls.deleteWebhook, of(webhook.id))
    await desk.works()

    expect(refused.body).toEqual(errorBody('ERR_TOO_MANY_WEBHOOKS', { limit: 20 }))
    expect(await desk.testApp.table('webhook_deliveries').count({ webhook_id: webhook.id })).toBe(0)
    await desk.webhook()
  })
})
