import { getContact } from '@balcao/contract/contacts'
import type { LiveMessagePayload } from '@balcao/contract/live'
import {
  deleteMessage,
  editMessage,
  listMessages,
  type MessageView,
  reactToMessage,
  sendMessage,
} from '@balcao/contract/messages'
import { deleteUser, updateSetting } from '@balcao/contract/people'
import { getTicket, updateTicket } from '@balcao/contract/tickets'
import type { MessageId, TicketId, WhatsappMessageId } from '@balcao/domain/ids'
import type { ChatAddress, InboundEdit, InboundReaction, PersonAddress } from '@balcao/whatsapp/gateway'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ageRows } from '../../../testing/age-rows'
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app'
import { openTicketFixture, type TicketFixture } from '../../tickets/testing/ticket-fixture'
import { moveUnsentMessagesToSuccessor } from '../outgoing/leave-connection'

let testApp: TestApp
let fixture: TicketFixture
beforeAll(async () => {
  testApp = await openTestApp()
  fixture = await openTicketFixture(testApp)
  const groupsToo = { params: { key: 'CheckMsgIsGroup' }, body: { value: 'disabled' } } as const
  await fixture.company.admin.does(updateSetting, groupsToo)
})
afterAll(() => testApp.close())

const person = (phone: string): PersonAddress => ({ kind: 'person', phone, lid: null })
const waId = (id: string) => id as WhatsappMessageId // an id of WhatsApp's

interface Talk {
  readonly ticketId: TicketId
  readonly chat: ChatAddress
  /** The customer's message. */
  readonly theirs: { readonly id: MessageId; readonly whatsappId: WhatsappMessageId }
  readonly ours: { readonly id: MessageId; readonly whatsappId: WhatsappMessageId }
}

let customers = 0
/**
 * Ana's open conversation: the customer has asked, Ana has answered, and WhatsApp has the answer unless `isUnsent`.
 */
async function aTalk({ isUnsent = false } = {}): Promise<Talk> {
  const from = fixture.newNumber()
  const theirId = waId(`THEIRS${++customers}`)
  const ticketId = await fixture.company.hears({
    over: fixture.numbers.sales,
    from,
    id: theirId,
    text: 'Que dia?',
  })
  await fixture.ana.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
  const answer = await fixture.ana.does(sendMessage, { params: { ticketId }, body: { body: 'Às 14h' } })
  const ours = answer as MessageView // one text makes one message
  const [theirs, reserved] = await testApp
    .table('messages')
    .find<{ id: MessageId; whatsapp_id: WhatsappMessageId }>({ ticket_id: ticketId }, ['id', 'whatsapp_id'])
  if (theirs === undefined || reserved === undefined) throw new Error('a talk has two messages')
  const talk = {
    ticketId,
    chat: person(from),
    theirs: { id: theirs.id, whatsappId: theirId },
    ours: { id: ours.id, whatsappId: reserved.whatsapp_id },
  }
  if (!isUnsent) await hearAck(talk, talk.ours.whatsappId)
  return talk
}

async function hearAck({ chat }: Talk, id: WhatsappMessageId, refusedWith: number | null = null) {
  // The connection has already started to send it.
  const begun = { state: 'sending', begun_at: testApp.now() }
  await testApp.table('outbox').update({ state: 'waiting' }, begun)
  await fixture.company.tells(fixture.numbers.sales, { kind: 'ack', chat, ids: [id], ack: 1, refusedWith })
}

const edit = (who: Person, messageId: MessageId, body: string) =>
  who.call(editMessage, { params: { messageId }, body: { body } })
const react = (who: Person, messageId: MessageId, emoji: string) =>
  who.call(reactToMessage, { params: { messageId }, body: { emoji } })

function ordersAbout(messageId: MessageId) {
  return testApp
    .table('outbox')
    .find<{ kind: string; state: string; change_id: WhatsappMessageId | null }>({ message_id: messageId }, [
      'kind',
      'state',
      'change_id',
    ])
}

async function lastChange(messageId: MessageId): Promise<WhatsappMessageId> {
  const id = (await ordersAbout(messageId)).at(-1)?.change_id
  if (id === null || id === undefined) throw new Error('nothing was changed')
  return id
}

async function shown(ticketId: TicketId, id: MessageId): Promise<MessageView> {
  const { messages } = await fixture.ana.does(listMessages, { params: { ticketId } })
  const message = messages.find((one) => one.id === id)
  if (message === undefined) throw new Error('the message is not there')
  return message
}

