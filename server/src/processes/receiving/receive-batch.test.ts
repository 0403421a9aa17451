import { randomUUID } from 'node:crypto'
import { updateSetting } from '@balcao/contract/people'
import { updateTicket } from '@balcao/contract/tickets'
import type { ConnectionId, TicketId, WhatsappMessageId } from '@balcao/domain/ids'
import type { InboundMessage, InboundUpdate, PersonAddress, WhatsappGateway } from '@balcao/whatsapp/gateway'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { storeInboundEvents } from '../../features/reception/inbound-events'
import { lockNextInboundBatch, processInboundBatch } from '../../features/reception/receive-batch'
import { createSingleNode } from '../../platform/cluster/node'
import { createLog } from '../../platform/log'
import { createWakeUpSignals } from '../../platform/signals'
import { not, type RowValues } from '../../platform/testing/table-rows'
import { manualTimers } from '../../testing/manual-timers'
import { openOwnTestApp, type TestApp, type TestCompany } from '../../testing/test-app'
import { type LoggedTransaction, logTransactions } from '../../testing/transaction-log'
import { until } from '../../testing/until'
import { startInboundEventRunner } from './start-receiving'

const transactions = logTransactions()
let testApp: TestApp
let company: TestCompany
let connectionId: ConnectionId
beforeAll(async () => {
  testApp = await openOwnTestApp() // runner
})
beforeEach(async () => {
  company = await testApp.company()
  connectionId = await company.connection('Loja')
})
afterAll(async () => {
  transactions.stop()
  await testApp.close()
})

/** Inbound events here are plain JSON with times as texts. */
const gateway: Pick<WhatsappGateway, 'translate'> = {
  async translate(content) {
    const revived = (key: string, value: unknown) =>
      key === 'sentAt' || key === 'editedAt' ? new Date(String(value)) : value
    return [JSON.parse(Buffer.from(content).toString(), revived) as InboundUpdate] // written below
  },
}

const phonesOf = (count: number) =>
  Array.from({ length: count }, (_, n) => `55119000020${String(n).padStart(2, '0')}`)
const phones = phonesOf(20)
const person = (phone: string | null, lid: string | null = null) => ({ kind: 'person', phone, lid }) as const

function says(text: string, chat: PersonAddress, more: Partial<InboundMessage> = {}): InboundMessage {
  return {
    kind: 'message',
    id: randomUUID() as WhatsappMessageId,
    chat,
    fromMe: false,
    author: null,
    pushName: `Cliente ${chat.phone ?? chat.lid}`,
    sentAt: testApp.now(),
    content: { kind: 'text', text },
    quotedId: null,
    ...more,
  }
}

/**
 * Stores these events in one partition of the connection, in this order. The chat is its first address, unless given.
 */
async function putIntoOnePartition(
  inbound: readonly InboundUpdate[],
  over = connectionId,
  named?: string,
): Promise<void> {
  const chatOf = (one: InboundUpdate) =>
    'chat' in one && one.chat.kind === 'person' ? one.chat : person('', null)
  const entries = inbound.map((one) => ({
    key: randomUUID(),
    chat: named ?? String(chatOf(one).phone ?? chatOf(one).lid),
    content: Buffer.from(JSON.stringify(one)),
    needsAcknowledgement: false,
  }))
  const system = { kind: 'system', name: 'test', companyId: company.id } as const
  await testApp.app.workplace.withCompany(system, async (work) =>
    storeInboundEvents(work, testApp.dataKeys, over, entries),
  )
  await testApp.table('inbound_events').update({ company_id: company.id }, { partition: 0 })
}

/**
 * Processes all partitions together, as the sweep at a start finds them, until no event waits. Returns the acts that
 * stored messages, in the order of their commits.
 */
