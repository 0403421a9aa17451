import {
  deleteMessage,
  editMessage,
  type MessageView,
  reactToMessage,
  retryMessage,
  sendMessage,
} from '@balcao/contract/messages'
import { updateTicket } from '@balcao/contract/tickets'
import type { ConnectionId, ContactId, TicketId, WhatsappMessageId } from '@balcao/domain/ids'
import { capabilitiesOf } from '@balcao/domain/providers'
import {
  type MessageDeletionRequest,
  type MessageEditRequest,
  type MessageReactionRequest,
  type MessageReference,
  type MessageSendRequest,
  NotConnected,
  SendOutcomeUnknown,
  SendRefused,
  type WhatsappLink,
} from '@balcao/whatsapp/gateway'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addToOutbox } from '../../features/connections/add-to-outbox'
import { acquireLease } from '../../features/connections/leases'
import { createByteSlots } from '../../platform/byte-slots'
import { DatabaseTrouble } from '../../platform/database/database-trouble'
import { outgoingFileByteLimits } from '../../platform/files/file-room'
import * as samples from '../../platform/files/sample-files.fixture'
import { createLog } from '../../platform/log'
import { not } from '../../platform/testing/table-rows'
import type { CompanyWork } from '../../platform/work'
import { manualTimers } from '../../testing/manual-timers'
import { postForm } from '../../testing/post-form'
import { storeEmptyInboundEvent } from '../../testing/queue-rows'
import { openOwnTestApp, type TestApp } from '../../testing/test-app'
import { until } from '../../testing/until'
import { OutboxSender } from './sender'
import { replaceLease } from './testing/replace-lease'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openOwnTestApp() // runner
})
afterAll(() => testApp.close())

const textOf = ({ content }: MessageSendRequest) => (content.kind === 'text' ? content.text : content.kind)

/** A link that records its calls. `onSend` may wait, or reject. */
function scriptedLink() {
  const orders: MessageSendRequest[] = []
  const deleted: MessageDeletionRequest[] = []
  const read: (readonly MessageReference[])[] = []
  const edits: MessageEditRequest[] = []
  const reactions: MessageReactionRequest[] = []
  let onSend: (order: MessageSendRequest) => Promise<void> = async () => {}
  const never = () => Promise.reject(new Error('not used in these tests'))
  const link: WhatsappLink = {
    async send(order) {
      orders.push(order)
      await onSend(order)
    },
    deleteForEverybody: async (order) => void deleted.push(order),
    markRead: async (messages) => void read.push(messages),
    lookUp: never,
    profilePicture: never,
    requestPairingCode: never,
    edit: async (order) => void edits.push(order),
    async react(order) {
      reactions.push(order)
      if (order.emoji === '💥') throw new Error('it can not be composed')
    },
    typing: never,
    watchChats: never,
    groupInfo: never,
    requestReupload: never,
    logout: never,
    stop: async () => {},
  }
  return {
    link,
    orders,
    deleted,
    read,
    edits,
    reactions,
    texts: () => orders.map(textOf),
    answerSendWith: (answer: typeof onSend) => {
      onSend = answer
    },
  }
}

type Place = Awaited<ReturnType<typeof fixture>>

