import type { LiveMessagePayload } from '@balcao/contract/live'
import {
  deleteMessage,
  listMessages,
  type MessageView,
  retryMessage,
  sendMessage,
} from '@balcao/contract/messages'
import { getTicket, updateTicket } from '@balcao/contract/tickets'
import type { MessageId, TicketId, WhatsappMessageId } from '@balcao/domain/ids'
import type { ChatAddress, InboundReceipt } from '@balcao/whatsapp/gateway'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ageRows } from '../../testing/age-rows'
import { contactOf } from '../../testing/contact-of'
import { openTestApp, type Person, type TestApp } from '../../testing/test-app'
import { openTicketFixture, type TicketFixture } from '../tickets/testing/ticket-fixture'

let testApp: TestApp
let fixture: TicketFixture
beforeAll(async () => {
  testApp = await openTestApp()
  fixture = await openTicketFixture(testApp)
})
afterAll(() => testApp.close())

const clientId = () => crypto.randomUUID()
const say = (person: Person, ticketId: TicketId, body: object) =>
  person.call(sendMessage, { params: { ticketId }, body })
const messageEvents = async (person: Person) =>
  (await person.received())
    .filter(({ channel }) => channel.endsWith('-appMessage'))
    .map(({ payload }) => payload as LiveMessagePayload)

async function sent(
  ticketId: TicketId,
  text = 'Olá!',
): Promise<{ id: MessageId; whatsappId: string; chat: ChatAddress }> {
  const { body } = await say(fixture.ana, ticketId, { body: text, clientId: clientId() })
  const id = (body as MessageView).id // one text makes one message
  const message = await testApp.table('messages').get<{ whatsapp_id: string }>({ id }, ['whatsapp_id'])
  const { number: phone } = await contactOf(testApp, ticketId)
  return { id, whatsappId: message.whatsapp_id, chat: { kind: 'person', phone, lid: null } }
}
const ack = (
  of: { whatsappId: string; chat: ChatAddress },
  level: 1 | 2 | 3 | 4,
  refusedWith: number | null = null,
): InboundReceipt => ({
  kind: 'ack',
  chat: of.chat,
  ids: [of.whatsappId as WhatsappMessageId],
  ack: level,
  refusedWith,
})

describe('incoming messages', () => {
  it('MESSAGE-09 contact and ticket are found or created; the message is stored once and unread', async () => {
    const from = fixture.newNumber()
    const words = { over: fixture.numbers.sales, from, id: 'ONCE1', name: 'Júlia Prado', text: 'Bom dia' }

    const ticketId = await fixture.company.hears(words)
    await fixture.company.hears(words)

    expect(await fixture.ana.does(getTicket, { params: { ticketId } })).toMatchObject({
      status: 'pending',
      queueId: fixture.sales,
      unreadMessages: 1,
      lastMessage: 'Bom dia',
      contact: { name: 'Júlia Prado', number: from },
    })
    expect(
      await testApp.table('messages').find({ ticket_id: ticketId, whatsapp_id: 'ONCE1' }, ['id']),
    ).toHaveLength(1)
  })

  it('TICKET-34 a customer has one live ticket; a message over another number moves it there', async () => {
    const from = fixture.newNumber()
    const first = await fixture.company.hears({ over: fixture.numbers.sales, from })

    const second = await fixture.company.hears({ over: fixture.numbers.support, from })

    expect(second).toBe(first)
    const ticket = await fixture.ana.does(getTicket, { params: { ticketId: first } })
    expect(ticket).toMatchObject({ whatsappId: fixture.numbers.support, unreadMessages: 2 })
  })

  it('MESSAGE-09 a repeated message of a resolved ticket opens nothing', async () => {
    const words = { over: fixture.numbers.sales, from: fixture.newNumber(), id: 'LATE1' }
    const ticketId = await fixture.company.hears(words)
    await fixture.ana.does(updateTicket, { params: { ticketId }, body: { status: 'closed' } })

    await fixture.company.hears(words)

    expect(await fixture.statusOf(ticketId)).toBe('closed')
    const contact = await testApp.table('contacts').get({ number: words.from })
    expect(await testApp.table('tickets').count({ contact_id: contact.id })).toBe(1)
  })

  it('RT-15 T4 MESSAGE-09 only users of the queue get the message with its ticket', async () => {
    for (const person of [fixture.ana, fixture.bia, fixture.stranger]) {
      person.shows({ statuses: ['pending', 'open', 'closed'], notification: true })
      await person.received()
    }

    const ticketId = await fixture.company.hears({
      over: fixture.numbers.sales,
      from: fixture.newNumber(),
      text: 'Segredo',
    })

    expect(await messageEvents(fixture.ana)).toMatchObject([
      {
        action: 'create',
        message: { body: 'Segredo', ticketId },
        ticket: { id: ticketId, unreadMessages: 1 },
      },
    ])
    // Contacts are visible to the whole company; messages are not.
    expect((await fixture.bia.received()).filter(({ channel }) => !channel.endsWith('-contact'))).toEqual([])
    expect(await fixture.stranger.received()).toEqual([])
  })

  it("both spellings of Brazil's ninth digit are one contact", async () => {
    const first = await fixture.company.hears({ over: fixture.numbers.sales, from: '5551981234567' })

    const second = await fixture.company.hears({ over: fixture.numbers.sales, from: '555181234567' })

    expect(second).toBe(first)
  })

  it('MESSAGE-12 a group is one ticket, and each message has its writer', async () => {
    const group = '120363000000000009'
    await testApp.table('settings').update({ key: 'CheckMsgIsGroup' }, { value: 'disabled' })
    const ticketId = await fixture.company.hears({
      over: fixture.numbers.sales,
      from: fixture.newNumber(),
      group,
      name: 'Rita',
    })
    await fixture.company.hears({
      over: fixture.numbers.sales,
      from: fixture.newNumber(),
      group,
      name: 'Saulo',
    })

    const { messages, ticket } = await fixture.ana.does(listMessages, { params: { ticketId } })

    expect(ticket).toMatchObject({ isGroup: true, unreadMessages: 2 })
    expect(messages.map(({ contact }) => contact?.name)).toEqual(['Rita', 'Saulo'])
  })

  it('a message is never dated in the future, and a NUL in its text is removed', async () => {
    const ticketId = await fixture.company.hears({
      over: fixture.numbers.sales,
      from: fixture.newNumber(),
      text: 'a\u0000b',
    })

    const { messages } = await fixture.ana.does(listMessages, { params: { ticketId } })

    expect(messages[0]?.body).not.toContain('\u0000')
  })
})