async function updates(who: Person): Promise<readonly MessageView[]> {
  const inbound = (await who.received()).filter(({ channel }) => channel.endsWith('-appMessage'))
  return inbound.map(({ payload }) => (payload as LiveMessagePayload).message)
}

describe('correcting', () => {
  it('a correction is queued behind its message, shown at once, and sent to viewers', async () => {
    const talk = await aTalk()
    fixture.ana.shows({ chatBoxes: [talk.ticketId] })
    fixture.bia.shows({ chatBoxes: [talk.ticketId] })
    for (const who of [fixture.ana, fixture.bia]) await who.received()

    const { body } = await edit(fixture.ana, talk.ours.id, 'Às 15h')

    expect(body).toMatchObject({ body: 'Às 15h', isEdited: true, refusedChange: null })
    expect(await ordersAbout(talk.ours.id)).toMatchObject([
      { kind: 'message', state: 'sent' },
      { kind: 'edit', state: 'waiting', change_id: expect.stringMatching(/^3EB0[0-9A-F]{18}$/) },
    ])
    expect(await updates(fixture.ana)).toMatchObject([{ id: talk.ours.id, body: 'Às 15h', isEdited: true }])
    expect(await updates(fixture.bia)).toEqual([])
    const ticket = await fixture.ana.does(getTicket, { params: { ticketId: talk.ticketId } })
    expect(ticket).toMatchObject({ lastMessage: 'Às 15h', status: 'open', unreadMessages: 0 })
  })

  it('a message that has not started sending is sent with the new text, not as corrected', async () => {
    const talk = await aTalk({ isUnsent: true })

    const { body } = await edit(fixture.ana, talk.ours.id, 'Às 15h')

    expect(body).toMatchObject({ body: 'Às 15h', isEdited: false })
    expect(await ordersAbout(talk.ours.id)).toMatchObject([{ kind: 'message', state: 'waiting' }])
  })

  it('an unchanged text changes nothing; a blank one is refused', async () => {
    const talk = await aTalk()
    await edit(fixture.ana, talk.ours.id, 'Às 15h')

    await edit(fixture.ana, talk.ours.id, 'Às 15h')
    const blank = await edit(fixture.ana, talk.ours.id, '  ')

    expect(await ordersAbout(talk.ours.id)).toHaveLength(2)
    expect([blank.status, blank.error]).toEqual([400, 'ERR_VALIDATION'])
  })

  it("refused for others' messages or queues, deleted or failed ones, after 15 minutes", async () => {
    const talk = await aTalk()
    const deleted = await aTalk()
    await fixture.ana.does(deleteMessage, { params: { messageId: deleted.ours.id } })
    const failed = await aTalk({ isUnsent: true })
    await hearAck(failed, failed.ours.whatsappId, 463)
    const old = await aTalk()
    await ageRows(testApp.table('messages'), { id: old.ours.id }, 'created_at', 16 * 60)

    const answers = [
      await edit(fixture.ana, talk.theirs.id, 'x'),
      await edit(fixture.stranger, talk.ours.id, 'x'),
      await edit(fixture.bia, talk.ours.id, 'x'),
      await edit(fixture.ana, deleted.ours.id, 'x'),
      await edit(fixture.ana, failed.ours.id, 'x'),
      await edit(fixture.ana, old.ours.id, 'x'),
    ]

    expect(answers.map(({ status, error }) => [status, error])).toEqual([
      [403, 'ERR_NO_PERMISSION'],
      [404, 'ERR_NO_MESSAGE_FOUND'],
      [403, 'ERR_NO_PERMISSION'],
      [400, 'ERR_EDIT_WAPP_MSG'],
      [400, 'ERR_EDIT_WAPP_MSG'],
      [400, 'ERR_EDIT_WAPP_MSG'],
    ])
    expect((await shown(talk.ticketId, talk.ours.id)).body).toBe('Às 14h')
  })

  it('a correction that WhatsApp refuses restores the text that the customer sees', async () => {
    const talk = await aTalk()
    await edit(fixture.ana, talk.ours.id, 'Às 15h')
    fixture.ana.shows({ chatBoxes: [talk.ticketId] })
    await fixture.ana.received()

    await hearAck(talk, await lastChange(talk.ours.id), 479)

    const back = { body: 'Às 14h', isEdited: false, refusedChange: 'edit', failure: null }
    expect(await shown(talk.ticketId, talk.ours.id)).toMatchObject(back)
    expect(await updates(fixture.ana)).toMatchObject([back])
    expect((await ordersAbout(talk.ours.id)).at(-1)).toMatchObject({ kind: 'edit', state: 'failed' })
    expect((await edit(fixture.ana, talk.ours.id, 'Às 16h')).body).toMatchObject({ refusedChange: null })
  })

  it('of two corrections the second stays when the first is refused, and reverts past both', async () => {
    const talk = await aTalk()
    await edit(fixture.ana, talk.ours.id, 'Às 15h')
    const first = await lastChange(talk.ours.id)
    testApp.pass(1)
    await edit(fixture.ana, talk.ours.id, 'Às 16h')
    const second = await lastChange(talk.ours.id)

    await hearAck(talk, first, 479)
    const between = await shown(talk.ticketId, talk.ours.id)
    await hearAck(talk, second, 479)

    expect(between).toMatchObject({ body: 'Às 16h', isEdited: true })
    expect(await shown(talk.ticketId, talk.ours.id)).toMatchObject({ body: 'Às 14h', isEdited: false })
  })

  it('deleting the connection reverts corrections that were not sent', async () => {
    const talk = await aTalk()
    await edit(fixture.ana, talk.ours.id, 'Às 15h')
    await react(fixture.ana, talk.theirs.id, '👍')
    const actor = { kind: 'system', name: 'test', companyId: fixture.company.id } as const
    const leaving = { connectionId: fixture.numbers.sales, successorId: null }

    await testApp.app.workplace.withCompany(actor, (work) => moveUnsentMessagesToSuccessor(work, leaving))

    expect(await shown(talk.ticketId, talk.ours.id)).toMatchObject({ body: 'Às 14h', refusedChange: 'edit' })
    const theirs = await shown(talk.ticketId, talk.theirs.id)
    expect(theirs).toMatchObject({ reactions: [], refusedChange: 'reaction' })
  })
})