async function fixture({ customers = 1, room = outgoingFileByteLimits, provider = 'beta' } = {}) {
  const company = await testApp.company()
  const connectionId = await company.connection('Loja')
  const actor = { kind: 'system', name: 'test', companyId: company.id } as const
  const act = <T>(does: (work: CompanyWork) => Promise<T>) => testApp.app.workplace.withCompany(actor, does)
  const lease = await act((work) => acquireLease(work, connectionId, 'one'))
  if (lease === null) throw new Error('the lease is taken')

  const phones = Array.from({ length: customers }, (_, n) => `55119000020${String(n).padStart(2, '0')}`)
  const tickets: TicketId[] = []
  for (const from of phones) {
    const ticketId = await company.hears({ over: connectionId, from })
    await company.admin.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
    tickets.push(ticketId)
  }
  // Accepting queues a read receipt; the tests start with an empty outbox.
  await testApp.table('outbox').delete({ company_id: company.id })

  const scripted = scriptedLink()
  const timers = manualTimers(testApp.now)
  const sender = new OutboxSender({
    lease,
    link: scripted.link,
    capabilities: capabilitiesOf(provider),
    act,
    share: (_lease, does) => act(does),
    clock: timers,
    log: createLog({ level: 'silent' }),
    store: testApp.store,
    uploads: createByteSlots(room),
    leaseIsLost: () => undefined,
  })

  async function write(text: string, customer = 0): Promise<MessageView> {
    const ticketId = tickets[customer]
    if (ticketId === undefined) throw new Error('no such customer')
    const answer = await company.admin.does(sendMessage, { params: { ticketId }, body: { body: text } })
    if (Array.isArray(answer)) throw new Error('one text is one message')
    return answer as MessageView
  }
  async function attach(customer: number): Promise<MessageView> {
    const { body } = await postForm(testApp, company.admin, `/messages/${tickets[customer]}`, [
      ['medias', samples.pdf, 'nota.pdf'],
    ])
    return body as MessageView // one file makes one message
  }
  const states = async () =>
    (await testApp.table('outbox').find<{ state: string }>({ company_id: company.id }, ['state'])).map(
      ({ state }) => state,
    )
  /** Delivers the answer of WhatsApp's server to a message. */
  async function hearAck(
    order: MessageSendRequest | undefined,
    refusedWith: number | null = null,
  ): Promise<void> {
    if (order === undefined) throw new Error('nothing was sent')
    await company.tells(connectionId, { kind: 'ack', chat: order.to, ids: [order.id], ack: 1, refusedWith })
    sender.wake()
  }
  return { company, connectionId, act, lease, sender, timers, write, attach, states, hearAck, ...scripted }
}

test('messages of a conversation are sent one by one, each after the ack of the one before', async () => {
  const place = await fixture()
  for (const text of ['um', 'dois', 'três']) await place.write(text)

  place.sender.open()

  for (const sent of [1, 2, 3]) {
    await until('the next one', () => place.orders.length === sent)
    expect(await place.states()).toEqual(
      ['sent', 'sent', 'sent'].fill('waiting', sent).fill('sending', sent - 1, sent),
    )
    await place.hearAck(place.orders[sent - 1])
  }
  expect(place.texts()).toEqual(['um', 'dois', 'três'])
  expect(await place.states()).toEqual(['sent', 'sent', 'sent'])
  await place.sender.stop()
})

test('a message is committed as being sent before it is sent', async () => {
  const place = await fixture()
  const statesAtSend: string[][] = []
  place.answerSendWith(async () => void statesAtSend.push(await place.states()))
  await place.write('um')

  place.sender.open()

  await until('it left', () => statesAtSend.length === 1)
  expect(statesAtSend).toEqual([['sending']])
  await place.sender.stop()
})

test('a slow message blocks only its own conversation; four are sent at once', async () => {
  const place = await fixture({ customers: 6 })
  let finishUpload = () => {}
  const upload = new Promise<void>((resolve) => {
    finishUpload = resolve
  })
  place.answerSendWith((order) => (textOf(order) === 'lento' ? upload : Promise.resolve()))
  await place.write('lento', 0)
  await place.write('depois do lento', 0)
  for (const customer of [1, 2, 3, 4, 5]) await place.write(`para ${customer}`, customer)

  place.sender.open()

  await until('all others', () => place.orders.length === 6)
  expect(place.texts()).toContain('lento')
  expect(place.texts()).not.toContain('depois do lento')
  finishUpload()
  await place.hearAck(place.orders.find((order) => textOf(order) === 'lento'))
  await until('the rest of the slow one', () => place.texts().includes('depois do lento'))
  await place.sender.stop()
})

test('slow uploads block no texts of others; each keeps its place in its conversation', async () => {
  const customers = 15
  const place = await fixture({ customers })
  const uploads: (() => void)[] = []
  place.answerSendWith((order) =>
    order.content.kind === 'media' ? new Promise((done) => uploads.push(done)) : Promise.resolve(),
  )
  const uploaders = Array.from({ length: customers - 1 }, (_, customer) => customer)
  for (const customer of uploaders) await place.attach(customer)
  await place.write('atrás do arquivo', 0)
  for (const text of ['um', 'dois', 'três']) await place.write(text, customers - 1)

  place.sender.open()

  await until('twelve uploads', () => uploads.length === 12)
  for (const text of ['um', 'dois', 'três']) {
    await until(text, () => place.texts().includes(text))
    await place.hearAck(place.orders.find((order) => textOf(order) === text))
  }
  expect([uploads.length, place.texts().includes('atrás do arquivo')]).toEqual([12, false])

  for (const finish of uploads) finish()
  const first = place.orders.find(({ to }) => to.kind === 'person' && to.phone === '5511900002000')
  expect(first?.content.kind).toBe('media')
  await place.hearAck(first)
  await until('what stood behind it', () => place.texts().includes('atrás do arquivo'))
  await until('the last upload', () => uploads.length === customers - 1)
  for (const finish of uploads) finish()
  await place.sender.stop()
})

