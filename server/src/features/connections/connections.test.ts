import * as contract from '@balcao/contract/connections'
import { liveChannel } from '@balcao/contract/live'
import { createWebhook } from '@balcao/contract/webhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../testing/test-app'
import { aCampaignDesk } from '../campaigns/testing/campaign-desk'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const add = (admin: Person, body: { name: string } & Record<string, unknown>) =>
  admin.call(contract.createConnection, { body })

async function defaults(admin: Person): Promise<string[]> {
  const list = await admin.does(contract.listConnections)
  return list.filter(({ isDefault }) => isDefault).map(({ name }) => name)
}

describe('creating', () => {
  test('CONN-21 a new connection is OPENING and waits for its session', async () => {
    const { admin } = await testApp.company()

    const { status, body } = await add(admin, { name: 'Loja' })

    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'Loja', status: 'OPENING', provider: 'beta', retries: 0, queues: [] })
  })

  test('CONN-17 the first connection becomes the default, a later one only on request', async () => {
    const { admin } = await testApp.company()

    await add(admin, { name: 'Loja', isDefault: false })
    await add(admin, { name: 'Oficina' })
    expect(await defaults(admin)).toEqual(['Loja'])

    await add(admin, { name: 'Matriz', isDefault: true })
    expect(await defaults(admin)).toEqual(['Matriz'])
  })

  test('PLAN-09 I4 concurrent creations stay within the limit of the plan', async () => {
    const { admin } = await testApp.company({ plan: { connections: 2 } })

    const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => add(admin, { name: `Loja ${n}` })))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(answers.filter(({ error }) => error === 'ERR_PLAN_LIMIT')).toHaveLength(3)
    expect(await defaults(admin)).toHaveLength(1)
  })

  test('CONN-18 more than one queue requires a greeting', async () => {
    const company = await testApp.company()
    const queueIds = [await company.queue('Vendas'), await company.queue('Suporte')]

    const without = await add(company.admin, { name: 'Loja', queueIds, greetingMessage: ' ' })
    const withGreeting = await add(company.admin, { name: 'Loja', queueIds, greetingMessage: 'Olá!' })

    expect(without.error).toBe('ERR_WAPP_GREETING_REQUIRED')
    expect(withGreeting.body).toMatchObject({ queues: [{ name: 'Vendas' }, { name: 'Suporte' }] })
  })

  test.each([
    ['CONN-16 a name that is taken', { name: 'LOJA' }, 'ERR_WAPP_NAME_ALREADY_EXISTS'],
    ['CONN-16 a name of one character', { name: 'L' }, 'Too Short!'],
    ['a queue that the company does not have', { name: 'Outra', queueIds: [999_999] }, 'ERR_QUEUE_NOT_FOUND'],
  ])('%s is refused', async (_, body, error) => {
    const { admin } = await testApp.company()
    await add(admin, { name: 'Loja' })

    const answer = await add(admin, body)

    expect(answer.error).toContain(error)
    expect(await admin.does(contract.listConnections)).toHaveLength(1)
  })
})

describe('changing', () => {
  test('CONN-22 omitted fields are unchanged', async () => {
    const company = await testApp.company()
    const queueIds = [await company.queue('Vendas')]
    const { body } = await add(company.admin, { name: 'Loja', queueIds, greetingMessage: 'Olá!' })
    const params = { connectionId: body.id }

    const changed = await company.admin.does(contract.updateConnection, {
      params,
      body: { ratingMessage: 'Nota?' },
    })

    expect(changed).toMatchObject({ name: 'Loja', greetingMessage: 'Olá!', ratingMessage: 'Nota?' })
    expect(changed.queues.map(({ id }) => id)).toEqual(queueIds)
  })

  test('CONN-17 a new default clears the old one; the default cannot be unset', async () => {
    const { admin } = await testApp.company()
    const first = await add(admin, { name: 'Loja' })
    const second = await add(admin, { name: 'Oficina' })

    await admin.does(contract.updateConnection, {
      params: { connectionId: second.body.id },
      body: { isDefault: true },
    })
    const unset = await admin.call(contract.updateConnection, {
      params: { connectionId: second.body.id },
      body: { isDefault: false },
    })
    const idle = await admin.call(contract.updateConnection, {
      params: { connectionId: first.body.id },
      body: { isDefault: false },
    })

    expect(await defaults(admin)).toEqual(['Oficina'])
    expect(unset.error).toBe('ERR_NO_OTHER_WHATSAPP')
    expect(idle.status).toBe(200)
  })
})

