import { randomUUID } from 'node:crypto'
import type { ConnectionId, WhatsappMessageId } from '@balcao/domain/ids'
import type { InboundMessage, InboundUpdate, WhatsappGateway } from '@balcao/whatsapp/gateway'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeInboundEvents } from '../../features/reception/inbound-events'
import { lockInboundPartitions } from '../../features/reception/inbound-events.queries'
import { createSingleNode } from '../../platform/cluster/node'
import { createLog } from '../../platform/log'
import { createWakeUpSignals, type Signals } from '../../platform/signals'
import { not } from '../../platform/testing/table-rows'
import type { Workplace } from '../../platform/work'
import { failWrites } from '../../testing/failing-writes'
import { manualTimers } from '../../testing/manual-timers'
import { openOwnTestApp, type TestApp, type TestCompany } from '../../testing/test-app'
import { until } from '../../testing/until'
import { startInboundEventRunner } from './start-receiving'
import { countWriters } from './testing/count-writers'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openOwnTestApp() // runner
})
afterAll(() => testApp.close())

/** Inbound events here are plain JSON; the text `poison` fails every translation. */
const gateway: Pick<WhatsappGateway, 'translate'> = {
  async translate(content) {
    const text = Buffer.from(content).toString()
    if (text === 'poison') throw new Error('no such stanza')
    const inbound = JSON.parse(text) as InboundMessage
    return [{ ...inbound, sentAt: new Date(inbound.sentAt) }]
  },
}

const says = (text: string, phone = '5511911112222'): InboundUpdate => ({
  kind: 'message',
  id: randomUUID() as WhatsappMessageId,
  chat: { kind: 'person', phone, lid: null },
  fromMe: false,
  author: null,
  pushName: 'Carla',
  sentAt: testApp.now(),
  content: { kind: 'text', text },
  quotedId: null,
})

interface Fixture {
  readonly company: TestCompany
  readonly connectionId: ConnectionId
  put(...contents: (InboundUpdate | 'poison')[]): Promise<void>
  bodies(): Promise<string[]>
  waiting(): Promise<number>
}

async function fixture({ chats = false } = {}): Promise<Fixture> {
  const company = await testApp.company()
  const connectionId = await company.connection('Loja')
  const actor = { kind: 'system', name: 'test', companyId: company.id } as const
  const chatOf = (content: InboundUpdate | 'poison') =>
    chats && content !== 'poison' && content.kind === 'message' && content.chat.kind === 'person'
      ? `${content.chat.phone}`
      : 'one chat'
  return {
    company,
    connectionId,
    put: (...contents) =>
      testApp.app.workplace.withCompany(actor, async (work) =>
        storeInboundEvents(
          work,
          testApp.dataKeys,
          connectionId,
          contents.map((content) => ({
            key: randomUUID(),
            chat: chatOf(content),
            content: Buffer.from(content === 'poison' ? content : JSON.stringify(content)),
            needsAcknowledgement: false,
          })),
        ),
      ),
    bodies: async () => {
      const rows = await testApp
        .table('messages')
        .find<{ body: string }>({ company_id: company.id }, ['body'])
      return rows.map(({ body }) => body)
    },
    waiting: () =>
      testApp.table('inbound_events').count({ company_id: company.id, done_at: null, dead_because: null }),
  }
}

function receive(workplace: Workplace = testApp.app.workplace) {
  const signals: Signals = createWakeUpSignals()
  const timers = manualTimers(testApp.now)
  const receiving = startInboundEventRunner({
    workplace,
    gateway,
    signals,
    node: createSingleNode(1),
    clock: timers,
    log: createLog({ level: 'silent' }),
    dataKeys: testApp.dataKeys,
  })
  const wake = ({ company }: Fixture) => signals.wake('replayed-events', String(company.id))
  return { ...receiving, wake, timers }
}

test('MESSAGE-09 events of the inbound queue are processed in order of arrival', async () => {
  const place = await fixture()
  await place.put(says('um'), says('dois'), says('três'))
  const receiving = receive()

  receiving.wake(place)

  await until('the inbound queue is empty', async () => (await place.waiting()) === 0)
  expect(await place.bodies()).toEqual(['um', 'dois', 'três'])
  await receiving.stop()
})