async function receiveAll(): Promise<LoggedTransaction[]> {
  const signals = createWakeUpSignals()
  const timers = manualTimers(testApp.now)
  const { workplace } = testApp.app
  const log = createLog({ level: 'silent' })
  transactions.taken()
  const { dataKeys } = testApp
  const receiving = startInboundEventRunner({
    workplace,
    gateway,
    signals,
    node: createSingleNode(1),
    clock: timers,
    log,
    dataKeys,
  })
  await until('the inbound queue is empty', async () => {
    timers.fire()
    const waiting = { company_id: company.id, done_at: null, dead_because: null }
    return (await testApp.table('inbound_events').count(waiting)) === 0
  })
  await receiving.stop()
  return transactions.taken().filter((act) => act.some(({ name }) => name.startsWith('messages.insert')))
}

/** The texts of the company's messages, in order: those of customers, unless the condition says otherwise. */
async function bodies(where: RowValues = { from_me: false }): Promise<string[]> {
  const messages = await testApp
    .table('messages')
    .find<{ body: string }>({ company_id: company.id, ...where }, ['body'])
  return messages.map(({ body }) => body)
}

interface TicketOfNumber {
  readonly number: string
  readonly status: string
  readonly unread: number
  readonly last_message: string
}

/** In the order of their contacts' numbers. */
async function tickets(): Promise<TicketOfNumber[]> {
  const ofCompany = { company_id: company.id }
  const columns = ['contact_id', 'status', 'unread', 'last_message']
  const stored = await testApp
    .table('tickets')
    .find<Omit<TicketOfNumber, 'number'> & { contact_id: number }>(ofCompany, columns)
  const contacts = await testApp.table('contacts').find<{ id: number; number: string }>(ofCompany)
  const numbers = new Map(contacts.map(({ id, number }) => [id, number]))
  return stored
    .map(({ contact_id, ...ticket }) => ({ number: numbers.get(contact_id) ?? '', ...ticket }))
    .sort((one, other) => one.number.localeCompare(other.number))
}

const countContacts = () => testApp.table('contacts').count({ company_id: company.id })

const timesAsked = (act: LoggedTransaction | undefined, statement: string) =>
  act?.filter(({ name }) => name === statement).length

test('MESSAGE-09 twenty messages of twenty chats are one act with one statement of each kind', async () => {
  company.admin.shows({ statuses: ['pending'], notification: true })
  for (const unread of [1, 2]) {
    await putIntoOnePartition(phones.map((phone) => says(`${phone} ${unread}`, person(phone))))

    const acts = await receiveAll()

    expect(acts).toHaveLength(1)
    for (const statement of ['contacts.lockOfAll', 'messages.insert', 'tickets.setLastMessages'])
      expect([statement, timesAsked(acts[0], statement)]).toEqual([statement, 1])
    expect(await tickets()).toEqual(
      phones.map((number) => ({ number, status: 'pending', unread, last_message: `${number} ${unread}` })),
    )
    const events = (await company.admin.received()).filter(({ channel }) => channel.endsWith('-appMessage'))
    expect(events).toHaveLength(20)
  }
  expect(await bodies()).toHaveLength(40)
})

test('RT-07 RT-08 the messages of a batch send the same events as each alone', async () => {
  const sent: string[][] = []
  for (const atOnce of [phones.length, 1]) {
    company = await testApp.company()
    connectionId = await company.connection('Loja', [await company.queue('Vendas')])
    company.admin.shows({ statuses: ['pending'], notification: true })
    for (const text of ['primeira', 'segunda']) {
      for (let at = 0; at < phones.length; at += atOnce) {
        await putIntoOnePartition(
          phones.slice(at, at + atOnce).map((phone) => says(`${text} ${phone}`, person(phone))),
        )
        await receiveAll()
      }
    }
    const emissions = await company.admin.received()
    sent.push(emissions.map((emission) => withoutKeys(JSON.stringify(emission))).sort())
  }

  const [together, alone] = sent
  expect(together).toEqual(alone)
  // each person's contact, new ticket and two messages
  expect(together?.length).toBeGreaterThanOrEqual(4 * phones.length)
})

/** Ids, and colours of queues, differ between companies; phones and texts do not. */
function withoutKeys(json: string): string {
  return json
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'uuid')
    .replace(/#[0-9a-f]{6}/g, 'colour')
    .replace(/"(\w*[iI]d)":\d+/g, '"$1":0')
    .replace(/company-\d+-/g, 'company-')
}

