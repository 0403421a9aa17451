import { mergeContacts } from '@balcao/contract/contacts'
import { updateSetting } from '@balcao/contract/people'
import { updateTicket } from '@balcao/contract/tickets'
import type { ConnectionId, ContactId, TicketId, WhatsappMessageId } from '@balcao/domain/ids'
import type { PersonAddress } from '@balcao/whatsapp/gateway'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { purgeProcessedQueueRows } from '../../processes/housekeeping/purge-queues'
import { ageRows } from '../../testing/age-rows'
import { openTestApp, type Person, type TestApp, type TestCompany } from '../../testing/test-app'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const from = '5511911112222'
const lid = '99000011112222'

interface Fixture {
  readonly company: TestCompany
  readonly connectionId: ConnectionId
}

async function fixture(): Promise<Fixture> {
  const company = await testApp.company()
  return { company, connectionId: await company.connection('Loja') }
}

const act = (person: Person, ticketId: TicketId, status: 'open' | 'closed') =>
  person.does(updateTicket, { params: { ticketId }, body: { status } })

function ticketsOf({ id }: TestCompany) {
  return testApp
    .table('tickets')
    .find({ company_id: id }, ['id', 'status', 'unread', 'queue_id', 'connection_id'])
}

test('MESSAGE-09 a first message creates a contact and a pending ticket with one unread message', async () => {
  const { company, connectionId } = await fixture()

  const id = await company.hears({ over: connectionId, from, text: 'Oi', name: 'Carla' })

  expect(await ticketsOf(company)).toEqual([
    { id, status: 'pending', unread: 1, queue_id: null, connection_id: connectionId },
  ])
  const contacts = await testApp.table('contacts').find({ company_id: company.id }, ['name', 'number'])
  expect(contacts).toEqual([{ name: 'Carla', number: from }])
})

test('TICKET-34 the next message joins the live ticket; after resolving, another opens', async () => {
  const { company, connectionId } = await fixture()
  const first = await company.hears({ over: connectionId, from })

  expect(await company.hears({ over: connectionId, from })).toBe(first)
  await act(company.admin, first, 'open')
  await act(company.admin, first, 'closed')
  const second = await company.hears({ over: connectionId, from })

  expect(second).not.toBe(first)
  expect(await ticketsOf(company)).toMatchObject([{ status: 'closed' }, { status: 'pending', unread: 1 }])
})

test('MESSAGE-09 a repeated delivery changes nothing, also when the ticket is closed', async () => {
  const { company, connectionId } = await fixture()
  const words = { over: connectionId, from, id: 'AAA1', text: 'Oi' }
  const ticketId = await company.hears(words)
  await act(company.admin, ticketId, 'open')
  await act(company.admin, ticketId, 'closed')
  const before = await ticketsOf(company)
  await company.admin.received()

  await company.hears(words)

  expect(await ticketsOf(company)).toEqual(before)
  expect(await testApp.table('messages').find({ company_id: company.id })).toHaveLength(1)
  expect(await company.admin.received()).toEqual([])
})

test('a connection with one queue assigns it to new tickets, so its users get the event', async () => {
  const company = await testApp.company()
  const sales = await company.queue('Vendas')
  const connectionId = await company.connection('Loja', [sales])
  const ana = await company.person('Ana', { queueIds: [sales] })
  const bia = await company.person('Bia', { queueIds: [await company.queue('Suporte')] })
  for (const person of [ana, bia]) person.shows({ statuses: ['pending'], notification: true })
  for (const person of [ana, bia]) await person.received()

  await company.hears({ over: connectionId, from, text: 'Quero comprar' })

  expect(await ticketsOf(company)).toMatchObject([{ queue_id: sales }])
  const toAna = (await ana.received()).map(({ payload }) => payload)
  expect(toAna).toContainEqual(
    expect.objectContaining({
      action: 'create',
      message: expect.objectContaining({ body: 'Quero comprar' }),
    }),
  )
  const toBia = JSON.stringify(await bia.received())
  expect(toBia).not.toContain('Quero comprar')
})