test('files being sent hold at most so many bytes at once; stopping returns waiting ones', async () => {
  const place = await fixture({
    customers: 3,
    room: { all: 2 * samples.pdf.length, perCompany: samples.pdf.length },
  })
  const uploads: (() => void)[] = []
  place.answerSendWith(() => new Promise((done) => uploads.push(done)))
  for (const customer of [0, 1, 2]) await place.attach(customer)

  place.sender.open()
  await until('all are claimed', async () => (await place.states()).every((state) => state === 'sending'))
  await until('one upload', () => uploads.length === 1)
  uploads[0]?.()
  await until('the next one', () => uploads.length === 2)
  expect(place.orders).toHaveLength(2)

  const stopped = place.sender.stop()
  uploads[1]?.()
  await stopped

  expect(place.orders).toHaveLength(2)
  expect((await place.states()).sort()).toEqual(['sending', 'sending', 'waiting'])
})

test('texts being sent block no upload', async () => {
  const place = await fixture({ customers: 5 })
  const releases: (() => void)[] = []
  place.answerSendWith((order) =>
    order.content.kind === 'text' ? new Promise((done) => releases.push(done)) : Promise.resolve(),
  )
  for (const customer of [0, 1, 2, 3]) await place.write('lento', customer)
  await place.attach(4)

  place.sender.open()

  await until('the upload and four texts', () => place.orders.length === 5)
  expect(place.texts().sort()).toEqual(['lento', 'lento', 'lento', 'lento', 'media'])
  for (const release of releases) release()
  await place.sender.stop()
})

test('an upload begun by a dead process is repeated under its id before later messages', async () => {
  const place = await fixture()
  const { id } = await place.attach(0)
  await place.write('depois', 0)
  await testApp.table('outbox').update({ message_id: id }, { state: 'sending' })
  const row = await testApp.table('messages').get({ id }, ['whatsapp_id'])

  place.sender.open()

  await until('the upload', () => {
    testApp.pass(1)
    place.timers.fire()
    return place.orders.length === 1
  })
  expect(place.orders[0]).toMatchObject({ id: row?.whatsapp_id, content: { kind: 'media' } })
  await place.hearAck(place.orders[0])
  await until('the message behind it', () => place.texts()[1] === 'depois')
  await place.sender.stop()
})

test('answers are sent before messages of low priority', async () => {
  const place = await fixture({ customers: 5 })
  const order: string[] = []
  const releases: (() => void)[] = []
  place.answerSendWith((sent) => {
    order.push(textOf(sent))
    return new Promise((resolve) => releases.push(resolve))
  })
  for (const customer of [0, 1, 2, 3, 4]) await place.write(`${customer}`, customer)
  const ofCompany = { company_id: place.company.id }
  const items = await testApp.table('outbox').find<{ id: number }>(ofCompany, ['id'])
  await testApp.table('outbox').update({ ...ofCompany, id: not(items.at(-1)?.id) }, { priority: 1 })

  place.sender.open()

  await until('four are at the socket', () => order.length === 4)
  expect(order).toContain('4')
  for (const release of releases) release()
  await until('the last one too', () => order.length === 5)
  for (const release of releases) release()
  await place.sender.stop()
})

test('MESSAGE-07 without an open link a message waits, and is sent under its id later', async () => {
  const place = await fixture()
  let isOpen = false
  place.answerSendWith(async () => {
    if (!isOpen) throw new NotConnected('closed')
  })
  await place.write('um')

  place.sender.open()
  await until(
    'it came back',
    async () => place.orders.length === 1 && (await place.states())[0] === 'waiting',
  )
  place.sender.close()
  isOpen = true
  place.sender.open()

  await until('it left again', () => place.orders.length === 2)
  expect(place.orders[1]?.id).toBe(place.orders[0]?.id)
  await place.sender.stop()
})