describe('deleting for everybody', () => {
  const remove = (who: Person, messageId: MessageId) => who.call(deleteMessage, { params: { messageId } })

  it('queues one deletion behind its message, under its own id, until WhatsApp takes it', async () => {
    const talk = await aTalk()

    for (const _ of [1, 2]) await remove(fixture.ana, talk.ours.id)
    const ordered = await ordersAbout(talk.ours.id)
    await hearAck(talk, await lastChange(talk.ours.id))

    expect(ordered).toMatchObject([
      { kind: 'message', state: 'sent' },
      { kind: 'deletion', state: 'waiting', change_id: expect.stringMatching(/^3EB0[0-9A-F]{18}$/) },
    ])
    expect((await ordersAbout(talk.ours.id)).at(-1)).toMatchObject({ kind: 'deletion', state: 'sent' })
    expect(await shown(talk.ticketId, talk.ours.id)).toMatchObject({ isDeleted: true, refusedChange: null })
  })

  it('a message that has not started sending is cancelled, and WhatsApp gets nothing', async () => {
    const talk = await aTalk({ isUnsent: true })

    const { body } = await remove(fixture.ana, talk.ours.id)

    expect(body).toMatchObject({ isDeleted: true })
    expect(await ordersAbout(talk.ours.id)).toMatchObject([{ kind: 'message' }])
  })

  it('a deletion that WhatsApp refuses is shown as refused; deleting again retries', async () => {
    const talk = await aTalk()
    await remove(fixture.ana, talk.ours.id)
    const first = await lastChange(talk.ours.id)
    fixture.ana.shows({ chatBoxes: [talk.ticketId] })
    await fixture.ana.received()

    await hearAck(talk, first, 479)
    const refused = { isDeleted: true, body: '', refusedChange: 'deletion' }
    expect(await shown(talk.ticketId, talk.ours.id)).toMatchObject(refused)
    expect(await updates(fixture.ana)).toMatchObject([refused])

    expect((await remove(fixture.ana, talk.ours.id)).body).toMatchObject({ refusedChange: null })
    const second = await lastChange(talk.ours.id)
    expect(second).not.toBe(first)
    await hearAck(talk, second)
    expect(await shown(talk.ticketId, talk.ours.id)).toMatchObject({ isDeleted: true, refusedChange: null })
  })

  it('a deletion on the handset after a refusal clears the refusal', async () => {
    const talk = await aTalk()
    await remove(fixture.ana, talk.ours.id)
    await hearAck(talk, await lastChange(talk.ours.id), 479)

    const deletion = { kind: 'deletion', chat: talk.chat, id: talk.ours.whatsappId, fromMe: true } as const
    await fixture.company.tells(fixture.numbers.sales, { ...deletion, author: null })

    expect(await shown(talk.ticketId, talk.ours.id)).toMatchObject({ isDeleted: true, refusedChange: null })
  })

  it('a correction queued behind a deletion has no effect, and one before it does no harm', async () => {
    const talk = await aTalk()
    await edit(fixture.ana, talk.ours.id, 'Às 15h')
    const correction = await lastChange(talk.ours.id)
    await remove(fixture.ana, talk.ours.id)

    await hearAck(talk, correction, 479)
    const late = await edit(fixture.ana, talk.ours.id, 'Às 16h')
    await hearAck(talk, await lastChange(talk.ours.id))

    expect(late.error).toBe('ERR_EDIT_WAPP_MSG')
    expect(await shown(talk.ticketId, talk.ours.id)).toMatchObject({ isDeleted: true, body: '' })
  })
})