describe('sending', () => {
  let ticketId: TicketId
  beforeEach(async () => {
    ticketId = await fixture.open(fixture.ana)
  })

  it('MESSAGE-07 stores it as pending, reserves an id, fills the outbox, and informs viewers', async () => {
    fixture.rui.shows({ chatBoxes: [ticketId] })
    await fixture.rui.received()
    const id = clientId()

    const { status, body } = await say(fixture.ana, ticketId, { body: '*Ana:*\nOi!', clientId: id })

    expect(status).toBe(200)
    expect(body).toMatchObject({
      ack: 0,
      fromMe: true,
      body: '*Ana:*\nOi!',
      clientId: id,
      user: { name: 'Ana' },
    })
    const message = await testApp.table('messages').get({ client_id: id })
    expect(message.whatsapp_id).toMatch(/^3EB0/)
    const item = await testApp.table('outbox').get({ message_id: message.id }, ['kind', 'state'])
    expect(item).toEqual({ kind: 'message', state: 'waiting' })
    expect(await messageEvents(fixture.rui)).toMatchObject([{ action: 'create', message: { clientId: id } }])
  })

  it('MESSAGE-07 a draft sent twice, also concurrently, is one message', async () => {
    const draft = { body: 'Uma vez só', clientId: clientId() }

    const [one, two] = await Promise.all([
      say(fixture.ana, ticketId, draft),
      say(fixture.ana, ticketId, draft),
    ])
    const three = await say(fixture.ana, ticketId, draft)

    expect([one.status, two.status, three.status]).toEqual([200, 200, 200])
    expect([two.body, three.body]).toEqual([one.body, one.body])
    const message = await testApp.table('messages').get({ client_id: draft.clientId })
    expect(await testApp.table('outbox').count({ message_id: message.id })).toBe(1)
  })

  it('CONVO-18 a message of spaces only is refused', async () => {
    const { status } = await say(fixture.ana, ticketId, { body: ' \n ', clientId: clientId() })

    expect(status).toBe(400)
  })

  it('CONVO-23 only an open ticket accepts messages', async () => {
    const pending = await fixture.pending('sales')

    const { status, error } = await say(fixture.ana, pending, { body: 'Oi', clientId: clientId() })

    expect([status, error]).toEqual([409, 'ERR_TICKET_STATE'])
  })

  it('T2 users of another company or queue cannot write', async () => {
    const answers = [
      await say(fixture.stranger, ticketId, { body: 'Oi' }),
      await say(fixture.bia, ticketId, { body: 'Oi' }),
    ]

    expect(answers.map(({ status, error }) => [status, error])).toEqual([
      [404, 'ERR_NO_TICKET_FOUND'],
      [403, 'ERR_NO_PERMISSION'],
    ])
  })

  it('MESSAGE-01 a message has all its fields, in answer, conversation and event', async () => {
    const { messages: before } = await fixture.ana.does(listMessages, { params: { ticketId } })
    const [inbound] = before
    fixture.rui.shows({ chatBoxes: [ticketId] })
    await fixture.rui.received()
    const quotedMsg = { id: inbound?.id }

    const { body: said } = await say(fixture.ana, ticketId, { body: 'Sim!', quotedMsg, clientId: clientId() })

    const fields = {
      id: expect.any(Number),
      body: 'Sim!',
      fromMe: true,
      ack: 0,
      mediaType: null,
      mediaUrl: null,
      quotedMsg: expect.objectContaining({ id: inbound?.id, body: 'Oi, tudo bem?' }),
      isDeleted: false,
      ticketId,
      contact: null,
      createdAt: testApp.now().toISOString(),
      read: true,
    }
    expect(said).toEqual(expect.objectContaining(fields))
    expect(inbound).toEqual(
      expect.objectContaining({
        ...fields,
        id: inbound?.id,
        body: 'Oi, tudo bem?',
        fromMe: false,
        ack: expect.any(Number),
        quotedMsg: null,
        contact: expect.objectContaining({ name: 'Marina' }),
      }),
    )
    const { messages } = await fixture.ana.does(listMessages, { params: { ticketId } })
    expect(messages.at(-1)).toEqual(said)
    expect(await messageEvents(fixture.rui)).toMatchObject([{ action: 'create', message: said }])
  })

  it('CONVO-04 a quote is returned with the message; one of another conversation is refused', async () => {
    const { messages } = await fixture.ana.does(listMessages, { params: { ticketId } })
    const other = await fixture.open(fixture.ana)
    const quotedMsg = { id: messages[0]?.id }

    const quoted = await say(fixture.ana, ticketId, { body: 'Sim!', quotedMsg, clientId: clientId() })
    const foreign = await say(fixture.ana, other, { body: 'Sim!', quotedMsg, clientId: clientId() })

    expect(quoted.body).toMatchObject({
      quotedMsg: { id: messages[0]?.id, body: 'Oi, tudo bem?', fromMe: false },
    })
    expect([foreign.status, foreign.error]).toEqual([404, 'ERR_NO_MESSAGE_FOUND'])
  })

  it('MESSAGE-05 existing clients may send read, fromMe and mediaUrl, without effect', async () => {
    const body = { read: 1, fromMe: false, mediaUrl: 'http://169.254.169.254/', body: 'Oi', quotedMsg: null }

    const answer = await say(fixture.ana, ticketId, body)

    expect(answer.body).toMatchObject({ fromMe: true, mediaUrl: null, mediaType: null })
  })

  it('MESSAGE-06 several files are several messages, each with its caption', async () => {
    const form = new FormData()
    for (const name of ['um.txt', 'dois.txt']) form.append('medias', new Blob([`arquivo ${name}`]), name)
    for (const text of ['primeiro', 'dois.txt']) form.append('body', text)
    form.append('fromMe', 'true')
    const request = new Request('http://balcao.test/', { method: 'POST', body: form })

    const answer = await testApp.app.http.inject({
      method: 'POST',
      url: `/messages/${ticketId}`,
      headers: {
        authorization: `Bearer ${fixture.ana.token}`,
        'content-type': request.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await request.arrayBuffer()),
    })

    expect(answer.json()).toMatchObject([
      { body: 'primeiro', mediaType: 'application', media: { fileName: 'um.txt', state: 'ready' } },
      { body: '', mediaType: 'application', media: { fileName: 'dois.txt' } },
    ])
    const file = await testApp.app.http.inject({ method: 'GET', url: answer.json()[0].mediaUrl })
    expect([file.statusCode, file.body]).toEqual([200, 'arquivo um.txt'])
  })
})