test('with several queues a new ticket has no queue', async () => {
  const company = await testApp.company()
  const queueIds = [await company.queue('Vendas'), await company.queue('Suporte')]
  const connectionId = await company.connection('Loja', queueIds)

  await company.hears({ over: connectionId, from })

  expect(await ticketsOf(company)).toMatchObject([{ status: 'pending', queue_id: null }])
})

test('TICKET-34 a message to another number of the company moves the live ticket there', async () => {
  const { company, connectionId } = await fixture()
  const other = await company.connection('Oficina')
  const ticketId = await company.hears({ over: connectionId, from })

  expect(await company.hears({ over: other, from })).toBe(ticketId)

  expect(await ticketsOf(company)).toMatchObject([{ connection_id: other, unread: 2 }])
})

test('a message typed on the handset joins the latest ticket without reopening it', async () => {
  const { company, connectionId } = await fixture()
  const ticketId = await company.hears({ over: connectionId, from })
  await act(company.admin, ticketId, 'open')
  await act(company.admin, ticketId, 'closed')

  expect(await company.hears({ over: connectionId, from, fromMe: true, text: 'Até logo' })).toBe(ticketId)

  expect(await ticketsOf(company)).toMatchObject([{ status: 'closed', unread: 0 }])
})

test('a message typed on the handset joins the live ticket, also an older reopened one', async () => {
  const { company, connectionId } = await fixture()
  const older = await company.hears({ over: connectionId, from })
  await act(company.admin, older, 'open')
  await act(company.admin, older, 'closed')
  const newer = await company.hears({ over: connectionId, from })
  await act(company.admin, newer, 'open')
  await act(company.admin, newer, 'closed')
  await act(company.admin, older, 'open')

  expect(await company.hears({ over: connectionId, from, fromMe: true, text: 'Voltei' })).toBe(older)
})

test('a message typed on the handset to a new contact opens a ticket with nothing unread', async () => {
  const { company, connectionId } = await fixture()

  await company.hears({ over: connectionId, from, fromMe: true, text: 'Olá' })

  expect(await ticketsOf(company)).toMatchObject([{ status: 'pending', unread: 0 }])
  const messages = await testApp.table('messages').find({ company_id: company.id }, ['from_me', 'ack'])
  expect(messages).toEqual([{ from_me: true, ack: 1 }])
})

test('MESSAGE-12 CheckMsgIsGroup ignores groups; else a group has one ticket with its writers', async () => {
  const { company, connectionId } = await fixture()
  const words = { over: connectionId, group: '120363000000000001' }
  await expect(company.hears({ ...words, from, name: 'Carla' })).rejects.toThrow('not stored')
  expect(await ticketsOf(company)).toEqual([])

  await company.admin.does(updateSetting, { params: { key: 'CheckMsgIsGroup' }, body: { value: 'disabled' } })
  await company.hears({ ...words, from, name: 'Carla', text: 'um' })
  await company.hears({ ...words, from: '5511933334444', name: 'Davi', text: 'dois' })

  expect(await ticketsOf(company)).toMatchObject([{ unread: 2 }])
  const contact = (id: unknown) => testApp.table('contacts').get({ id }, ['name', 'is_group'])
  const messages = await testApp.table('messages').find({ company_id: company.id })
  const writers = messages.map(async ({ body, contact_id, author_contact_id }) => {
    const { is_group } = await contact(contact_id)
    return { body, name: (await contact(author_contact_id)).name, is_group }
  })
  expect(await Promise.all(writers)).toEqual([
    { body: 'um', name: 'Carla', is_group: true },
    { body: 'dois', name: 'Davi', is_group: true },
  ])
})

test('MESSAGE-11 acks only rise, in any order and however often they arrive', async () => {
  const { company, connectionId } = await fixture()
  await company.hears({ over: connectionId, from, fromMe: true, id: 'OURS1' })
  const chat: PersonAddress = { kind: 'person', phone: from, lid: null }
  const seen: number[] = []

  for (const ack of [2, 1, 3, 3, 2] as const) {
    const ids = ['OURS1' as WhatsappMessageId]
    await company.tells(connectionId, { kind: 'ack', chat, ids, ack, refusedWith: null })
    const row = await testApp.table('messages').get<{ ack: number }>({ company_id: company.id }, ['ack'])
    seen.push(row.ack)
  }

  expect(seen).toEqual([2, 2, 3, 3, 3])
})

