import { defaultOpeningHours } from '@balcao/domain/opening-hours'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { like } from '../../platform/testing/table-rows'
import { errorBody } from '../../testing/error-body'
import { openTestServer, type TestServer } from '../auth/testing/test-server'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const queueOf = async (ticketId: number) =>
  (await server.table('tickets').get({ id: ticketId }, ['queue_id'])).queue_id

const form = { name: 'Vendas', color: '#8ec6c5' }

test('QUEUE-01, QUEUE-03, QUEUE-16 a new queue has the default hours, and an event is sent', async () => {
  const { id, admin, person } = await server.company()
  const ana = await person('Ana')
  const stranger = await server.company()

  const { status, body } = await admin.call('POST', '/queue', form)

  expect(status).toBe(200)
  expect(body).toEqual({
    id: expect.any(Number),
    name: 'Vendas',
    color: '#8ec6c5',
    orderQueue: null,
    greetingMessage: '',
    outOfHoursMessage: '',
    schedules: defaultOpeningHours,
    promptId: null,
    integrationId: null,
    createdAt: server.now().toISOString(),
    updatedAt: server.now().toISOString(),
  })
  expect(await ana.received()).toContainEqual({
    channel: `company-${id}-queue`,
    payload: { action: 'create', queue: body },
  })
  expect(await stranger.admin.received()).toEqual([])
})

test('QUEUE-14, QUEUE-15, GEN-06 all users get the queues as a plain list in order', async () => {
  const { admin, person } = await server.company()
  const ana = await person('Ana')
  await admin.call('POST', '/queue', { name: 'Sem ordem', color: '#111111', orderQueue: '' })
  await admin.call('POST', '/queue', { name: 'Segunda', color: '#222222', orderQueue: '2' })
  await admin.call('POST', '/queue', { name: 'Primeira', color: '#333333', orderQueue: 1 })

  const list = await ana.call('GET', '/queue')
  const withSlash = await ana.call('GET', '/queue/')
  const one = await ana.call('GET', `/queue/${list.body[0].id}`)

  expect(list.body.map(({ name }: { name: string }) => name)).toEqual(['Primeira', 'Segunda', 'Sem ordem'])
  expect(withSlash.body).toEqual(list.body)
  expect(one.body).toEqual(list.body[0])
})

test('QUEUE-11 a colour is unique in a company regardless of case; other companies may use it', async () => {
  const { admin } = await server.company()
  const other = await server.company()
  await admin.call('POST', '/queue', form)

  const sameColour = await admin.call('POST', '/queue', { name: 'Suporte', color: '#8EC6C5' })
  const sameName = await admin.call('POST', '/queue', { name: 'vendas', color: '#123456' })
  const elsewhere = await other.admin.call('POST', '/queue', form)

  expect([sameColour.status, sameColour.body.error]).toEqual([400, 'ERR_QUEUE_COLOR_ALREADY_EXISTS'])
  expect([sameName.status, sameName.body.error]).toEqual([400, 'ERR_QUEUE_NAME_ALREADY_EXISTS'])
  expect(elsewhere.status).toBe(200)
})

test("QUEUE-09, QUEUE-10, ERR-37 name and colour are required, with the form's texts", async () => {
  const { admin } = await server.company()
  const refused = async (body: object) => (await admin.call('POST', '/queue', body)).body.error

  expect(await refused({ color: '#123456' })).toBe('Required')
  expect(await refused({ name: 'V', color: '#123456' })).toBe('Too Short!')
  expect(await refused({ name: 'V'.repeat(51), color: '#123456' })).toBe('Too Long!')
  expect(await refused({ name: 'Vendas' })).toBe('Required')
  expect(await refused({ name: 'Vendas', color: '#1' })).toBe('Too Short!')
  expect(await refused({ name: 'Vendas', color: '#1234567890' })).toBe('Too Long!')
  // No browser knows this colour.
  expect(await refused({ name: 'Vendas', color: 'verde' })).toBe('Invalid colour')
})

test('QUEUE-10 a colour of 3 to 9 characters that browsers know is accepted as sent', async () => {
  const { admin } = await server.company()
  const colours = ['red', '#abc', '#abcd', '#a1b2c3', '#a1b2c3d4', 'Chocolate']

  const saved = await Promise.all(
    colours.map((color, at) => admin.call('POST', '/queue', { name: `Fila ${at}`, color })),
  )

  expect(saved.map(({ status, body }) => [status, body.color])).toEqual(colours.map((color) => [200, color]))
})