describe('acks', () => {
  it('MESSAGE-02 MESSAGE-11 acks rise to delivered and read, never fall, and reach viewers', async () => {
    const ticketId = await fixture.open(fixture.ana)
    const message = await sent(ticketId)
    fixture.ana.shows({ chatBoxes: [ticketId] })
    await fixture.ana.received()

    for (const level of [1, 3, 2, 1] as const)
      await fixture.company.tells(fixture.numbers.sales, ack(message, level))

    expect((await messageEvents(fixture.ana)).map(({ message: { ack: level } }) => level)).toEqual([1, 3])
    expect(await fixture.ana.does(getTicket, { params: { ticketId } })).toMatchObject({ lastMessageAck: 3 })
    expect(await testApp.table('outbox').find({ message_id: message.id }, ['state'])).toEqual([
      { state: 'sent' },
    ])
  })

  it('MESSAGE-11 an ack from another conversation changes nothing', async () => {
    const message = await sent(await fixture.open(fixture.ana))
    const other = await sent(await fixture.open(fixture.ana))

    await fixture.company.tells(fixture.numbers.sales, ack({ ...message, chat: other.chat }, 3))

    expect(await testApp.table('messages').find({ id: message.id }, ['ack'])).toEqual([{ ack: 0 }])
  })

  it('MESSAGE-07 a refusal fails the message, and *try again* sends it under the same id', async () => {
    const ticketId = await fixture.open(fixture.ana)
    const message = await sent(ticketId)
    await fixture.company.tells(fixture.numbers.sales, ack(message, 1, 463))
    const failed = await testApp.table('messages').get({ id: message.id }, ['failure', 'whatsapp_id'])

    const again = await fixture.ana.does(retryMessage, { params: { messageId: message.id } })

    expect(failed).toEqual({ failure: 'ERR_WAPP_MSG_RESTRICTED', whatsapp_id: message.whatsappId })
    expect(again).toMatchObject({ failure: null, ack: 0 })
    expect(await testApp.table('outbox').find({ message_id: message.id }, ['state'])).toEqual([
      { state: 'waiting' },
    ])
    expect((await fixture.ana.call(retryMessage, { params: { messageId: message.id } })).error).toBe(
      'ERR_TICKET_STATE',
    )
    expect((await fixture.stranger.call(retryMessage, { params: { messageId: message.id } })).status).toBe(
      404,
    )
  })
})