test('a message without an ack for 30 s is sent again under the same id', async () => {
  const place = await fixture()
  await place.write('um')
  place.sender.open()
  await until('it left', async () => place.orders.length === 1)

  await until('it left again', () => {
    testApp.pass(10)
    place.timers.fire()
    place.sender.wake()
    return place.orders.length === 2
  })

  expect(place.orders[1]?.id).toBe(place.orders[0]?.id)
  await place.sender.stop()
})

test('an unclear send is not repeated, even when trouble of the database is its cause', async () => {
  const place = await fixture({ provider: 'cloud' })
  place.answerSendWith(async () => {
    throw new SendOutcomeUnknown('taken, but not noted', {
      cause: new DatabaseTrouble('unavailable', undefined),
    })
  })
  await place.write('um')
  place.sender.open()
  await until('it left', () => place.orders.length === 1)
  await until('its status is awaited', () => place.timers.waiting() === 2)

  expect(await place.states()).toEqual(['sending'])
  testApp.pass(31)
  place.timers.fire()
  await until('it failed', async () => (await place.states())[0] === 'failed')
  expect(place.texts()).toEqual(['um'])
  await place.sender.stop()
})

test.each([
  ['of the number pauses all conversations', 130429, ['um']],
  ['of one person pauses only this conversation', 131056, ['um', 'para 1']],
] as const)('a limit %s', async (_, code, sentBefore) => {
  const place = await fixture({ provider: 'cloud', customers: 2 })
  let isLimited = true
  place.answerSendWith(async (order) => {
    if (textOf(order) === 'um' && isLimited) throw new SendRefused(code, 4_000)
  })
  await place.write('um', 0)
  place.sender.open()
  await until('it left', () => place.orders.length === 1)
  await until('it waits', async () => (await place.states())[0] === 'waiting')

  await place.write('para 1', 1)
  for (let look = 0; look < 5; look += 1) {
    place.sender.wake()
    await place.states() // leaves time for a claim
  }
  if (code === 131056) await until('the other one', () => place.orders.length === 2)
  expect(place.texts()).toEqual(sentBefore)

  isLimited = false
  testApp.pass(4)
  place.timers.fire()
  await until('both', () => new Set(place.texts()).size === 2 && place.orders.length === 3)
  await place.sender.stop()
})

test('an acknowledged message is no longer awaited', async () => {
  const place = await fixture()
  await place.write('um')
  place.sender.open()
  await until('it left', () => place.orders.length === 1)
  const order = await testApp.table('outbox').get<{ id: number }>({ company_id: place.company.id }, ['id'])

  place.sender.settled(order.id)
  testApp.pass(60)
  place.timers.fire()
  await place.sender.stop()

  expect([place.texts(), await place.states()]).toEqual([['um'], ['sending']])
})

test('while inbound events wait a message is not resent: its ack may be among them', async () => {
  const place = await fixture()
  await place.write('um')
  place.sender.open()
  await until('it left', () => place.orders.length === 1)
  await storeEmptyInboundEvent(testApp, place.connectionId)
  testApp.pass(31)

  place.timers.fire()
  await until('it still waits', () => place.timers.waiting() === 1)
  expect(await place.states()).toEqual(['sending'])

  await testApp.table('inbound_events').delete({ company_id: place.company.id })
  await until('it left again', () => {
    testApp.pass(31)
    place.timers.fire()
    place.sender.wake()
    return place.orders.length === 2
  })
  await place.sender.stop()
})

test('a message of a dead process is sent again, unless an ack has arrived', async () => {
  const place = await fixture({ customers: 2 })
  const inboundOf = await place.write('já foi', 0)
  await place.write('talvez', 1)
  await testApp.table('outbox').update({ company_id: place.company.id }, { state: 'sending' })
  await testApp.table('messages').update({ id: inboundOf.id }, { ack: 1 })

  place.sender.open()

  await until('the other one left', () => {
    testApp.pass(1)
    place.timers.fire()
    return place.orders.length === 1
  })
  await until('the first is done', async () => (await place.states())[0] === 'sent')
  expect(place.texts()).toEqual(['talvez'])
  await place.sender.stop()
})