test('a number and a LID that WhatsApp links become one contact', async () => {
  const { company, connectionId } = await fixture()
  const ticketId = await company.hears({ over: connectionId, from })

  await company.tells(connectionId, { kind: 'identity', person: { kind: 'person', phone: from, lid } })
  await company.tells(connectionId, {
    kind: 'message',
    id: 'LID1' as WhatsappMessageId,
    chat: { kind: 'person', phone: null, lid },
    fromMe: false,
    author: null,
    pushName: 'Carla',
    sentAt: testApp.now(),
    content: { kind: 'text', text: 'sou eu' },
    quotedId: null,
  })

  const rows = await testApp.table('messages').find({ company_id: company.id }, ['ticket_id'])
  expect(rows).toEqual([{ ticket_id: ticketId }, { ticket_id: ticketId }])
})

test('a message that the customer deleted is marked as deleted', async () => {
  const { company, connectionId } = await fixture()
  await company.hears({ over: connectionId, from, id: 'BACK1', text: 'ops' })

  await company.tells(connectionId, {
    kind: 'deletion',
    chat: { kind: 'person', phone: from, lid: null },
    id: 'BACK1' as WhatsappMessageId,
    fromMe: false,
    author: null,
  })

  const row = await testApp.table('messages').get({ company_id: company.id }, ['is_deleted'])
  expect(row).toEqual({ is_deleted: true })
})

test('a correction changes its message in its own conversation, and opens nothing', async () => {
  const { company, connectionId } = await fixture()
  await company.hears({ over: connectionId, from, id: 'EDIT1', text: 'às 14h' })
  const correction = {
    kind: 'edit',
    id: 'EDIT1' as WhatsappMessageId, // an id of WhatsApp's
    fromMe: false,
    author: null,
    text: 'às 15h',
    editedAt: testApp.now(),
  } as const

  await company.tells(connectionId, {
    ...correction,
    chat: { kind: 'person', phone: '5511900000009', lid: null },
  })
  const untouched = await testApp.table('messages').find({ company_id: company.id }, ['body'])
  await company.tells(connectionId, { ...correction, chat: { kind: 'person', phone: from, lid: null } })

  const rows = await testApp.table('messages').find({ company_id: company.id }, ['body'])
  const tickets = await testApp.table('tickets').find({ company_id: company.id }, ['id'])
  expect(untouched).toEqual([{ body: 'às 14h' }])
  expect(rows).toEqual([{ body: 'às 15h' }])
  expect(tickets).toHaveLength(1)
})