test('QUEUE-17 a change updates the named fields and keeps the rest', async () => {
  const { id, admin, person } = await server.company()
  const ana = await person('Ana')
  const { body: queue } = await admin.call('POST', '/queue', {
    ...form,
    greetingMessage: 'Olá!',
    orderQueue: 3,
  })
  const closed = defaultOpeningHours.map((day) => ({ ...day, startTime: '00:00', endTime: '00:00' }))

  const changed = await admin.call('PUT', `/queue/${queue.id}`, { name: 'Loja', schedules: closed })
  const sameAgain = await admin.call('PUT', `/queue/${queue.id}`, form)
  const outOfOrder = await admin.call('PUT', `/queue/${queue.id}`, { orderQueue: null })

  expect(changed.body).toEqual({ ...queue, name: 'Loja', schedules: closed })
  expect(sameAgain.body).toMatchObject({ name: 'Vendas', greetingMessage: 'Olá!', orderQueue: 3 })
  expect(outOfOrder.body.orderQueue).toBeNull()
  expect(await ana.received()).toContainEqual({
    channel: `company-${id}-queue`,
    payload: { action: 'update', queue: changed.body },
  })
})

test('QUEUE-02, COMPANY-11 hours are stored by interval; a Portuguese day name alone is enough', async () => {
  const { admin } = await server.company()
  const monday = { weekday: 'Segunda-feira', weekdayEn: 'monday' }
  const schedules = [
    { ...monday, startTime: '08:00', endTime: '12:00' },
    { ...monday, startTime: '13:30', endTime: '18:00' },
    { weekday: 'Terça-feira', startTime: '22:00', endTime: '02:00' },
  ]
  const refused = async (interval: object) =>
    (await admin.call('POST', '/queue', { name: 'Outra', color: '#654321', schedules: [interval] })).status

  const { body } = await admin.call('POST', '/queue', { ...form, schedules })

  expect(body.schedules).toEqual([...schedules.slice(0, 2), { ...schedules[2], weekdayEn: 'tuesday' }])
  expect(await refused({ ...monday, startTime: '24:00', endTime: '18:00' })).toBe(400)
  expect(await refused({ ...monday, startTime: '8:00', endTime: '18:00' })).toBe(400)
  expect(await refused({ weekday: 'Feriado', startTime: '08:00', endTime: '18:00' })).toBe(400)
})

test("PLAN-09, I4 the plan's limit of queues applies, also to five concurrent calls", async () => {
  const { admin } = await server.company({ plan: { queues: 2 } })

  const answers = await Promise.all(
    [1, 2, 3, 4, 5].map((n) => admin.call('POST', '/queue', { name: `Fila ${n}`, color: `#11111${n}` })),
  )

  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused).toHaveLength(3)
  for (const { status, body } of refused) {
    expect([status, body]).toEqual([400, errorBody('ERR_PLAN_LIMIT', { what: 'queues', limit: 2 })])
  }
  expect((await admin.call('GET', '/queue')).body).toHaveLength(2)
})

test('QUEUE-11 of five concurrent queues with one colour, one is created', async () => {
  const { admin } = await server.company()

  const answers = await Promise.all(
    [1, 2, 3, 4, 5].map((n) => admin.call('POST', '/queue', { name: `Fila ${n}`, color: '#abcdef' })),
  )

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
})

test('QUEUE-18 deleting a queue moves its tickets and removes it from its users at once', async () => {
  const { id, admin, queue, person, openTicket } = await server.company()
  const [vendas, suporte] = [await queue('Vendas'), await queue('Suporte')]
  const ana = await person('Ana', { queueIds: [vendas, suporte] })
  const ticketId = await openTicket(ana, vendas)

  const { status } = await admin.call('DELETE', `/queue/${vendas}?moveTo=${suporte}`)

  expect(status).toBe(200)
  expect(await queueOf(ticketId)).toBe(suporte)
  expect(await ana.received()).toContainEqual({
    channel: `company-${id}-queue`,
    payload: { action: 'delete', queueId: vendas },
  })
  expect(await ana.received()).toContainEqual({
    channel: `company-${id}-user`,
    payload: {
      action: 'update',
      user: expect.objectContaining({ id: ana.id, queues: [expect.objectContaining({ id: suporte })] }),
    },
  })
  expect((await ana.actor())?.queueIds).toEqual([suporte])
})