test('MESSAGE-07 after five failures a message is failed and retriable, and the next is sent', async () => {
  const place = await fixture()
  let isBroken = true
  place.answerSendWith(async (order) => {
    if (isBroken && textOf(order) === 'um') throw new Error('cannot be encoded')
  })
  const message = await place.write('um')
  await place.write('dois')

  place.sender.open()
  await until('the second left', async () => {
    if ((await place.states())[0] === 'waiting') testApp.pass(20)
    place.sender.wake()
    return place.texts().includes('dois')
  })
  expect(place.texts()).toEqual(['um', 'um', 'um', 'um', 'um', 'dois'])
  const failure = () => testApp.table('messages').get({ id: message.id }, ['failure'])
  expect(await failure()).toEqual({ failure: 'ERR_SENDING_WAPP_MSG' })

  isBroken = false
  await place.hearAck(place.orders.at(-1))
  await place.company.admin.does(retryMessage, { params: { messageId: message.id } })
  place.sender.wake()
  await until('it left at last', () => place.texts().at(-1) === 'um')
  expect(await failure()).toEqual({ failure: null })
  await place.sender.stop()
})

test('a message that WhatsApp refuses fails at once, and the next one is sent', async () => {
  const place = await fixture()
  await place.write('um')
  await place.write('dois')
  place.sender.open()
  await until('it left', () => place.orders.length === 1)

  await place.hearAck(place.orders[0], 463)

  await until('the next one', () => place.orders.length === 2)
  expect(await place.states()).toEqual(['failed', 'sending'])
  await place.sender.stop()
})

test('MESSAGE-08 a deletion is sent after its message; an unsent message is cancelled', async () => {
  const place = await fixture()
  const sent = await place.write('um')
  const early = await place.write('dois')
  place.sender.open()
  await until('it left', () => place.orders.length === 1)

  for (const { id } of [early, sent])
    await place.company.admin.does(deleteMessage, { params: { messageId: id } })
  await place.hearAck(place.orders[0])

  await until('the deletion leaves', () => place.deleted.length === 1)
  expect(place.deleted).toMatchObject([{ message: { id: place.orders[0]?.id, fromMe: true } }])
  await ackOf(place, place.deleted[0]?.id as WhatsappMessageId, null)
  await until('all is done', async () => (await place.states()).every((state) => state === 'sent'))
  expect([place.texts(), place.deleted.length]).toEqual([['um'], 1])
  await place.sender.stop()
})

test('a deletion is resent under the same id after a lost link, and blocks its conversation', async () => {
  const place = await fixture()
  const { id } = await taken(place)
  await place.company.admin.does(deleteMessage, { params: { messageId: id } })
  await place.write('depois')
  place.sender.wake()
  await until('it leaves', () => place.deleted.length === 1)

  place.sender.close()
  place.sender.open()
  await until('it waits to be heard of', async () => (await place.states())[1] === 'waiting')
  testApp.pass(2)
  place.timers.fire()
  await until('it leaves again', () => place.deleted.length === 2)

  expect(new Set(place.deleted.map((order) => order.id)).size).toBe(1)
  expect(place.texts()).toEqual(['Às 14h'])
  await ackOf(place, place.deleted[0]?.id as WhatsappMessageId, null)
  await until('the next leaves', () => place.texts().includes('depois'))
  await place.sender.stop()
})

test('read receipts are sent to WhatsApp', async () => {
  const place = await fixture()
  const contact = await testApp
    .table('contacts')
    .get<{ id: ContactId }>({ company_id: place.company.id }, ['id'])
  const message: MessageReference = {
    chat: { kind: 'person', phone: '5511900002000', lid: null },
    id: 'ABC' as WhatsappMessageId,
    fromMe: false,
    author: null,
  }
  await place.act(async (work) =>
    addToOutbox(work, {
      connectionId: place.connectionId satisfies ConnectionId,
      contactId: contact.id,
      kind: 'read',
      payload: { messages: [message] },
    }),
  )

  place.sender.open()

  await until('it is done', async () => (await place.states())[0] === 'sent')
  expect(place.read).toEqual([[message]])
  await place.sender.stop()
})