describe('a change that arrives before its message', () => {
  const chat = { kind: 'person', phone: from, lid: null } as const
  const id = 'EARLY1' as WhatsappMessageId // an id of WhatsApp's
  const change = { chat, id, fromMe: false, author: null } as const
  const correction = (text: string) => ({ ...change, kind: 'edit', text, editedAt: testApp.now() }) as const
  const waiting = (company: TestCompany) =>
    testApp.table('early_changes').find({ company_id: company.id }, ['id'])
  const messages = (company: TestCompany) =>
    testApp.table('messages').find({ company_id: company.id }, ['body', 'is_deleted'])

  test('a correction waits for its message, and is applied when it arrives', async () => {
    const { company, connectionId } = await fixture()

    await company.tells(connectionId, correction('às 15h'))
    await company.tells(connectionId, correction('às 16h'))
    const before = await waiting(company)
    await company.hears({ over: connectionId, from, id, text: 'às 14h' })

    expect(before).toHaveLength(2)
    expect(await messages(company)).toEqual([{ body: 'às 16h', is_deleted: false }])
    expect(await waiting(company)).toEqual([])
  })

  test('a deletion waits for its message, which arrives as deleted', async () => {
    const { company, connectionId } = await fixture()

    await company.tells(connectionId, { ...change, kind: 'deletion' })
    await company.hears({ over: connectionId, from, id, text: 'ops' })

    expect(await messages(company)).toEqual([{ body: 'ops', is_deleted: true }])
    expect(await waiting(company)).toEqual([])
  })

  test('a change of another conversation never applies; it waits for a message of its own', async () => {
    const { company, connectionId } = await fixture()
    const stranger = '5511900000009'
    await company.hears({ over: connectionId, from: stranger, text: 'dele' })

    await company.tells(connectionId, {
      ...change,
      kind: 'deletion',
      chat: { kind: 'person', phone: stranger, lid: null },
    })
    await company.hears({ over: connectionId, from, id, text: 'meu' })

    expect(await messages(company)).toEqual([
      { body: 'dele', is_deleted: false },
      { body: 'meu', is_deleted: false },
    ])
    expect(await waiting(company)).toHaveLength(1)
  })

  test('for a message that never arrives it opens nothing, and is deleted after eight days', async () => {
    const { company, connectionId } = await fixture()

    await company.tells(connectionId, correction('às 15h'))
    const age = (hours: number) =>
      ageRows(testApp.table('early_changes'), { company_id: company.id }, 'created_at', hours * 3600)
    await age(7 * 24)
    await purgeProcessedQueueRows(testApp.app.workplace)
    const inTime = await waiting(company)
    await age(25)
    await purgeProcessedQueueRows(testApp.app.workplace)

    expect(inTime).toHaveLength(1)
    expect(await waiting(company)).toEqual([])
    expect(await ticketsOf(company)).toEqual([])
  })

  test('the newest hundred of a conversation wait', async () => {
    const { company, connectionId } = await fixture()
    await company.hears({ over: connectionId, from: '5511900000009' })
    await company.tells(connectionId, correction('a primeira'))
    const other = { kind: 'person', phone: '5511900000009', lid: null } as const
    await company.tells(connectionId, { ...correction('de outra'), chat: other })

    for (let number = 0; number < 100; number += 1) {
      await company.tells(connectionId, { ...correction('flood'), id: `FLOOD${number}` as WhatsappMessageId })
    }
    await company.hears({ over: connectionId, from, id, text: 'às 14h' })

    const chats = (await testApp.table('early_changes').find({ company_id: company.id })).map(
      ({ chat }) => chat,
    )
    const ofEachChat = [...new Set(chats)].map((chat) => chats.filter((each) => each === chat).length)
    expect(ofEachChat.sort((one, other) => one - other)).toEqual([1, 100])
    expect(await messages(company)).toContainEqual({ body: 'às 14h', is_deleted: false })
  })
})