test('events left by a dead process are found by the sweep at the next start', async () => {
  const place = await fixture()
  await place.put(says('um'))

  const receiving = receive()

  await until('the inbound queue is empty', async () => (await place.waiting()) === 0)
  expect(await place.bodies()).toEqual(['um'])
  await receiving.stop()
})

test('TICKET-34 200 first messages of a contact, processed by two processes, make one ticket', async () => {
  const place = await fixture()
  await place.put(...Array.from({ length: 200 }, (_, n) => says(`mensagem ${n}`)))
  const processes = [receive(), receive()]

  for (const receiving of processes) receiving.wake(place)
  await until('the inbound queue is empty', async () => {
    for (const { timers } of processes) timers.fire()
    return (await place.waiting()) === 0
  })

  for (const receiving of processes) await receiving.stop()
  expect(await place.bodies()).toEqual(Array.from({ length: 200 }, (_, n) => `mensagem ${n}`))
  const ofCompany = { company_id: place.company.id }
  const tickets = await testApp.table('tickets').find(ofCompany, ['unread'])
  const contacts = await testApp.table('contacts').find(ofCompany, ['name'])
  expect(tickets).toEqual([{ unread: 200 }])
  expect(contacts).toEqual([{ name: 'Carla' }])
})

test('messages of many chats are processed side by side, each chat in order', async () => {
  const place = await fixture({ chats: true })
  const phones = Array.from({ length: 12 }, (_, n) => `55119000010${String(n).padStart(2, '0')}`)
  for (const n of [1, 2, 3, 4]) await place.put(...phones.map((phone) => says(`${phone} ${n}`, phone)))
  const receiving = receive()

  receiving.wake(place)

  await until('the inbound queue is empty', async () => (await place.waiting()) === 0)
  await receiving.stop()
  const bodies = await place.bodies()
  for (const phone of phones) {
    expect(bodies.filter((body) => body.startsWith(phone))).toEqual([1, 2, 3, 4].map((n) => `${phone} ${n}`))
  }
})

test('an event that fails five times is dead-lettered with its reason, and the rest continues', async () => {
  const place = await fixture()
  await place.put(says('antes'), 'poison', says('depois'))
  const receiving = receive()

  receiving.wake(place)
  await until('the inbound queue is empty', async () => {
    receiving.timers.fire()
    return (await place.waiting()) === 0
  })

  await receiving.stop()
  expect(await place.bodies()).toEqual(['antes', 'depois'])
  const aside = await testApp
    .table('inbound_events')
    .find({ company_id: place.company.id, dead_because: not(null) }, ['attempts', 'dead_because'])
  expect(aside).toEqual([{ attempts: 5, dead_because: 'Error: no such stanza' }])
})

test.each([
  ['53100', 'a full disk'],
  ['57P01', 'a database that shuts down'],
])('%s: %s counts as no failure of an event, however often it happens', async (code) => {
  const place = await fixture()
  await place.put(says('espera'), says('e a outra'))
  const heal = await failWrites(testApp, 'insert', 'messages', { code, message: 'could not extend file' })
  let failures = 0
  const receiving = receive({
    ...testApp.app.workplace,
    withCompany: (actor, act) =>
      testApp.app.workplace.withCompany(actor, act).catch((error: unknown) => {
        failures += 1
        throw error
      }),
  })

  receiving.wake(place)
  await until('taking in has failed often', () => {
    receiving.timers.fire()
    return failures > 12
  })
  const tried = await testApp
    .table('inbound_events')
    .find({ company_id: place.company.id }, ['attempts', 'dead_because'])
  await heal()
  await until('the inbound queue is empty', async () => {
    receiving.timers.fire()
    return (await place.waiting()) === 0
  })

  expect(tried).toEqual(Array(2).fill({ attempts: 0, dead_because: null }))
  expect(await place.bodies()).toEqual(['espera', 'e a outra'])
  await receiving.stop()
})