test('each chat keeps its order, however many of its messages are among the others', async () => {
  const [ana = '', bia = '', carla = ''] = phones
  const partition = [ana, bia, ana, ana, carla, bia, ana].map((phone, n) =>
    says(`${phone} ${n}`, person(phone)),
  )
  await putIntoOnePartition(partition)

  const acts = await receiveAll()

  expect(acts).toHaveLength(1)
  const stored = await bodies()
  for (const [phone, ns] of [[ana, [0, 2, 3, 6]], [bia, [1, 5]], [carla, [4]]] as const) // biome-ignore format: a table
    expect(stored.filter((body) => body.startsWith(phone))).toEqual(ns.map((n) => `${phone} ${n}`))
  expect((await tickets()).map(({ unread }) => unread)).toEqual([4, 2, 1])
})

test('very long texts end a batch early, and the next one continues in order', async () => {
  const texts = phones.slice(0, 12).map((phone, at) => `${at} ${'a '.repeat(30_000)}${phone}`)
  await putIntoOnePartition(texts.map((text, at) => says(text, person(phones[at] ?? ''))))

  const acts = await receiveAll()

  expect(acts).toHaveLength(3)
  expect((await bodies()).map((body) => body.split(' ')[0])).toEqual(texts.map((_, at) => `${at}`))
})

test('MESSAGE-09 a repeat, edit, ack, rating, stranger or message of ours is as if alone', async () => {
  const [ana = '', bia = '', carla = '', dora = ''] = phones
  const first = says('primeira', person(ana))
  const ours = says('nossa', person(bia), { fromMe: true })
  await putIntoOnePartition([first, ours])
  await receiveAll()
  const rated = await askedForRating(carla)

  await putIntoOnePartition([
    first,
    says('de bia', person(bia)),
    { kind: 'ack', chat: person(bia), ids: [ours.id], ack: 2, refusedWith: null },
    says('3', person(carla)),
    says('sou nova', person(dora)),
    edit(first, 'corrigida'),
    says('segunda', person(ana)),
    says('nossa também', person(dora), { fromMe: true }),
    says('de dora', person(dora)),
  ])
  await receiveAll()

  expect(await tickets()).toMatchObject([
    { number: ana, status: 'pending', unread: 2, last_message: 'segunda' },
    { number: bia, status: 'pending', unread: 1, last_message: 'de bia' },
    { number: carla, status: 'closed', unread: 0 },
    { number: dora, status: 'pending', unread: 2, last_message: 'de dora' },
  ])
  expect((await bodies()).sort()).toEqual(
    ['3', 'Oi', 'corrigida', 'de bia', 'de dora', 'segunda', 'sou nova'].sort(),
  )
  expect(await testApp.table('messages').get({ whatsapp_id: ours.id }, ['ack'])).toEqual({ ack: 2 })
  const ratings = await testApp.table('ticket_events').find({ ticket_id: rated, kind: 'rated' }, ['rating'])
  expect(ratings).toEqual([{ rating: 3 }])
})

const edit = (message: InboundMessage, text: string): InboundUpdate => ({
  kind: 'edit',
  chat: message.chat,
  id: message.id,
  fromMe: false,
  author: null,
  text,
  editedAt: testApp.now(),
})

/** A conversation that was resolved, with a rating request to its customer. */
async function askedForRating(phone: string): Promise<TicketId> {
  await company.admin.does(updateSetting, {
    params: { key: 'userRating' },
    body: { value: 'enabled' },
  })
  await testApp.table('connections').update({ id: connectionId }, { rating_message: 'E então?' })
  const ticketId = await company.hears({ over: connectionId, from: phone, text: 'Oi' })
  for (const status of ['open', 'closed'] as const)
    await company.admin.does(updateTicket, { params: { ticketId }, body: { status } })
  return ticketId
}

