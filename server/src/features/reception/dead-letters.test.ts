import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { LiveDeadLettersPayload } from '@balcao/contract/live'
import {
  dismissDeadLetter,
  listDeadLetters,
  replayAllDeadLetters,
  replayDeadLetter,
} from '@balcao/contract/reception'
import type { ConnectionId, InboundEventId, WhatsappMessageId } from '@balcao/domain/ids'
import type {
  ConnectionStatusReport,
  InboundMessage,
  WhatsappGateway,
  WhatsappLink,
} from '@balcao/whatsapp/gateway'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fastClock } from '../../testing/fast-clock'
import { inOwnerTransaction } from '../../testing/owner-transaction'
import { openOwnTestApp, type Person, type TestApp, type TestCompany } from '../../testing/test-app'
import { until } from '../../testing/until'
import { storeInboundEvents } from './inbound-events'
import { lockPartitionsOf } from './testing/lock-partitions'

/** A content that fails until the server is fixed. The error quotes it, as the message of a parser does. */
const poison = 'meu cartão é "4111"'
let isMended = false

const stopped: ConnectionStatusReport = {
  status: 'DISCONNECTED',
  qr: null,
  qrExpiresAt: null,
  cause: 'stopped',
  step: null,
  nextAttemptAt: null,
  retries: 0,
  phone: null,
  unlinked: false,
}
const gateway: WhatsappGateway = {
  connect: ({ report }) => {
    report(stopped)
    return { stop: async () => {}, logout: async () => {} } as unknown as WhatsappLink // no link is opened, so nothing else is called
  },
  async translate(content) {
    const inbound = JSON.parse(Buffer.from(content).toString())
    if (inbound.content.text === poison && !isMended) throw new Error(`unreadable: "${poison}"`)
    return [{ ...inbound, sentAt: testApp.now() } as InboundMessage] // written by `says` below
  },
  fetchMedia: () => Readable.from([]),
}

let testApp: TestApp
beforeAll(async () => {
  testApp = await openOwnTestApp({ gateway, clock: fastClock(20) })
  await testApp.app.startRoles()
})
afterAll(() => testApp.close())
beforeEach(() => {
  isMended = false
})

interface Fixture {
  readonly company: TestCompany
  readonly admin: Person
  readonly connectionId: ConnectionId
  /** Stores these messages of one chat, one after the other, and processes them: each is done or dead-lettered. */
  says(...texts: string[]): Promise<void>
  bodies(): Promise<string[]>
}

async function fixture(): Promise<Fixture> {
  const company = await testApp.company()
  const connectionId = await company.connection('Loja')
  const actor = { kind: 'system', name: 'test', companyId: company.id } as const
  return {
    company,
    admin: company.admin,
    connectionId,
    async says(...texts) {
      await testApp.app.workplace.withCompany(actor, async (work) =>
        storeInboundEvents(work, testApp.dataKeys, connectionId, texts.map(entryThatSays)),
      )
      await nothingWaits(company)
    },
    async bodies() {
      const rows = await testApp
        .table('messages')
        .find<{ body: string }>({ company_id: company.id }, ['body'])
      return rows.map(({ body }) => body)
    },
  }
}

function entryThatSays(text: string) {
  const inbound: Omit<InboundMessage, 'sentAt'> = {
    kind: 'message',
    id: randomUUID() as WhatsappMessageId, // any text is an id of WhatsApp's
    chat: { kind: 'person', phone: '5511911112222', lid: null },
    fromMe: false,
    author: null,
    pushName: 'Carla',
    content: { kind: 'text', text },
    quotedId: null,
  }
  const content = Buffer.from(JSON.stringify(inbound))
  return { key: randomUUID(), chat: 'one chat', content, needsAcknowledgement: false }
}

function nothingWaits({ id }: TestCompany): Promise<void> {
  return until('nothing waits in the inbound queue', async () => {
    const rows = await testApp
      .table('inbound_events')
      .find({ company_id: id, done_at: null, dead_because: null })
    return rows.length === 0
  })
}

const list = async ({ admin }: Fixture) => (await admin.does(listDeadLetters)).entries
async function onlyEntry(place: Fixture): Promise<InboundEventId> {
  const [entry] = await list(place)
  if (entry === undefined) throw new Error('no inbound event was dead-lettered')
  return entry.id
}
const told = async (person: Person) =>
  (await person.received())
    .filter(({ channel }) => channel.endsWith('-inTray'))
    .map(({ payload }) => payload as LiveDeadLettersPayload)

test('admins see a failed event in a list, with its reason and without its content', async () => {
  const place = await fixture()

  await place.says('antes', poison, 'depois')

  const answer = await place.admin.does(listDeadLetters)
  expect(answer).toMatchObject({ count: 1, hasMore: false })
  expect(answer.entries).toEqual([
    {
      id: expect.any(Number),
      connection: { id: place.connectionId, name: 'Loja' },
      from: null,
      heardAt: expect.stringMatching(/Z$/),
      attempts: 5,
      reason: 'Error: unreadable: …',
    },
  ])
  expect(await place.bodies()).toEqual(['antes', 'depois'])
  expect(JSON.stringify(await testApp.table('inbound_events').find({}, ['dead_because']))).not.toContain(
    '4111',
  )
})

test('admins, and only they, get an event at once', async () => {
  const place = await fixture()
  const ana = await place.company.person('Ana')
  const rui = await place.company.person('Rui', { profile: 'supervisor' })
  const { admin: stranger } = await testApp.company()

  await place.says(poison)

  const inbound: LiveDeadLettersPayload[] = []
  await until('the admin is told', async () => inbound.push(...(await told(place.admin))) > 0)
  expect(inbound).toEqual([{ action: 'create', entry: (await list(place))[0] }])
  for (const person of [ana, rui, stranger]) expect(await told(person)).toEqual([])
})