describe('an incoming correction', () => {
  const corrects = (talk: Talk, text: string, at: Date, different: Partial<InboundEdit> = {}) =>
    fixture.company.tells(fixture.numbers.sales, {
      ...{ kind: 'edit', chat: talk.chat, id: talk.theirs.whatsappId, fromMe: false, author: null },
      ...{ text, editedAt: at },
      ...different,
    })

  it('marks the message, counts and moves nothing; older and repeated ones have no effect', async () => {
    const talk = await aTalk()
    await fixture.ana.does(updateTicket, { params: { ticketId: talk.ticketId }, body: { status: 'closed' } })
    const before = await fixture.ana.does(getTicket, { params: { ticketId: talk.ticketId } })
    const at = (seconds: number) => new Date(testApp.now().getTime() + seconds * 1000)

    await corrects(talk, 'Que dia e hora?', at(2))
    fixture.ana.shows({ chatBoxes: [talk.ticketId] })
    await fixture.ana.received()
    await corrects(talk, 'Que dia e hora?', at(2))
    await corrects(talk, 'Que hora?', at(1))

    expect(await shown(talk.ticketId, talk.theirs.id)).toMatchObject({
      body: 'Que dia e hora?',
      isEdited: true,
    })
    expect(await updates(fixture.ana)).toEqual([])
    expect(await fixture.ana.does(getTicket, { params: { ticketId: talk.ticketId } })).toEqual(before)
  })

  it('of an unknown message it is dropped', async () => {
    const talk = await aTalk()

    await corrects(talk, 'x', testApp.now(), { id: waId('NOBODY') })

    expect(await shown(talk.ticketId, talk.theirs.id)).toMatchObject({ body: 'Que dia?', isEdited: false })
  })
})