const ticks = (ids: string[], ack: 1 | 2): InboundUpdate => ({
  kind: 'ack',
  chat: { kind: 'person', phone: '5511911112222', lid: null },
  ids: ids as WhatsappMessageId[],
  ack,
  refusedWith: null,
})

test('MESSAGE-02 consecutive acks of a message are one change, however many', async () => {
  const place = await fixture()
  const sent = { ...says('nossa'), fromMe: true } as InboundMessage // says() creates a message
  await place.put(sent)
  const receiving = receive()
  receiving.wake(place)
  await until('it is here', async () => (await place.waiting()) === 0)
  await place.put(ticks([sent.id], 1), ticks([sent.id], 2))

  receiving.wake(place)

  await until('the inbound queue is empty', async () => (await place.waiting()) === 0)
  const ofCompany = { company_id: place.company.id }
  const rows = await testApp.table('messages').find(ofCompany, ['ack'])
  const [, ...acks] = await testApp.table('inbound_events').find<{ id: number }>(ofCompany, ['id'])
  const ids = acks.map(({ id }) => id)
  expect([rows, await countWriters(testApp, ids)]).toEqual([[{ ack: 2 }], 1])
  await receiving.stop()
})

test('a failing event behind an ack does not block the ack', async () => {
  const place = await fixture()
  const sent = { ...says('nossa'), fromMe: true } as InboundMessage // says() creates a message
  await place.put(sent, ticks([sent.id], 2), 'poison')
  const receiving = receive()

  receiving.wake(place)

  await until('the tick is in', async () => {
    const [row] = await testApp.table('messages').find({ company_id: place.company.id }, ['ack'])
    return row?.ack === 2
  })
  expect(await place.waiting()).toBe(1)
  await receiving.stop()
})

test('a failing event blocks only its own chat', async () => {
  const place = await fixture({ chats: true })
  await place.put('poison', says('ao lado', '5511900002222'))
  const receiving = receive()

  receiving.wake(place)

  await until('the neighbour is in', async () => (await place.bodies()).length === 1)
  expect(await place.waiting()).toBe(1)
  await receiving.stop()
})

test('events of a free partition are processed while another process holds others', async () => {
  const place = await fixture()
  const { company } = place
  await place.put(...Array.from({ length: 20 }, (_, n) => says(`alheia ${n}`)))
  await place.put(says('nossa'))
  // A chat belongs to one partition: this one is moved to another, behind twenty older events.
  const events = testApp.table('inbound_events')
  const stored = await events.find<{ id: number; partition: number }>({ company_id: company.id })
  const held = stored[0]?.partition ?? 0
  await events.update({ id: stored.at(-1)?.id ?? 0 }, { partition: (held + 1) % 8 })
  const system = { kind: 'system', name: 'another process', companyId: company.id } as const

  await testApp.app.workplace.withCompany(system, async (work) => {
    await work.db.rows(lockInboundPartitions, {
      connectionIds: [place.connectionId],
      partitions: [held],
    })
    const receiving = receive()
    await until('ours is in', async () => (await place.bodies()).length === 1)
    await receiving.stop()
  })

  expect(await place.bodies()).toEqual(['nossa'])
  expect(await place.waiting()).toBe(20)
})

test('after a lasting conflict partitions are processed when they have rested', async () => {
  const place = await fixture({ chats: true })
  const phones = ['5511900003331', '5511900003332', '5511900003333']
  await place.put(...phones.map((phone) => says(phone, phone)))
  const { workplace } = testApp.app
  const conflicts = [Object.assign(new Error('deadlock detected'), { code: '40P01' })]
  const receiving = receive({
    ...workplace,
    withCompany: async (actor, act) => {
      const conflict = conflicts.shift()
      if (conflict !== undefined) throw conflict
      return workplace.withCompany(actor, act)
    },
  })

  await until('the inbound queue is empty', async () => (await place.waiting()) === 0)
  expect((await place.bodies()).sort()).toEqual(phones)
  await receiving.stop()
})