test('a sender whose lease is lost claims no item', async () => {
  const place = await fixture()
  await place.write('um')
  await replaceLease(testApp, place.connectionId)

  place.sender.open()
  await place.sender.stop()

  expect(place.orders).toEqual([])
  expect(await place.states()).toEqual(['waiting'])
})

const correct = ({ company }: Place, messageId: MessageView['id'], body: string) =>
  company.admin.does(editMessage, { params: { messageId }, body: { body } })

/** A message of ours that WhatsApp has acknowledged. */
async function taken(place: Place): Promise<MessageView> {
  const message = await place.write('Às 14h')
  place.sender.open()
  await until('it is sent', () => place.orders.length === 1)
  await place.hearAck(place.orders[0])
  return message
}

/** Delivers the answer of WhatsApp's server to a correction or reaction. */
function ackOf({ company, connectionId, sender }: Place, id: WhatsappMessageId, refusedWith: number | null) {
  const chat = { kind: 'person', phone: '5511900002000', lid: null } as const
  const inbound = { kind: 'ack', chat, ids: [id], ack: 1, refusedWith } as const
  return company.tells(connectionId, inbound).then(() => sender.wake())
}

test('a correction is sent after its message under its id, and blocks the conversation', async () => {
  const place = await fixture()
  const { id } = await place.write('Às 14h')
  place.sender.open()
  await until('it is sent', () => place.orders.length === 1)
  await correct(place, id, 'Às 15h')
  await place.write('Até lá!')
  expect(place.edits).toEqual([])

  await place.hearAck(place.orders[0])
  await until('the correction leaves', () => place.edits.length === 1)

  const [edit] = place.edits
  expect(edit).toMatchObject({ text: 'Às 15h', message: { id: place.orders[0]?.id, fromMe: true } })
  expect(place.texts()).toEqual(['Às 14h'])
  await ackOf(place, edit?.id as WhatsappMessageId, null)
  await until('the next leaves', () => place.orders.length === 2)
  expect(await place.states()).toEqual(['sent', 'sent', 'sending'])
  await place.sender.stop()
})

test('a correction is resent under the same id after a lost link; offline it waits', async () => {
  const place = await fixture()
  const { id } = await taken(place)
  place.sender.close()
  await correct(place, id, 'Às 15h')
  expect(place.edits).toEqual([])

  place.sender.open()
  await until('it leaves', () => place.edits.length === 1)
  place.sender.close()
  place.sender.open()
  await until('it waits to be heard of', async () => (await place.states())[1] === 'waiting')
  testApp.pass(2)
  place.timers.fire()
  await until('it leaves again', () => place.edits.length === 2)

  expect(new Set(place.edits.map((edit) => edit.id)).size).toBe(1)
  await place.sender.stop()
})

test('a correction of a message that WhatsApp refused is reverted and not sent', async () => {
  const place = await fixture()
  const { id } = await place.write('Às 14h')
  place.sender.open()
  await until('it is sent', () => place.orders.length === 1)
  await correct(place, id, 'Às 15h')

  await place.hearAck(place.orders[0], 463)
  await until('it is taken back', async () => (await place.states())[1] === 'failed')

  expect(place.edits).toEqual([])
  expect(await testApp.table('messages').get({ id }, ['body', 'refused_change'])).toEqual({
    body: 'Às 14h',
    refused_change: 'edit',
  })
  await place.sender.stop()
})

test('a reaction that fails five times is reverted with an event; the conversation continues', async () => {
  const place = await fixture()
  const { id } = await taken(place)
  const body = { emoji: '💥' }
  await place.company.admin.does(reactToMessage, { params: { messageId: id }, body })
  await place.write('Até lá!')
  place.sender.wake()

  for (let turn = 1; turn <= 5; turn++) {
    await until(`try ${turn}`, () => place.reactions.length === turn)
    await until('it is noted', async () => (await place.states())[1] !== 'sending')
    testApp.pass(600)
    place.timers.fire()
    place.sender.wake()
  }

  await until('the next leaves', () => place.texts().includes('Até lá!'))
  expect((await place.states())[1]).toBe('failed')
  expect(await testApp.table('messages').get({ id }, ['refused_change'])).toEqual({
    refused_change: 'reaction',
  })
  expect(await testApp.table('message_reactions').get({ message_id: id }, ['emoji'])).toEqual({ emoji: '' })
  await place.sender.stop()
})