test.each([
  ['the product cannot make sense of', () => says('ruim', { ...person(null), phone: 5 } as never)],
  ['the database refuses', () => says('ruim', person(phones[7] ?? ''), { sentAt: new Date(-8.64e15) })],
])('an event that %s is dead-lettered alone, and all others are processed', async (_, bad) => {
  const good = phones.filter((_, at) => at !== 7)
  const partition: InboundUpdate[] = good.map((phone) => says(phone, person(phone)))
  await putIntoOnePartition([...partition.slice(0, 7), bad(), ...partition.slice(7)])

  await receiveAll()

  expect((await bodies()).sort()).toEqual([...good].sort())
  expect((await tickets()).map(({ unread }) => unread)).toEqual(good.map(() => 1))
  const aside = await testApp
    .table('inbound_events')
    .find({ company_id: company.id, dead_because: not(null) }, ['attempts'])
  expect(aside).toEqual([{ attempts: 5 }])
})

test('two chats of one person, by number and by LID, keep their order', async () => {
  const [ana = '', bia = ''] = phones
  const lid = '99000022223333'
  await putIntoOnePartition([says('oi', person(ana, lid))])
  await receiveAll()

  await putIntoOnePartition([
    says('um', person(ana)),
    says('de bia', person(bia)),
    says('dois', person(null, lid)),
    says('três', person(ana)),
  ])
  await receiveAll()

  expect((await bodies()).filter((body) => body !== 'de bia')).toEqual(['oi', 'um', 'dois', 'três'])
  expect((await tickets()).map(({ unread, last_message }) => [unread, last_message])).toEqual([
    [4, 'três'],
    [1, 'de bia'],
  ])
})

test('two contacts found to be one person are merged as they are one by one', async () => {
  const [ana = '', bia = ''] = phones
  const lid = '99000022224444'
  await putIntoOnePartition([says('pelo número', person(ana)), says('pelo LID', person(null, lid))])
  await receiveAll()
  expect(await tickets()).toHaveLength(2)

  await putIntoOnePartition([
    says('ainda pelo LID', person(null, lid)),
    says('de bia', person(bia)),
    says('sou a mesma', person(ana, lid)),
    says('e mais', person(null, lid)),
  ])
  await receiveAll()

  const live = (await tickets()).filter(({ status }) => status !== 'closed')
  expect(live.map(({ number, unread, last_message }) => [number, unread, last_message])).toEqual([
    [ana, 5, 'e mais'],
    [bia, 1, 'de bia'],
  ])
  expect(await countContacts()).toBe(2)
  expect((await bodies()).filter((body) => body !== 'de bia')).toEqual([
    'pelo número',
    'pelo LID',
    'ainda pelo LID',
    'sou a mesma',
    'e mais',
  ])
})

test('TICKET-34 a stranger who writes to two connections at once is one contact with one ticket', async () => {
  const other = await company.connection('Outra')
  const strangers = phonesOf(30) // with two messages each they fill more than one batch
  for (const phone of strangers) {
    await putIntoOnePartition([says(`${phone} pela primeira`, person(phone))])
    await putIntoOnePartition([says(`${phone} pela outra`, person(phone))], other)
  }

  const acts = await receiveAll()

  expect(acts).toHaveLength(2)
  expect((await tickets()).map(({ number, status, unread }) => [number, status, unread])).toEqual(
    strangers.map((phone) => [phone, 'pending', 2]),
  )
  expect(await countContacts()).toBe(30)
  for (const phone of strangers) {
    const own = (await bodies()).filter((body) => body.startsWith(phone))
    expect(own).toEqual([`${phone} pela primeira`, `${phone} pela outra`])
  }
})

// biome-ignore format: a table
const spellings = [
  ['by number and LID, named by either', person(phones[0] ?? '', '99000022225555'), person(phones[0] ?? '', '99000022225555')],
  ['by number, and by number and LID', person('5511999990001'), person('5511999990001', '99000022225556')],
  ['by a mobile with its ninth digit and without', person('5511988887777'), person('551188887777')],
] as const