test("QUEUE-18 without a target its tickets wait; itself or another company's queue is refused", async () => {
  const { admin, queue, person, openTicket } = await server.company()
  const vendas = await queue('Vendas')
  const ticketId = await openTicket(await person('Ana', { queueIds: [vendas] }), vendas)
  const stranger = await server.company()
  const foreign = await stranger.queue('Vendas')

  const toItself = await admin.call('DELETE', `/queue/${vendas}?moveTo=${vendas}`)
  const toForeign = await admin.call('DELETE', `/queue/${vendas}?moveTo=${foreign}`)
  const toNone = await admin.call('DELETE', `/queue/${vendas}`)

  expect([toItself.status, toForeign.status, toNone.status]).toEqual([404, 404, 200])
  expect(await queueOf(ticketId)).toBeNull()
})

test('QUEUE-16 only admins create, change and delete queues', async () => {
  const { queue, person } = await server.company()
  const vendas = await queue('Vendas')

  for (const profile of ['user', 'supervisor'] as const) {
    const { call } = await person('Ana', { profile })
    const answers = [
      await call('POST', '/queue', { name: 'Minha', color: '#010101' }),
      await call('PUT', `/queue/${vendas}`, { name: 'Minha' }),
      await call('DELETE', `/queue/${vendas}`),
    ]
    for (const { status, body } of answers) expect([status, body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
  }
})

test("GEN-17, T2 a missing id, an impossible id and another company's queue are not found", async () => {
  const mine = await server.company()
  const theirs = await server.company()
  const foreign = await theirs.queue('Vendas')
  const stored = () => server.table('queues').get({ id: foreign })
  const before = await stored()

  const answers = []
  for (const id of [foreign, 999_999, 'abc', '1e9', '-1', '99999999999999999999']) {
    answers.push(await mine.admin.call('GET', `/queue/${id}`))
    answers.push(await mine.admin.call('PUT', `/queue/${id}`, { name: 'Tomada' }))
    answers.push(await mine.admin.call('DELETE', `/queue/${id}`))
  }

  for (const { status, body } of answers)
    expect([status, body]).toEqual([404, errorBody('ERR_QUEUE_NOT_FOUND')])
  expect(await stored()).toEqual(before)
})

test('GEN-16, GEN-17, I1 companyId and other unknown keys have no effect', async () => {
  const mine = await server.company()
  const theirs = await server.company()

  const { body } = await mine.admin.call('POST', '/queue', {
    ...form,
    companyId: theirs.id,
    id: 7,
    isDefault: true,
  })

  expect(body.id).not.toBe(7)
  expect(await server.table('queues').get({ id: body.id }, ['company_id'])).toEqual({ company_id: mine.id })
})

test('I2 an attack in any field of a queue causes at most a refusal', async () => {
  const { admin } = await server.company()
  const odd = [null, 1, {}, [], '\u0000', 'x'.repeat(70_000), { __proto__: 1 }, [[]], true]

  for (const field of ['name', 'color', 'greetingMessage', 'outOfHoursMessage', 'orderQueue', 'schedules']) {
    for (const value of odd) {
      const { status } = await admin.call('POST', '/queue', { ...form, [field]: value })
      expect([200, 400], `${field} ${JSON.stringify(value)?.slice(0, 20)}`).toContain(status)
    }
  }
})

test('O4 changed hours of a queue are in the audit trail, other changes are not', async () => {
  const { id, admin } = await server.company()
  const { body } = await admin.call('POST', '/queue', form)
  await admin.call('PUT', `/queue/${body.id}`, { name: 'Vendas e trocas' })
  await admin.call('PUT', `/queue/${body.id}`, { schedules: defaultOpeningHours })

  const schedules = defaultOpeningHours.map((day) => ({ ...day, endTime: '20:00' }))
  await admin.call('PUT', `/queue/${body.id}`, { schedules })

  const trail = await server
    .table('audit_entries')
    .find({ company_id: id, act: like('queue.%') }, ['act', 'subject_id', 'subject_name'])
  expect(trail).toEqual([{ act: 'queue.hoursChanged', subject_id: body.id, subject_name: 'Vendas e trocas' }])
})