describe('deleting', () => {
  it('MESSAGE-08 CONVO-09 a deleted message keeps its place and loses its content everywhere', async () => {
    const ticketId = await fixture.open(fixture.ana)
    const message = await sent(ticketId, 'Preço errado')
    await testApp
      .table('outbox')
      .update({ message_id: message.id }, { state: 'sending', begun_at: testApp.now() })
    fixture.rui.shows({ chatBoxes: [ticketId] })
    await fixture.rui.received()

    const deleted = await fixture.ana.does(deleteMessage, { params: { messageId: message.id } })

    expect(deleted).toMatchObject({ id: message.id, isDeleted: true, body: '' })
    expect(await messageEvents(fixture.rui)).toEqual([{ action: 'update', message: deleted }])
    expect(await testApp.table('outbox').find({ message_id: message.id }, ['kind', 'change_id'])).toEqual([
      { kind: 'message', change_id: null },
      { kind: 'deletion', change_id: expect.stringMatching(/^3EB0[0-9A-F]{18}$/) },
    ])
    expect(await fixture.ana.does(getTicket, { params: { ticketId } })).toMatchObject({
      lastMessage: '🚫 Mensagem apagada',
    })
  })

  it("MESSAGE-08 refused for the customer's and for strangers' messages, and after two days", async () => {
    const ticketId = await fixture.open(fixture.ana)
    const { messages } = await fixture.ana.does(listMessages, { params: { ticketId } })
    const theirs = messages[0]?.id as MessageId
    const old = await sent(ticketId)
    await ageRows(testApp.table('messages'), { id: old.id }, 'created_at', 49 * 3600)

    const answers = [
      await fixture.ana.call(deleteMessage, { params: { messageId: theirs } }),
      await fixture.stranger.call(deleteMessage, { params: { messageId: theirs } }),
      await fixture.ana.call(deleteMessage, { params: { messageId: old.id } }),
    ]

    expect(answers.map(({ status, error }) => [status, error])).toEqual([
      [403, 'ERR_NO_PERMISSION'],
      [404, 'ERR_NO_MESSAGE_FOUND'],
      [400, 'ERR_DELETE_WAPP_MSG'],
    ])
  })

  it('a message that the customer deletes is deleted here too, but only an own one', async () => {
    const from = fixture.newNumber()
    const ticketId = await fixture.company.hears({
      over: fixture.numbers.sales,
      from,
      id: 'GONE1',
      text: 'Ops',
    })
    const other: ChatAddress = { kind: 'person', phone: fixture.newNumber(), lid: null }
    await fixture.company.hears({ over: fixture.numbers.sales, from: other.phone ?? '', text: 'Oi' })
    const id = 'GONE1' as WhatsappMessageId // an id of WhatsApp's
    const deletion = { kind: 'deletion', id, fromMe: false, author: null } as const

    await fixture.company.tells(fixture.numbers.sales, { ...deletion, chat: other })
    const before = await fixture.ana.does(listMessages, { params: { ticketId } })
    await fixture.company.tells(fixture.numbers.sales, {
      ...deletion,
      chat: { kind: 'person', phone: from, lid: null },
    })
    const after = await fixture.ana.does(listMessages, { params: { ticketId } })

    expect([before.messages[0]?.isDeleted, after.messages[0]?.isDeleted]).toEqual([false, true])
  })
})