describe('MESSAGE-09 a change from an unknown chat', () => {
  const id = 'HERS1' as WhatsappMessageId // an id of WhatsApp's
  const unknownChat = { kind: 'person', phone: null, lid } as const
  const deletion = { kind: 'deletion', chat: unknownChat, id, author: null } as const
  const correction = { ...deletion, kind: 'edit', text: 'às 15h' } as const
  const pair = { kind: 'identity', person: { kind: 'person', phone: from, lid } } as const
  const messages = ({ id: companyId }: TestCompany) =>
    testApp.table('messages').find({ company_id: companyId }, ['body', 'is_deleted'])
  const waiting = (company: TestCompany) =>
    testApp.table('early_changes').find({ company_id: company.id }, ['id'])

  test.each([false, true])('a deletion changes no message of another chat (ours: %j)', async (fromMe) => {
    const { company, connectionId } = await fixture()
    await stored(company, connectionId, fromMe)

    await company.tells(connectionId, { ...deletion, fromMe })

    expect(await messages(company)).toEqual([{ body: 'às 14h', is_deleted: false }])
    expect(await ticketsOf(company)).toHaveLength(1)
  })

  test.each([false, true])('a correction changes none either (ours: %j)', async (fromMe) => {
    const { company, connectionId } = await fixture()
    await stored(company, connectionId, fromMe)

    await company.tells(connectionId, { ...correction, fromMe, editedAt: testApp.now() })

    expect(await messages(company)).toEqual([{ body: 'às 14h', is_deleted: false }])
  })

  test('a reaction changes none either, and creates no contact', async () => {
    const { company, connectionId } = await fixture()
    await stored(company, connectionId, false)

    const reaction = {
      kind: 'reaction',
      onOurs: false,
      fromMe: false,
      emoji: '👍',
      at: testApp.now(),
    } as const
    await company.tells(connectionId, { ...reaction, chat: unknownChat, id, author: null })

    expect(await testApp.table('message_reactions').count({ company_id: company.id })).toBe(0)
    expect(await testApp.table('contacts').count({ company_id: company.id })).toBe(1)
  })

  test('nor does one of a group without any known message', async () => {
    const { company, connectionId } = await fixture()
    await stored(company, connectionId, false)
    const chat = { kind: 'group', group: '120363000777' } as const

    await company.tells(connectionId, { ...deletion, chat, author: unknownChat, fromMe: false })

    expect(await messages(company)).toEqual([{ body: 'às 14h', is_deleted: false }])
  })

  test('is applied once WhatsApp links the unknown address to the customer', async () => {
    const { company, connectionId } = await fixture()
    await stored(company, connectionId, false)
    await company.tells(connectionId, { ...correction, fromMe: false, editedAt: testApp.now() })
    await company.tells(connectionId, { ...deletion, fromMe: false })

    await company.tells(connectionId, pair)

    expect(await messages(company)).toEqual([{ body: 'às 15h', is_deleted: true }])
    expect(await waiting(company)).toEqual([])
  })

  test('also when the message arrives after them; the day counts from their arrival', async () => {
    const { company, connectionId } = await fixture()
    await company.tells(connectionId, { ...correction, fromMe: false, editedAt: testApp.now() })
    await company.tells(connectionId, { ...deletion, fromMe: false })
    const since = () => testApp.table('early_changes').find({ company_id: company.id }, ['created_at'])
    const receivedAt = await since()

    await stored(company, connectionId, false)
    const before = await messages(company)
    const stillSince = await since()
    await company.tells(connectionId, pair)

    expect(before).toEqual([{ body: 'às 14h', is_deleted: false }])
    expect(stillSince).toEqual(receivedAt)
    expect(await messages(company)).toEqual([{ body: 'às 15h', is_deleted: true }])
    expect(await waiting(company)).toEqual([])
  })

  test('also when a user merges the two contacts', async () => {
    const { company, connectionId } = await fixture()
    await stored(company, connectionId, false)
    await company.tells(connectionId, written({ chat: unknownChat, id: 'HERS2', text: 'sou eu' }))
    await company.tells(connectionId, { ...deletion, fromMe: false })
    const [one, other] = await testApp
      .table('contacts')
      .find<{ id: ContactId }>({ company_id: company.id }, ['id'])
    if (one === undefined || other === undefined) throw new Error('both wrote')

    await company.admin.does(mergeContacts, { params: { contactId: one.id, otherContactId: other.id } })

    expect(await messages(company)).toContainEqual({ body: 'às 14h', is_deleted: true })
    expect(await waiting(company)).toEqual([])
  })

  test('also when both had written before and are merged', async () => {
    const { company, connectionId } = await fixture()
    await stored(company, connectionId, false)
    await company.tells(connectionId, written({ chat: unknownChat, id: 'HERS2', text: 'sou eu' }))
    await company.tells(connectionId, { ...deletion, fromMe: false })
    const before = await messages(company)

    await company.tells(connectionId, pair)

    expect(before).toContainEqual({ body: 'às 14h', is_deleted: false })
    expect(await messages(company)).toContainEqual({ body: 'às 14h', is_deleted: true })
    expect(await waiting(company)).toEqual([])
  })

  test('a change of another message stays waiting', async () => {
    const { company, connectionId } = await fixture()
    await stored(company, connectionId, false)
    await company.tells(connectionId, { ...deletion, id: 'LATER' as WhatsappMessageId, fromMe: false })

    await company.tells(connectionId, pair)
    const still = await waiting(company)
    await company.tells(connectionId, written({ chat: unknownChat, id: 'LATER', text: 'ops' }))

    expect(still).toHaveLength(1)
    expect(await messages(company)).toEqual([
      { body: 'às 14h', is_deleted: false },
      { body: 'ops', is_deleted: true },
    ])
  })

  test('MESSAGE-11 an ack still applies: it changes no text, and never arrives again', async () => {
    const { company, connectionId } = await fixture()
    await stored(company, connectionId, true)

    await company.tells(connectionId, {
      kind: 'ack',
      chat: unknownChat,
      ids: [id],
      ack: 3,
      refusedWith: null,
    })

    const rows = await testApp.table('messages').find({ company_id: company.id }, ['ack'])
    expect(rows).toEqual([{ ack: 3 }])
  })

  /** Stores a message with this id in the customer's chat by number, theirs or ours from the handset. */
  async function stored(company: TestCompany, over: ConnectionId, fromMe: boolean): Promise<void> {
    const chat = { kind: 'person', phone: from, lid: null } as const
    await company.tells(over, { ...written({ chat, id, text: 'às 14h' }), fromMe })
  }

  function written({ chat, id, text }: { chat: PersonAddress; id: string; text: string }) {
    return {
      kind: 'message',
      id: id as WhatsappMessageId, // an id of WhatsApp's
      chat,
      fromMe: false,
      author: null,
      pushName: null,
      sentAt: testApp.now(),
      content: { kind: 'text', text },
      quotedId: null,
    } as const
  }
})