describe('reacting', () => {
  it('the company has one reaction per message; a colleague replaces or removes it', async () => {
    const talk = await aTalk()
    fixture.rui.shows({ chatBoxes: [talk.ticketId] })
    await fixture.rui.received()

    const first = await react(fixture.ana, talk.theirs.id, '👍🏽')
    const second = await react(fixture.rui, talk.theirs.id, '❤️')
    const repeated = await react(fixture.rui, talk.theirs.id, '❤️')
    const away = await react(fixture.ana, talk.theirs.id, '')

    const byAna = { emoji: '👍🏽', fromMe: true, contact: null, user: { id: fixture.ana.id, name: 'Ana' } }
    expect(first.body.reactions).toMatchObject([byAna])
    expect(second.body.reactions).toMatchObject([{ emoji: '❤️', user: { id: fixture.rui.id } }])
    expect(repeated.body).toEqual(second.body)
    expect(away.body.reactions).toEqual([])
    const emojis = (await updates(fixture.rui)).map(({ reactions }) => reactions.map(({ emoji }) => emoji))
    expect(emojis).toEqual([['👍🏽'], ['❤️'], []])
    expect((await ordersAbout(talk.theirs.id)).map(({ kind }) => kind)).toEqual(Array(3).fill('reaction'))
  })

  it("a refused reaction restores the former one, also a colleague's", async () => {
    const talk = await aTalk()
    await react(fixture.ana, talk.theirs.id, '👍')
    await hearAck(talk, await lastChange(talk.theirs.id))
    await react(fixture.rui, talk.theirs.id, '🎉')

    await hearAck(talk, await lastChange(talk.theirs.id), 479)

    const { reactions, refusedChange } = await shown(talk.ticketId, talk.theirs.id)
    expect(reactions).toMatchObject([{ emoji: '👍', user: { id: fixture.ana.id } }])
    expect(refusedChange).toBe('reaction')
  })

  it.each(['ok', '👍👍', '👍 ', 'a'])('%j is refused as a reaction', async (emoji) => {
    const talk = await aTalk()

    const { status, error } = await react(fixture.ana, talk.theirs.id, emoji)

    expect([status, error]).toEqual([400, 'ERR_VALIDATION'])
  })

  it('refused for strangers, other queues, and deleted or failed messages', async () => {
    const talk = await aTalk()
    const failed = await aTalk({ isUnsent: true })
    await hearAck(failed, failed.ours.whatsappId, 463)
    const deleted = await aTalk()
    await fixture.ana.does(deleteMessage, { params: { messageId: deleted.ours.id } })

    const answers = [
      await react(fixture.stranger, talk.theirs.id, '👍'),
      await react(fixture.bia, talk.theirs.id, '👍'),
      await react(fixture.ana, failed.ours.id, '👍'),
      await react(fixture.ana, deleted.ours.id, '👍'),
    ]

    expect(answers.map(({ status, error }) => [status, error])).toEqual([
      [404, 'ERR_NO_MESSAGE_FOUND'],
      [403, 'ERR_NO_PERMISSION'],
      [400, 'ERR_REACT_WAPP_MSG'],
      [400, 'ERR_REACT_WAPP_MSG'],
    ])
  })

  it('the reaction of a deleted user stays', async () => {
    const talk = await aTalk()
    const leaving = await fixture.company.person('Leo', { queueIds: [fixture.sales] })
    await react(leaving, talk.theirs.id, '👍')
    await react(fixture.ana, talk.theirs.id, '🎉')

    await fixture.company.admin.does(deleteUser, { params: { userId: leaving.id } })
    await hearAck(talk, await lastChange(talk.theirs.id), 479)

    const { reactions } = await shown(talk.ticketId, talk.theirs.id)
    expect(reactions).toMatchObject([{ emoji: '👍', fromMe: true, user: null }])
  })
})

describe('an incoming reaction', () => {
  const reacts = (talk: Talk, emoji: string, seconds = 0, different: Partial<InboundReaction> = {}) =>
    fixture.company.tells(fixture.numbers.sales, {
      ...{ kind: 'reaction', chat: talk.chat, id: talk.ours.whatsappId, onOurs: true, fromMe: false },
      ...{ author: null, emoji, at: new Date(testApp.now().getTime() + seconds * 1000) },
      ...different,
    })

  it('is stored for its sender, opens and counts nothing; late and repeated ones are ignored', async () => {
    const talk = await aTalk()
    await fixture.ana.does(updateTicket, { params: { ticketId: talk.ticketId }, body: { status: 'closed' } })
    const before = await fixture.ana.does(getTicket, { params: { ticketId: talk.ticketId } })
    fixture.ana.shows({ chatBoxes: [talk.ticketId] })
    await fixture.ana.received()

    await reacts(talk, '🙏', 1)
    await reacts(talk, '🙏', 1)
    await reacts(talk, '', 3)
    await reacts(talk, '🙏', 2)

    const emojis = (await updates(fixture.ana)).map(({ reactions }) => reactions.map(({ emoji }) => emoji))
    expect(emojis).toEqual([['🙏'], []])
    expect((await shown(talk.ticketId, talk.ours.id)).reactions).toEqual([])
    expect(await fixture.ana.does(getTicket, { params: { ticketId: talk.ticketId } })).toEqual(before)
  })

  it('setting the same emoji again counts from then on: a removal from before is too late', async () => {
    const talk = await aTalk()

    await reacts(talk, '🙏', 1)
    await reacts(talk, '🙏', 5)
    await reacts(talk, '', 3)

    expect((await shown(talk.ticketId, talk.ours.id)).reactions).toMatchObject([{ emoji: '🙏' }])
  })

  it('ours from the handset replaces ours from here', async () => {
    const talk = await aTalk()
    await react(fixture.ana, talk.theirs.id, '👍')

    const onTheirs = { id: talk.theirs.whatsappId, onOurs: false, fromMe: true }
    await reacts(talk, '❤️', 1, onTheirs)

    expect((await shown(talk.ticketId, talk.theirs.id)).reactions).toMatchObject([
      { emoji: '❤️', fromMe: true, user: null },
    ])
  })

  it('on an unknown message or another conversation it is dropped, without a new contact', async () => {
    const talk = await aTalk()
    const stranger = person(fixture.newNumber())

    await reacts(talk, '👍', 0, { id: waId('NOBODY'), chat: stranger })
    await reacts(talk, '👍', 0, { chat: stranger })

    expect((await shown(talk.ticketId, talk.ours.id)).reactions).toEqual([])
    expect(await testApp.table('contacts').find({ number: stranger.phone }, ['id'])).toEqual([])
  })

  it('a clock that is years ahead does not block later reactions', async () => {
    const talk = await aTalk()

    await reacts(talk, '👍', 0, { at: new Date(Date.UTC(9000, 0)) })
    testApp.pass(1)
    await reacts(talk, '🎉')

    expect((await shown(talk.ticketId, talk.ours.id)).reactions).toMatchObject([{ emoji: '🎉' }])
  })

  it('merging a number and a LID keeps one reaction, the newer', async () => {
    const group = `12036300000${customers}`
    const phone = fixture.newNumber()
    const lid = `990000${phone.slice(-6)}`
    const over = fixture.numbers.sales
    const ticketId = await fixture.company.hears({
      over,
      from: phone,
      group,
      id: `G${group}`,
      text: 'Quem vem?',
    })
    const inGroup = { chat: { kind: 'group', group }, id: waId(`G${group}`), onOurs: false } as const
    const talk = await aTalk()
    await reacts(talk, '👍', 1, { ...inGroup, author: person(phone) })
    await reacts(talk, '🎉', 2, { ...inGroup, author: { kind: 'person', phone: null, lid } })

    await fixture.company.tells(over, { kind: 'identity', person: { kind: 'person', phone, lid } })

    const { messages } = await fixture.company.admin.does(listMessages, { params: { ticketId } })
    expect(messages[0]?.reactions).toMatchObject([{ emoji: '🎉', fromMe: false, user: null }])
    const contactId = messages[0]?.reactions[0]?.contact?.id
    if (contactId === undefined) throw new Error('nobody reacted')
    const contact = await fixture.company.admin.does(getContact, { params: { contactId } })
    expect(contact).toMatchObject({ number: phone })
  })
})