describe('the conversation', () => {
  it('MESSAGE-04 newest page first, in time order, with older readable tickets of the contact', async () => {
    const from = fixture.newNumber()
    const foreign = await fixture.company.hears({ over: fixture.numbers.support, from, text: 'No suporte' })
    await fixture.bia.does(updateTicket, { params: { ticketId: foreign }, body: { status: 'closed' } })
    const old = await fixture.company.hears({ over: fixture.numbers.sales, from, text: 'Antiga' })
    await fixture.ana.does(updateTicket, { params: { ticketId: old }, body: { status: 'closed' } })
    let ticketId = old
    for (let at = 1; at <= 25; at++) {
      ticketId = await fixture.company.hears({ over: fixture.numbers.sales, from, text: `Nova ${at}` })
    }

    const first = await fixture.ana.does(listMessages, { params: { ticketId } })
    const before = first.messages[0]?.id
    const second = await fixture.ana.does(listMessages, { params: { ticketId }, query: { before } })

    expect(first.messages.map(({ body }) => body)).toEqual(
      Array.from({ length: 20 }, (_, at) => `Nova ${at + 6}`),
    )
    expect(first.hasMore).toBe(true)
    expect(second.messages.map(({ body }) => body)).toEqual([
      'Antiga',
      ...Array.from({ length: 5 }, (_, at) => `Nova ${at + 1}`),
    ])
    expect(second.hasMore).toBe(false)
  })

  it('TICKET-51 TICKET-12 the owner reads it; a colleague and an admin who look change nothing', async () => {
    const ticketId = await fixture.open(fixture.ana)
    const { contact } = await fixture.ana.does(getTicket, { params: { ticketId } })
    await fixture.company.hears({ over: fixture.numbers.sales, from: contact.number, text: 'E aí?' })

    fixture.rui.shows({ chatBoxes: [ticketId] })
    await fixture.rui.received()
    const deliveryContents = async () => (await fixture.rui.received()).map(({ payload }) => payload)
    const receipts = () =>
      testApp
        .table('outbox')
        .find<{ payload: { messages: unknown[] } }>({ contact_id: contact.id, kind: 'read' }, ['payload'])
    const before = (await receipts()).length // accepting marked the earlier messages as read

    for (const person of [fixture.rui, fixture.company.admin])
      await person.does(listMessages, { params: { ticketId } })
    const looked = await fixture.ana.does(getTicket, { params: { ticketId } })
    const untold = [await deliveryContents(), (await receipts()).length - before]
    await fixture.ana.does(listMessages, { params: { ticketId } })
    const read = await fixture.ana.does(getTicket, { params: { ticketId } })

    expect([looked.unreadMessages, ...untold]).toEqual([1, [], 0])
    expect(read.unreadMessages).toBe(0)
    expect(await deliveryContents()).toMatchObject([{ action: 'updateUnread', ticketId }])
    const [receipt, ...more] = (await receipts()).slice(before)
    expect([receipt?.payload.messages.length, more]).toEqual([1, []])
  })

  it('TICKET-51 a fetch by the owner without a view leaves messages unread', async () => {
    const ticketId = await fixture.open(fixture.ana)
    const { contact } = await fixture.ana.does(getTicket, { params: { ticketId } })
    await fixture.company.hears({ over: fixture.numbers.sales, from: contact.number, text: 'E aí?' })

    const fetched = await fixture.ana.does(listMessages, { params: { ticketId }, query: { unseen: true } })
    const unread = await fixture.ana.does(getTicket, { params: { ticketId } })
    const seen = await fixture.ana.does(listMessages, { params: { ticketId }, query: { unseen: false } })

    expect(fetched.messages.map(({ body }) => body)).toContain('E aí?')
    expect([fetched.ticket, unread, seen.ticket].map(({ unreadMessages }) => unreadMessages)).toEqual([
      1, 1, 0,
    ])
  })
})