test('an unreadable message has a placeholder until its content arrives, and stays filled', async () => {
  const { company, connectionId } = await fixture()
  const message = {
    kind: 'message',
    id: 'LATE1' as WhatsappMessageId, // an id of WhatsApp's
    chat: { kind: 'person', phone: from, lid: null },
    fromMe: false,
    author: null,
    pushName: 'Carla',
    sentAt: testApp.now(),
    quotedId: null,
  } as const
  const placeholder = { ...message, content: { kind: 'unsupported', what: 'undecryptable' } } as const
  const bodies = () => testApp.table('messages').find({ company_id: company.id }, ['body'])

  await company.tells(connectionId, placeholder)
  const before = await bodies()
  await company.tells(connectionId, { ...message, content: { kind: 'text', text: 'chegou' } })
  await company.tells(connectionId, placeholder)

  expect(before).toEqual([{ body: expect.stringContaining('ainda não pôde ser lida') }])
  expect(await bodies()).toEqual([{ body: 'chegou' }])
})

test('reactions, calls, group names and history open no ticket', async () => {
  const { company, connectionId } = await fixture()
  const chat = { kind: 'person', phone: from, lid: null } as const
  const id = 'NONE1' as WhatsappMessageId // an id of WhatsApp's
  const at = testApp.now()

  await company.tells(connectionId, {
    kind: 'reaction',
    chat,
    id,
    onOurs: true,
    fromMe: false,
    author: null,
    emoji: '👍',
    at,
  })
  await company.tells(connectionId, { kind: 'call', id: 'CALL1', chat, video: false, outcome: 'missed', at })
  await company.tells(connectionId, {
    kind: 'group',
    chat: { kind: 'group', group: '120363000000000001' },
    subject: 'Obra',
    at,
  })
  await company.tells(connectionId, { kind: 'history', chat, name: 'Carla', messages: [] })

  expect(await testApp.table('tickets').find({ company_id: company.id }, ['id'])).toEqual([])
})

test("I2 NUL and halves of characters in a stranger's texts are removed", async () => {
  const { company, connectionId } = await fixture()

  await company.hears({ over: connectionId, from, name: 'Car\u0000la \ud83d', text: 'a\u0000b \udc00' })

  const { body, contact_id } = await testApp.table('messages').get({ company_id: company.id })
  const { name } = await testApp.table('contacts').get({ id: contact_id })
  expect({ body, name }).toEqual({ body: 'ab \ufffd', name: 'Carla \ufffd' })
})