describe('deleting', () => {
  test('CONN-17 deleting the default makes the oldest connection the default', async () => {
    const { admin } = await testApp.company()
    const { body } = await add(admin, { name: 'Loja' })
    await add(admin, { name: 'Oficina' })
    await add(admin, { name: 'Matriz' })

    await admin.does(contract.deleteConnection, { params: { connectionId: body.id } })

    expect(await defaults(admin)).toEqual(['Oficina'])
  })

  test('CONN-23 live tickets move to the default connection, and closed tickets keep their history', async () => {
    const company = await testApp.company()
    const main = await company.connection('Matriz')
    const leaving = await company.connection('Loja')
    const ticketId = await company.hears({ over: leaving, from: '5511911110001', text: 'Oi' })

    await company.admin.does(contract.deleteConnection, { params: { connectionId: leaving } })

    const rows = await testApp.table('tickets').find({ id: ticketId }, ['connection_id', 'status'])
    expect(rows).toEqual([{ connection_id: main, status: 'pending' }])
  })

  test('CONN-23 the usage counts the campaigns that stop and the webhooks that are deleted', async () => {
    const desk = await aCampaignDesk(testApp)
    const leaving = await desk.connected('Filial')
    const tomorrow = new Date(testApp.now().getTime() + 86_400_000).toISOString()
    await desk.running({ over: leaving })
    await desk.campaign({ over: leaving, scheduledAt: tomorrow })
    await desk.campaign({ over: leaving })
    await desk.running({ over: desk.shop })
    const webhook = { name: 'Estoque', url: 'http://erp.example/', events: ['message.received' as const] }
    await desk.admin.does(createWebhook, { body: { ...webhook, connectionId: leaving } })
    await desk.admin.does(createWebhook, { body: webhook })

    const usage = await desk.admin.does(contract.getConnectionUsage, { params: { connectionId: leaving } })

    expect(usage).toMatchObject({ campaigns: 2, webhooks: 1, schedules: 0 })
  })
})

describe('desired state', () => {
  test.each([
    ['CONN-24', contract.retryConnection, 'link', 'OPENING', 'Starting session.'],
    ['CONN-25', contract.requestNewQr, 'new-qr', 'OPENING', 'Starting session.'],
    ['CONN-26', contract.logOutConnection, 'log-out', 'DISCONNECTED', 'Session disconnected.'],
  ] as const)(
    '%s is stored for the process that owns the number',
    async (_, call, desiredState, status, message) => {
      const company = await testApp.company()
      const connectionId = await company.connection('Loja')
      await testApp
        .table('connections')
        .update({}, { status: 'DISCONNECTED', cause: 'qr-not-scanned', step: 'letters', retries: 3 })

      const answer = await company.admin.does(call, { params: { connectionId } })

      expect(answer).toEqual({ message })
      const row = await testApp.table('connections').get({ id: connectionId })
      expect(row).toMatchObject({
        desired_state: desiredState,
        status,
        desired_version: 2,
        cause: null,
        step: null,
        retries: desiredState === 'new-qr' ? 0 : 3,
      })
    },
  )

  test.each(['OPENING', 'qrcode', 'PAIRING', 'CONNECTED', 'TIMEOUT'])(
    'a connection with status %s stops at once without logging out',
    async (status) => {
      const company = await testApp.company()
      const connectionId = await company.connection('Loja')
      await testApp
        .table('connections')
        .update({}, { status, cause: 'network', step: 'scan', retries: 3, number: '555130254410' })
      await company.admin.received()

      const answer = await company.admin.does(contract.stopConnection, { params: { connectionId } })

      expect(answer).toEqual({ message: 'Session stopped.' })
      const stopped = {
        status: 'DISCONNECTED',
        cause: 'stopped',
        step: null,
        retries: 0,
        nextAttemptAt: null,
        number: '555130254410',
        since: testApp.now().toISOString(),
      }
      expect(await company.admin.does(contract.getConnection, { params: { connectionId } })).toMatchObject(
        stopped,
      )
      expect((await company.admin.received()).map(({ payload }) => payload)).toMatchObject([
        { session: stopped },
      ])
    },
  )

  test('stopping a connection that is stopped or logging out changes nothing', async () => {
    const company = await testApp.company()
    const over = await company.connection('Loja')
    const leaving = await company.connection('Oficina')
    await testApp.table('connections').update({ id: over }, { status: 'DISCONNECTED', cause: 'banned' })
    await company.admin.does(contract.logOutConnection, { params: { connectionId: leaving } })
    const rows = () => testApp.table('connections').find({ company_id: company.id })
    const before = await rows()

    for (const connectionId of [over, leaving]) {
      await company.admin.does(contract.stopConnection, { params: { connectionId } })
    }

    expect(await rows()).toEqual(before)
  })

  test('CONN-29 a pairing code without a live session is refused with ERR_WAPP_NOT_INITIALIZED', async () => {
    const company = await testApp.company()
    const connectionId = await company.connection('Loja')

    const ask = (number: string) =>
      company.admin.call(contract.createPairingCode, { params: { connectionId }, body: { number } })

    expect((await ask('5511999990000')).error).toBe('ERR_WAPP_NOT_INITIALIZED')
    expect((await ask('1 202 555 0123')).error).toBe('ERR_VALIDATION') // no country code, and no Brazilian number
  })
})

