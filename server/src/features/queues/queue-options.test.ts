import {
  createQueueOption,
  deleteQueueOption,
  listQueueOptions,
  type QueueOptionView,
  updateQueueOption,
} from '@balcao/contract/queue-options'
import { createQueue, deleteQueue } from '@balcao/contract/queues'
import type { QueueId, QueueOptionId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { errorBody } from '../../testing/error-body'
import { openTestApp, type Person, type TestApp, type TestCompany } from '../../testing/test-app'

let testApp: TestApp
let shop: TestCompany
let stranger: TestCompany
let admin: Person
let ana: Person
let queueId: QueueId
let turn = 0
beforeAll(async () => {
  testApp = await openTestApp()
  shop = await testApp.company({ plan: { queues: 100 } })
  stranger = await testApp.company()
  ana = await shop.person('Ana')
  admin = shop.admin
})
afterAll(() => testApp.close())
beforeEach(async () => {
  const number = ++turn
  const body = { name: `Suporte ${number}`, color: `#33${String(number).padStart(4, '0')}` }
  queueId = (await admin.does(createQueue, { body })).id
})

const add = (title: string, parentId: QueueOptionId | null = null, option?: number) =>
  admin.does(createQueueOption, { body: { queueId, title, parentId, option } })
const menu = (person = admin) => person.does(listQueueOptions, { query: { queueId } })
/** Formats a menu as `1 Segunda via (1 Por e-mail), 2 Entregas`. */
const asText = (options: readonly QueueOptionView[]): string =>
  options
    .map(({ option, title, children }) => {
      const below = children.length === 0 ? '' : ` (${asText(children)})`
      return `${option} ${title}${below}`
    })
    .join(', ')
const menuText = async () => asText(await menu())
const eventsOf = async (person: Person) =>
  (await person.received()).filter(({ channel }) => channel.endsWith('-queueOptions'))

it('QUEUE-19 QUEUE-21 a new option is last by default, and viewers of the menu get an event', async () => {
  const before = (await eventsOf(ana)).length

  const first = await add('Segunda via')
  await add('Entregas')
  await add('Orçamento', null, 1)
  const below = await admin.does(createQueueOption, {
    body: {
      queueId,
      parentId: first.id,
      title: ' Por e-mail ',
      message: 'Qual é o seu e-mail?',
      option: '9',
    },
  })

  expect(below).toEqual({
    id: expect.any(Number),
    queueId,
    parentId: first.id,
    option: '1',
    title: 'Por e-mail',
    message: 'Qual é o seu e-mail?',
    children: [],
    createdAt: testApp.now().toISOString(),
    updatedAt: testApp.now().toISOString(),
  })
  expect(await menuText()).toBe('1 Orçamento, 2 Segunda via (1 Por e-mail), 3 Entregas')
  const inbound = (await eventsOf(ana)).slice(before)
  expect(inbound).toEqual(
    Array(4).fill({
      channel: `company-${shop.id}-queueOptions`,
      payload: { action: 'update', queueId },
    }),
  )
  expect(await eventsOf(stranger.admin)).toEqual([])
})

it('QUEUE-20 -1 returns the top level, an id the options below it; agents may read them', async () => {
  const { id } = await add('Segunda via')
  await add('Por e-mail', id)
  await add('Por telefone', id)
  const ask = (parentId: number | string) => ana.does(listQueueOptions, { query: { queueId, parentId } })

  expect(asText(await ask(-1))).toBe('1 Segunda via (1 Por e-mail, 2 Por telefone)')
  expect(await ask('-1')).toEqual(await ask(''))
  expect(asText(await ask(id))).toBe('1 Por e-mail, 2 Por telefone')
  const missing = { query: { queueId, parentId: 2_000_000_000 } }
  expect((await ana.call(listQueueOptions, missing)).error).toBe('ERR_NO_QUEUE_OPTION_FOUND')
})

it('QUEUE-22 a change updates the named fields and ignores extra fields of old clients', async () => {
  const option = await add('Segunda via')
  const params = { optionId: option.id }
  testApp.pass(60)

  const renamed = await admin.does(updateQueueOption, {
    params,
    body: { ...option, title: 'Boleto', queueId: 7, children: [] } as never, // as an old client sends it
  })
  const answered = await admin.does(updateQueueOption, { params, body: { message: 'Um momento.' } })

  expect(renamed).toEqual({ ...option, title: 'Boleto', updatedAt: testApp.now().toISOString() })
  expect(answered).toEqual({ ...renamed, message: 'Um momento.' })
})

it('QUEUE-22 an option moves up, down, below another and to the top, with its options', async () => {
  const [one, two, three] = [await add('Um'), await add('Dois'), await add('Três')]
  await add('Dentro', two.id)
  const move = (optionId: QueueOptionId, body: object) =>
    admin.does(updateQueueOption, { params: { optionId }, body })

  await move(three.id, { option: 1 })
  expect(await menuText()).toBe('1 Três, 2 Um, 3 Dois (1 Dentro)')
  await move(two.id, { parentId: one.id })
  expect(await menuText()).toBe('1 Três, 2 Um (1 Dois (1 Dentro))')
  const out = await move(two.id, { parentId: -1, option: 2 })
  expect(await menuText()).toBe('1 Três, 2 Dois (1 Dentro), 3 Um')
  expect(out).toMatchObject({ option: '2', parentId: null, children: [{ title: 'Dentro' }] })
})

it('QUEUE-22 an option cannot move below itself or into the menu of another queue', async () => {
  const option = await add('Segunda via')
  const below = await add('Por e-mail', option.id)
  const other = await admin.does(createQueue, { body: { name: `Outra ${turn}`, color: `#44${1000 + turn}` } })
  const foreign = await admin.does(createQueueOption, { body: { queueId: other.id, title: 'De lá' } })
  const move = (parentId: number) =>
    admin.call(updateQueueOption, { params: { optionId: option.id }, body: { parentId } })

  const [intoItself, belowItself, elsewhere] = [
    await move(option.id),
    await move(below.id),
    await move(foreign.id),
  ]

  for (const refused of [intoItself, belowItself]) {
    expect([refused.status, refused.body]).toMatchObject([400, { data: { field: 'parentId' } }])
  }
  expect([elsewhere.status, elsewhere.error]).toEqual([404, 'ERR_NO_QUEUE_OPTION_FOUND'])
  expect(await menuText()).toBe('1 Segunda via (1 Por e-mail)')
})

it('QUEUE-23 deleting an option deletes its options and renumbers the siblings', async () => {
  const [one] = [await add('Um'), await add('Dois'), await add('Três')]
  await add('Dentro', (await add('Em um', one.id)).id)

  const answer = await admin.does(deleteQueueOption, { params: { optionId: one.id } })

  expect(answer).toEqual({ message: 'queue option deleted' })
  expect(await menuText()).toBe('1 Dois, 2 Três')
  const rows = await testApp.table('queue_options').find({ queue_id: queueId }, ['title'])
  expect(rows).toEqual([{ title: 'Dois' }, { title: 'Três' }])
  const again = await admin.call(deleteQueueOption, { params: { optionId: one.id } })
  expect([again.status, again.error]).toEqual([404, 'ERR_NO_QUEUE_OPTION_FOUND'])
})

it('QUEUE-18 deleting a queue deletes its menu', async () => {
  await add('Dentro', (await add('Um')).id)

  await admin.does(deleteQueue, { params: { queueId }, query: {} })

  expect(await testApp.table('queue_options').count({ queue_id: queueId })).toBe(0)
  expect((await admin.call(listQueueOptions, { query: { queueId } })).error).toBe('ERR_QUEUE_NOT_FOUND')
})

it('QUEUE-21 QUEUE-22 QUEUE-23 concurrent changes of a menu all apply and leave no gaps', async () => {
  const [one, two, three] = [await add('Um'), await add('Dois'), await add('Três')]
  const change = (optionId: QueueOptionId, body: object) =>
    admin.call(updateQueueOption, { params: { optionId }, body })

  const answers = await Promise.all([
    add('A', null, 1),
    add('B', null, 2),
    add('C', two.id),
    change(one.id, { parentId: two.id }),
    change(two.id, { parentId: one.id }),
    change(three.id, { option: 1 }),
    add('D', null, 1),
    admin.call(deleteQueueOption, { params: { optionId: three.id } }),
    admin.call(deleteQueueOption, { params: { optionId: three.id } }),
  ])

  const statuses = answers.flatMap((answer) => ('status' in answer ? [answer.status] : []))
  // One of the two mutual moves succeeds, and one of the two deletions.
  expect(statuses.filter((status) => status >= 500)).toEqual([])
  expect(statuses.filter((status) => status === 404).length).toBeLessThanOrEqual(2)
  const rows = await testApp
    .table('queue_options')
    .find<{ parent_id: number | null; option: number }>({ queue_id: queueId }, ['parent_id', 'option'])
  for (const parentId of new Set(rows.map(({ parent_id }) => parent_id))) {
    const siblings = rows.filter(({ parent_id }) => parent_id === parentId).map(({ option }) => option)
    expect(siblings.toSorted((a, b) => a - b)).toEqual(siblings.map((_, at) => at + 1))
  }
  const reached = (options: readonly QueueOptionView[]): number =>
    options.reduce((sum, { children }) => sum + 1 + reached(children), 0)
  expect(reached(await menu())).toBe(6)
})

it('QUEUE-21 a menu has a maximum number of options and levels', async () => {
  const { count, depth } = limits.queueOptions
  let deepest: QueueOptionId | null = null
  for (let level = 0; level < depth; level++) deepest = (await add(`Nível ${level}`, deepest)).id

  const deeper = await admin.call(createQueueOption, { body: { queueId, title: 'Fundo', parentId: deepest } })
  await testApp.table('queue_options').insertMany(
    Array.from({ length: count - depth }, (_, n) => ({
      ...{ company_id: shop.id, queue_id: queueId, option: n + 2, title: `Opção ${n + 2}` },
      ...{ created_at: testApp.now(), updated_at: testApp.now() },
    })),
  )
  const more = await admin.call(createQueueOption, { body: { queueId, title: 'Mais uma' } })

  expect([deeper.status, deeper.body]).toEqual([
    400,
    errorBody('ERR_TOO_MANY', { what: 'queueOptionLevels', limit: depth }),
  ])
  expect([more.status, more.body]).toEqual([
    400,
    errorBody('ERR_TOO_MANY', { what: 'queueOptions', limit: count }),
  ])
})

it("QUEUE-21 QUEUE-22 QUEUE-23 only admins change a menu; another company's is not found", async () => {
  const option = await add('Segunda via')
  const params = { optionId: option.id }
  const calls = (person: Person) => [
    person.call(createQueueOption, { body: { queueId, title: 'Minha' } }),
    person.call(updateQueueOption, { params, body: { title: 'Minha' } }),
    person.call(deleteQueueOption, { params }),
  ]
  const davi = await shop.person('Davi', { profile: 'supervisor' })

  const own = [...(await Promise.all(calls(ana))), ...(await Promise.all(calls(davi)))]
  const foreign = await Promise.all(calls(stranger.admin))

  expect(own.map(({ status }) => status)).toEqual(Array(6).fill(403))
  expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404])
  expect((await stranger.admin.call(listQueueOptions, { query: { queueId } })).status).toBe(404)
  expect(await menu()).toEqual([option])
})

it.each([
  [{ title: ' ' }, 'title'],
  [{ title: 'x'.repeat(101) }, 'title'],
  [{ message: 'x'.repeat(4097) }, 'message'],
  [{ option: 'dois' }, 'option'],
  [{ parentId: 'abc' }, 'parentId'],
])('QUEUE-19 %j is refused at the field', async (change, field) => {
  const { status, body } = await admin.call(createQueueOption, {
    body: { queueId, title: 'Segunda via', ...change },
  })

  expect([status, body]).toMatchObject([400, { data: { field } }])
})