test.each(spellings)(
  'TICKET-34 one stranger in two chats, %s, is one contact with one ticket',
  async (_, one, again) => {
    await putIntoOnePartition([says('um', one)], connectionId, 'by number')
    await putIntoOnePartition([says('de bia', person(phones[1] ?? ''))])
    await putIntoOnePartition([says('dois', again)], connectionId, 'by LID')

    const acts = await receiveAll()

    expect(acts).toHaveLength(1)
    expect((await tickets()).map(({ unread, last_message }) => [unread, last_message]).sort()).toEqual([
      [1, 'de bia'],
      [2, 'dois'],
    ])
    expect(await countContacts()).toBe(2)
    expect((await bodies()).filter((body) => body !== 'de bia')).toEqual(['um', 'dois'])
  },
)

test('TICKET-34 a LID whose number is known in another chat of the batch is one contact', async () => {
  const [ana = '', bia = ''] = phones
  const other = await company.connection('Outra')
  const lid = '99000022226666'
  await putIntoOnePartition([says('oi', person(null, lid))])
  await receiveAll()

  await putIntoOnePartition([says('de bia', person(bia)), says('um', person(ana, lid))])
  await putIntoOnePartition([says('dois', person(ana))], other)
  await receiveAll()

  expect((await tickets()).map(({ number, unread, last_message }) => [number, unread, last_message])).toEqual(
    [
      [ana, 3, 'dois'],
      [bia, 1, 'de bia'],
    ],
  )
  expect(await countContacts()).toBe(2)
})

test.each([
  ['and says so', (lid: string) => person(phones[0] ?? '', lid)],
  ['which only we know', (lid: string) => person(null, lid)],
])(
  'a message from the handset keeps its place among the customer’s of another address, %s',
  async (_, other) => {
    const [ana = '', bia = ''] = phones
    const lid = '99000022227777'
    await putIntoOnePartition([says('oi', person(ana, lid))])
    await receiveAll()

    await putIntoOnePartition([says('de bia', person(bia)), says('um', person(ana))])
    await putIntoOnePartition([says('nossa', person(ana), { fromMe: true })])
    await putIntoOnePartition([says('dois', other(lid))], connectionId, 'by LID')
    await receiveAll()

    const ofAna = (await bodies({})).filter((body) => body !== 'de bia')
    expect(ofAna).toEqual(['oi', 'um', 'nossa', 'dois'])
  },
)

test('contacts merged by a later event of the batch keep the order of all their messages', async () => {
  const [ana = '', bia = '', carla = ''] = phones
  const [lid, newLid] = ['99000022228881', '99000022228882']
  await putIntoOnePartition([says('pelo LID novo', person(null, newLid)), says('oi', person(ana, lid))])
  await receiveAll()

  await putIntoOnePartition([says('de bia', person(bia)), says('de carla', person(carla))])
  await putIntoOnePartition([says('nossa', person(ana, newLid), { fromMe: true })])
  await putIntoOnePartition([says('pelo LID antigo', person(null, lid))])
  await receiveAll()

  const ofAna = (await bodies({})).filter((body) => !body.startsWith('de '))
  expect(ofAna).toEqual(['pelo LID novo', 'oi', 'nossa', 'pelo LID antigo'])
  expect(await countContacts()).toBe(3)
})

test('a partition is reported as slow while further history follows', async () => {
  const [ana = ''] = phones
  const history = (id: string): InboundUpdate => {
    const messages = [says(`antiga ${id}`, person(ana), { id: id as WhatsappMessageId })]
    return { kind: 'history', chat: person(ana), name: null, messages }
  }
  await putIntoOnePartition([history('A'), history('B'), says('nova', person(ana))])
  const system = { kind: 'system', name: 'test', companyId: company.id } as const
  const step = () =>
    testApp.app.workplace.withCompany(system, async (work) => {
      const { dataKeys } = testApp
      const batch = await lockNextInboundBatch(work, { dataKeys, gateway }, [{ connectionId, partition: 0 }])
      const states = await processInboundBatch(work, dataKeys, batch)
      return states.map(([, state]) => state)
    })

  expect([await step(), await step(), await step()]).toEqual([['long'], ['long'], ['empty']])
  expect((await bodies()).sort()).toEqual(['antiga A', 'antiga B', 'nova'])
})