describe('the event of a message', () => {
  it('equals the answer of a fetch, after each change', async () => {
    const talk = await aTalk()
    fixture.rui.shows({ chatBoxes: [talk.ticketId] })
    await fixture.rui.received()
    const at = testApp.now()
    const about = { chat: talk.chat, id: talk.ours.whatsappId, fromMe: false, author: null } as const
    const acts = [
      () => edit(fixture.ana, talk.ours.id, 'Às 15h'),
      () => react(fixture.ana, talk.ours.id, '👍'),
      () =>
        fixture.company.tells(fixture.numbers.sales, {
          ...{ ...about, kind: 'reaction', onOurs: true, emoji: '🙏', at },
        }),
      async () => hearAck(talk, await lastChange(talk.ours.id), 479),
      () => fixture.ana.does(deleteMessage, { params: { messageId: talk.ours.id } }),
    ]

    for (const act of acts) {
      testApp.pass(1)
      await act()
      const told = (await updates(fixture.rui)).at(-1)
      const { messages } = await fixture.rui.does(listMessages, { params: { ticketId: talk.ticketId } })
      expect(told).toEqual(messages.find(({ id }) => id === talk.ours.id))
    }
  })
})

describe('a deletion in a group', () => {
  it('applies only if its author wrote the message', async () => {
    const group = '120363009999'
    const [writer, other] = [fixture.newNumber(), fixture.newNumber()]
    const over = fixture.numbers.sales
    const ticketId = await fixture.company.hears({
      over,
      from: writer,
      group,
      id: 'GROUPED',
      text: 'Segredo',
    })
    await fixture.company.hears({ over, from: other, group, text: 'Oi' })
    const deletion = { kind: 'deletion', chat: { kind: 'group', group }, id: waId('GROUPED') } as const
    const first = async () =>
      (await fixture.company.admin.does(listMessages, { params: { ticketId } })).messages[0]

    await fixture.company.tells(over, { ...deletion, fromMe: false, author: person(other) })
    const before = await first()
    await fixture.company.tells(over, { ...deletion, fromMe: false, author: person(writer) })

    expect(before).toMatchObject({ isDeleted: false, body: 'Segredo' })
    expect(await first()).toMatchObject({ isDeleted: true, body: '' })
    expect(
      await testApp
        .table('messages')
        .find({ company_id: fixture.company.id, whatsapp_id: 'GROUPED' }, ['body']),
    ).toEqual([{ body: 'Segredo' }])
  })
})