test("a replayed event is processed like any other, and leaves all admins' lists", async () => {
  const place = await fixture()
  await place.says(poison, 'depois')
  const entryId = await onlyEntry(place)
  await until('the admin is told', async () => (await told(place.admin)).length === 1)
  isMended = true

  await place.admin.does(replayDeadLetter, { params: { entryId } })

  expect(await told(place.admin)).toEqual([{ action: 'delete', entryId }])
  await nothingWaits(place.company)
  expect(await place.bodies()).toEqual(['depois', poison])
  expect(await list(place)).toEqual([])
  const tickets = await testApp.table('tickets').find({ company_id: place.company.id }, ['unread'])
  expect(tickets).toEqual([{ unread: 2 }])
})

test('a replayed event keeps its place before later ones that still wait', async () => {
  const place = await fixture()
  await place.says('um', poison)
  await testApp
    .table('inbound_events')
    .update({ company_id: place.company.id }, { done_at: null, dead_because: 'Error: on hold' })
  await testApp.table('messages').delete({ company_id: place.company.id })
  const [first, second] = await list(place)
  isMended = true

  // The later one is requested first and waits: the partition's lock is held by another session.
  await inOwnerTransaction(testApp, async () => {
    await lockPartitionsOf(testApp, place.connectionId)
    for (const entry of [second, first]) {
      if (entry) await place.admin.does(replayDeadLetter, { params: { entryId: entry.id } })
    }
  })

  await nothingWaits(place.company)
  expect(await place.bodies()).toEqual(['um', poison])
})

test.each([
  ['a person by phone', '5511911112222@s.whatsapp.net', 'phone', 'Carla'],
  ['a person by LID', '4711@lid', 'lid', 'Carla'],
  ['a group', '120363@g.us', 'group', 'Família'],
])('the list shows the chat of the event: %s', async (_, chat, kind, name) => {
  const place = await fixture()
  await place.says(poison)
  const { id } = place.company
  const now = testApp.now()
  const contact = await testApp.table('contacts').insert({
    company_id: id,
    uuid: randomUUID(),
    name,
    name_source: 'push',
    created_at: now,
    updated_at: now,
  })
  await testApp.table('contact_addresses').delete({ company_id: id, kind })
  await testApp
    .table('contact_addresses')
    .insert({ company_id: id, kind, value: chat.split('@')[0], contact_id: contact.id })
  await testApp.table('inbound_events').update({ company_id: id }, { chat })

  expect(await list(place)).toMatchObject([{ from: name }])
})

test("replaying all keeps each in its old place and empties the admins' lists", async () => {
  const place = await fixture()
  const { company: other } = await fixture()
  await place.says(poison, poison, 'depois')
  await until('the admin is told', async () => (await told(place.admin)).length === 2)
  await other.admin.received()
  isMended = true

  await place.admin.does(replayAllDeadLetters)

  expect(await told(place.admin)).toEqual([{ action: 'clear' }])
  expect(await told(other.admin)).toEqual([])
  await nothingWaits(place.company)
  expect(await place.bodies()).toEqual(['depois', poison, poison])
  expect(await list(place)).toEqual([])
})

test('T2 replaying all skips the dead letters of another company', async () => {
  const place = await fixture()
  await place.says(poison)
  const { admin: stranger } = await testApp.company()
  await place.admin.received()

  await stranger.does(replayAllDeadLetters)

  expect(await list(place)).toHaveLength(1)
  expect(await told(stranger)).toEqual([])
})

test('an event that fails again is dead-lettered again', async () => {
  const place = await fixture()
  await place.says(poison)
  const entryId = await onlyEntry(place)

  await place.admin.does(replayDeadLetter, { params: { entryId } })

  await nothingWaits(place.company)
  expect(await list(place)).toMatchObject([{ id: entryId, attempts: 5 }])
})

test('a dismissed event is given up, leaves the list, and cannot be replayed', async () => {
  const place = await fixture()
  await place.says(poison)
  const entryId = await onlyEntry(place)
  isMended = true

  await place.admin.does(dismissDeadLetter, { params: { entryId } })

  expect(await list(place)).toEqual([])
  const answers = [
    await place.admin.call(replayDeadLetter, { params: { entryId } }),
    await place.admin.call(dismissDeadLetter, { params: { entryId } }),
  ]
  expect(answers.map(({ status, error }) => [status, error])).toEqual([
    [404, 'ERR_NOT_FOUND'],
    [404, 'ERR_NOT_FOUND'],
  ])
  expect(await place.bodies()).toEqual([])
})

test('T2 an admin of another company cannot list, replay or dismiss it', async () => {
  const place = await fixture()
  await place.says(poison)
  const entryId = await onlyEntry(place)
  const { admin: stranger } = await testApp.company()

  const statuses = [
    (await stranger.call(replayDeadLetter, { params: { entryId } })).status,
    (await stranger.call(dismissDeadLetter, { params: { entryId } })).status,
  ]

  expect(statuses).toEqual([404, 404])
  expect((await stranger.does(listDeadLetters)).entries).toEqual([])
  expect(await onlyEntry(place)).toBe(entryId)
})

test('only admins may; supervisors are refused', async () => {
  const place = await fixture()
  await place.says(poison)
  const entryId = await onlyEntry(place)
  const rui = await place.company.person('Rui', { profile: 'supervisor' })

  const answers = [
    await rui.call(listDeadLetters),
    await rui.call(replayDeadLetter, { params: { entryId } }),
    await rui.call(replayAllDeadLetters),
    await rui.call(dismissDeadLetter, { params: { entryId } }),
  ]

  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
})