describe('permissions and visibility', () => {
  async function fixture() {
    const company = await testApp.company()
    return { company, connectionId: await company.connection('Loja'), ana: await company.person('Ana') }
  }

  test('PERM-04 PERM-05 PERM-06 only admins create, use, edit and delete connections', async () => {
    const { company, ana, connectionId } = await fixture()
    const params = { connectionId }

    const answers = [
      await ana.call(contract.createConnection, { body: { name: 'Minha' } }),
      await ana.call(contract.updateConnection, { params, body: { name: 'Minha' } }),
      await ana.call(contract.deleteConnection, { params }),
      await ana.call(contract.retryConnection, { params }),
      await ana.call(contract.requestNewQr, { params }),
      await ana.call(contract.stopConnection, { params }),
      await ana.call(contract.logOutConnection, { params }),
      await ana.call(contract.createPairingCode, { params, body: { number: '5511999990000' } }),
    ]

    expect(answers.map(({ status, error }) => [status, error])).toEqual(
      answers.map(() => [403, 'ERR_NO_PERMISSION']),
    )
    expect(await company.admin.does(contract.listConnections)).toHaveLength(1)
  })

  test('CONN-20 T2 no call finds a connection of another company', async () => {
    const { connectionId } = await fixture()
    const stranger = (await testApp.company()).admin
    const params = { connectionId }

    const answers = [
      await stranger.call(contract.getConnection, { params }),
      await stranger.call(contract.updateConnection, { params, body: { name: 'Minha' } }),
      await stranger.call(contract.deleteConnection, { params }),
      await stranger.call(contract.retryConnection, { params }),
      await stranger.call(contract.stopConnection, { params }),
      await stranger.call(contract.createPairingCode, { params, body: { number: '5511999990000' } }),
    ]

    expect(answers.map(({ status, error }) => [status, error])).toEqual(
      answers.map(() => [404, 'ERR_NO_WAPP_FOUND']),
    )
    expect(await stranger.does(contract.listConnections)).toEqual([])
  })

  test('RT-03 WIRE-trap-14 only users of the company get its connection events; a new one is an update', async () => {
    const { company, ana } = await fixture()
    const stranger = (await testApp.company()).admin
    for (const person of [company.admin, ana, stranger]) await person.received()

    const { body } = await add(company.admin, { name: 'Oficina' })
    await company.admin.does(contract.deleteConnection, { params: { connectionId: body.id } })

    const expected = [
      { action: 'update', whatsapp: expect.objectContaining({ id: body.id, name: 'Oficina' }) },
      { action: 'delete', whatsappId: body.id },
    ].map((payload) => ({ channel: liveChannel.connection(company.id), payload }))
    expect(await company.admin.received()).toEqual(expected)
    expect(await ana.received()).toEqual(expected)
    expect(await stranger.received()).toEqual([])
  })
})
