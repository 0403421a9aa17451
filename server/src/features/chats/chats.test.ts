import * as calls from '@balcao/contract/chats'
import type { LiveInternalChatPayload } from '@balcao/contract/live'
import { deleteUser } from '@balcao/contract/people'
import type { ChatId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pdf, png } from '../../platform/files/sample-files.fixture'
import { postForm } from '../../testing/post-form'
import { queuedJobs, queuedRemovalsOf } from '../../testing/queued-jobs'
import { openTestApp, type Person, type TestApp, type TestCompany } from '../../testing/test-app'

let testApp: TestApp
let company: TestCompany
let ana: Person
let bia: Person
let rui: Person
let stranger: Person

beforeAll(async () => {
  testApp = await openTestApp()
  company = await testApp.company()
  ana = await company.person('Ana')
  bia = await company.person('Bia')
  rui = await company.person('Rui')
  stranger = (await testApp.company()).admin
}, 60_000)
afterAll(() => testApp.close())

/** Passes the time of the rate limit first, so that earlier tests don't exhaust it. */
const begins = async (owner: Person, title: string, others: readonly Person[]) => {
  testApp.pass(11)
  return owner.does(calls.createChat, { body: { title, users: others.map(({ id }) => ({ id })) } })
}
const of = ({ id }: { id: ChatId }) => ({ params: { chatId: id } })
const says = (person: Person, chat: { id: ChatId }, message: string, more: object = {}) =>
  person.does(calls.sendChatMessage, { ...of(chat), body: { message, ...more } })
const eventsOf = async (person: Person) =>
  (await person.received())
    .filter(({ channel }) => channel.endsWith('-chat'))
    .map(({ payload }) => payload as LiveInternalChatPayload) // the channel carries only this type
const dropEvents = () => Promise.all([ana, bia, rui, stranger].map(eventsOf))
const unreadsOf = async (person: Person, chat: { id: ChatId }) => {
  const { records, unreadChats } = await person.does(calls.listChats, {})
  const own = records.find(({ id }) => id === chat.id)?.users.find(({ userId }) => userId === person.id)
  return { unreads: own?.unreads, isMentioned: own?.isMentioned, unreadChats }
}
const answerOf = ({ status, error }: { status: number; error: string | undefined }) => [status, error]

describe('chats', () => {
  it('CHAT-01 CHAT-15 RT-06 RT-22 the creator owns a group and is a member; only members receive it', async () => {
    await dropEvents()

    const chat = await begins(ana, '  Turno ', [bia])

    const member = ({ id }: Person, name: string) => ({
      userId: id,
      unreads: 0,
      isMentioned: false,
      user: { id, name },
    })
    expect(chat).toEqual({
      id: expect.any(Number),
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      title: 'Turno',
      isDirect: false,
      ownerId: ana.id,
      owner: { id: ana.id, name: 'Ana' },
      users: [member(ana, 'Ana'), member(bia, 'Bia')],
      lastMessage: '',
      version: 1,
      createdAt: testApp.now().toISOString(),
      updatedAt: testApp.now().toISOString(),
    })
    const inbound = await bia.received()
    expect(inbound).toEqual([
      {
        channel: `company-${company.id}-chat`,
        alsoOn: [`company-${company.id}-chat-${chat.id}`, `company-${company.id}-chat-user-${bia.id}`],
        payload: { action: 'create', chat, record: chat },
      },
    ])
    expect([await eventsOf(rui), await eventsOf(stranger)]).toEqual([[], []])
    expect(await bia.does(calls.getChat, { params: { uuid: chat.uuid } })).toEqual(chat)
  })

  it('CHAT-05 CHAT-06 CHAT-15 a group needs a title and another user of the company', async () => {
    const tries = (title: string, users: readonly number[]) =>
      ana.call(calls.createChat, { body: { title, users } as never })

    const answers = [
      await tries('  ', [bia.id]),
      await tries('Turno', []),
      await tries('Turno', [ana.id]),
      await tries('Turno', [bia.id, stranger.id]),
    ]

    expect(answers.map(answerOf)).toEqual([
      [400, 'Por favor, preencha o título da conversa.'],
      [400, 'Por favor, selecione pelo menos um usuário.'],
      [400, 'ERR_VALIDATION'],
      [404, 'ERR_NO_USER_FOUND'],
    ])
  })

  it('CHAT-14 GEN-07 the list has the latest chat first, searches title and colleague, and pages', async () => {
    const zoe = await company.person('Zoé')
    const chats = []
    for (let n = 0; n < 21; n++) chats.push(await begins(zoe, `Grupo ${n}`, n === 3 ? [rui] : [bia]))
    testApp.pass(1)
    await says(bia, chats[0] ?? { id: 0 as ChatId }, 'oi')

    const first = await zoe.does(calls.listChats, {})
    const second = await zoe.does(calls.listChats, { query: { pageNumber: '2' } })
    const byTitle = await zoe.does(calls.listChats, { query: { searchParam: 'GRUPO 12' } })
    const byColleague = await zoe.does(calls.listChats, { query: { searchParam: 'rui' } })
    const byOneself = await zoe.does(calls.listChats, { query: { searchParam: 'zoe' } })

    const titles = ({ records }: typeof first) => records.map(({ title }) => title)
    expect(titles(first).slice(0, 3)).toEqual(['Grupo 0', 'Grupo 20', 'Grupo 19'])
    expect([first.records.length, first.count, first.hasMore, first.unreadChats]).toEqual([20, 21, true, 1])
    expect([titles(second), second.hasMore]).toEqual([['Grupo 1'], false])
    expect([titles(byTitle), byTitle.count, byTitle.unreadChats]).toEqual([['Grupo 12'], 1, 1])
    expect([titles(byColleague), titles(byOneself)]).toEqual([['Grupo 3'], []])
  })

  it('CHAT-15 two users have one direct chat, even when both open it at once', async () => {
    const [eva, leo] = [await company.person('Eva'), await company.person('Leo')]
    const opens = (person: Person, other: Person) =>
      person.does(calls.openDirectChat, { body: { userId: other.id } })

    const [one, other] = await Promise.all([opens(eva, leo), opens(leo, eva)])
    const again = await opens(eva, leo)

    expect([other.id, again.id, again.isDirect, again.title]).toEqual([one.id, one.id, true, 'Eva · Leo'])
    const owner = one.ownerId === eva.id ? eva : leo
    const change = { ...of(one), body: { title: 'x', users: [ana.id] } }
    expect(answerOf(await owner.call(calls.updateChat, change))).toEqual([409, 'ERR_CHAT_DIRECT'])
    expect(answerOf(await eva.call(calls.leaveChat, of(one)))).toEqual([409, 'ERR_CHAT_DIRECT'])
    const foreign = await eva.call(calls.openDirectChat, { body: { userId: stranger.id } })
    const self = await eva.call(calls.openDirectChat, { body: { userId: eva.id } })
    expect([answerOf(foreign), answerOf(self)]).toEqual([
      [404, 'ERR_NO_USER_FOUND'],
      [400, 'ERR_VALIDATION'],
    ])
  })
})

describe('messages', () => {
  it('CHAT-02 CHAT-17 RT-06 a message reaches members, is unread for others, and moves the chat up', async () => {
    const chat = await begins(ana, 'Turno', [bia])
    await dropEvents()

    const { chat: after, ...message } = await says(ana, chat, 'Olá')

    expect(message).toEqual({
      id: expect.any(Number),
      chatId: chat.id,
      senderId: ana.id,
      sender: { id: ana.id, name: 'Ana' },
      clientId: expect.any(String),
      message: 'Olá',
      media: null,
      mentions: [],
      createdAt: testApp.now().toISOString(),
      updatedAt: testApp.now().toISOString(),
    })
    expect([after.lastMessage, after.users.map(({ unreads }) => unreads)]).toEqual(['Ana: Olá', [0, 1]])
    const [inbound] = await bia.received()
    expect([inbound?.payload, inbound?.alsoOn]).toEqual([
      {
        action: 'new-message',
        newMessage: { ...message, chat: { id: chat.id, users: after.users } },
        chat: after,
      },
      [`company-${company.id}-chat-${chat.id}`],
    ])
    expect(await eventsOf(ana)).toHaveLength(1)
    expect([await eventsOf(rui), await eventsOf(stranger)]).toEqual([[], []])
    expect(await unreadsOf(ana, chat)).toMatchObject({ unreads: 0 })
  })

  it('CHAT-17 repeated and concurrent sends with one client id are one message', async () => {
    const chat = await begins(ana, 'Uma vez', [bia])
    const clientId = crypto.randomUUID()

    const sent = await Promise.all(
      Array.from({ length: limits.chat.rate.messages }, () => says(ana, chat, 'uma vez', { clientId })),
    )

    expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
    const { records, count } = await bia.does(calls.listChatMessages, of(chat))
    expect([records.length, count]).toEqual([1, 1])
    expect(await unreadsOf(bia, chat)).toMatchObject({ unreads: 1 })
  })

  it('CHAT-07 a blank message and one that is too long are refused', async () => {
    const chat = await begins(ana, 'Turno', [bia])
    const tries = (message: string) => ana.call(calls.sendChatMessage, { ...of(chat), body: { message } })

    const answers = [await tries(' \n\t '), await tries('a'.repeat(limits.chat.message + 1))]

    expect(answers.map(({ status }) => status)).toEqual([400, 400])
    expect((await ana.does(calls.listChatMessages, of(chat))).records).toEqual([])
  })

  it('CHAT-08 CHAT-18 reading clears the own unread marks only, and members receive it live', async () => {
    const chat = await begins(ana, 'Turno', [bia, rui])
    await says(ana, chat, '@Bia, viu o pedido?', { mentions: [bia.id, stranger.id, ana.id] })
    expect(await unreadsOf(bia, chat)).toMatchObject({ unreads: 1, isMentioned: true })
    expect(await unreadsOf(rui, chat)).toMatchObject({ unreads: 1, isMentioned: false })
    await dropEvents()

    // A user id in the body, as existing clients send it, has no effect: Bia cannot read for Rui.
    const read = await bia.does(calls.markChatRead, { ...of(chat), body: { userId: rui.id } })
    const again = await bia.does(calls.markChatRead, of(chat))

    expect(await eventsOf(ana)).toEqual([{ action: 'update', chat: read, record: read }])
    expect(again).toEqual(read)
    expect(await unreadsOf(bia, chat)).toMatchObject({ unreads: 0, isMentioned: false })
    expect(await unreadsOf(rui, chat)).toMatchObject({ unreads: 1 })
    const { records } = await bia.does(calls.listChatMessages, of(chat))
    expect(records[0]?.mentions).toEqual([{ id: bia.id, name: 'Bia' }])
  })

  it('CHAT-16 pages have twenty messages, newest page first, by number or before a message', async () => {
    const chat = await begins(ana, 'Longa', [bia])
    for (let n = 1; n <= 45; n++) {
      if (n % 20 === 0) testApp.pass(11)
      await says(ana, chat, String(n))
    }
    const page = (query: object) => bia.does(calls.listChatMessages, { ...of(chat), query })
    const shown = ({ records }: Awaited<ReturnType<typeof page>>) => [
      records[0]?.message,
      records.at(-1)?.message,
    ]

    const first = await page({})
    const second = await page({ pageNumber: '2' })
    testApp.pass(11)
    await says(ana, chat, '46')
    const older = await page({ before: String(first.records[0]?.id) })
    const oldest = await page({ before: String(older.records[0]?.id) })

    expect([shown(first), first.count, first.hasMore]).toEqual([['26', '45'], 45, true])
    expect(shown(second)).toEqual(['6', '25'])
    expect([shown(older), older.hasMore]).toEqual([['6', '25'], true])
    expect([shown(oldest), oldest.hasMore]).toEqual([['1', '5'], false])
  })

  it('O3 a sender above the rate limit is refused until the time has passed', async () => {
    const chat = await begins(ana, 'Pressa', [bia])
    for (let n = 0; n < limits.chat.rate.messages; n++) await says(ana, chat, 'oi')

    const refused = await ana.call(calls.sendChatMessage, { ...of(chat), body: { message: 'oi' } })
    const colleague = await bia.call(calls.sendChatMessage, { ...of(chat), body: { message: 'oi' } })
    testApp.pass(11)
    const later = await ana.call(calls.sendChatMessage, { ...of(chat), body: { message: 'oi' } })

    expect(refused).toMatchObject({
      status: 429,
      error: 'ERR_TOO_MANY_ATTEMPTS',
      body: { data: { retryAfterSeconds: limits.chat.rate.seconds } },
    })
    expect([colleague.status, later.status]).toEqual([200, 200])
  })

  it('O3 new chats have a rate limit too', async () => {
    testApp.pass(11)
    const form = { body: { title: 'Mais uma', users: [ana.id] } }
    for (let n = 0; n < limits.chat.rate.chats; n++) await rui.does(calls.createChat, form)

    expect((await rui.call(calls.createChat, form)).status).toBe(429)
  })
})

describe('files', () => {
  const sends = (person: Person, chat: { id: ChatId }, parts: Parameters<typeof postForm>[3]) =>
    postForm(testApp, person, `/chats/${chat.id}/messages`, parts)
  const fetched = (url: string) => testApp.app.http.inject({ url })

  it('CHAT-17 a file is sent with a message, and its signed link reaches members only', async () => {
    const chat = await begins(ana, 'Arquivos', [bia])
    await dropEvents()

    const { status, body } = await sends(ana, chat, [
      ['message', ''],
      ['file', await png(), 'foto.png'],
    ])

    expect([status, body.media]).toEqual([
      200,
      expect.objectContaining({ mediaType: 'image', mimetype: 'image/png', fileName: 'foto.png' }),
    ])
    expect(body.chat.lastMessage).toBe('Ana: 📷 Foto')
    const [inbound] = await eventsOf(bia)
    const link = inbound?.action === 'new-message' ? inbound.newMessage.media?.url : undefined
    expect((await fetched(link ?? '')).statusCode).toBe(200)
    expect((await fetched((link ?? '').split('?')[0] ?? '')).statusCode).not.toBe(200)
    expect(JSON.stringify([await rui.received(), await stranger.received()])).not.toContain('foto.png')
  })

  it('CHAT-17 a repeat stores no second file; two files and non-members are refused', async () => {
    const chat = await begins(ana, 'Arquivos', [bia])
    const clientId = crypto.randomUUID()
    const form = () =>
      [
        ['clientId', clientId],
        ['file', pdf, 'nota.pdf'],
      ] as const
    const removals = async () => (await queuedJobs(testApp, 'files.remove')).length

    const first = await sends(ana, chat, form())
    const before = await removals()
    const again = await sends(ana, chat, form())
    const two = await sends(ana, chat, [...form(), ['file', pdf, 'outra.pdf']])
    const outsider = await sends(rui, chat, form())

    expect([first.status, again.body.id]).toEqual([200, first.body.id])
    expect(await removals()).toBe(before + 1)
    expect([two.status, outsider.status, outsider.body.error]).toEqual([400, 403, 'ERR_NO_PERMISSION'])
  })
})

describe('permissions', () => {
  it('CHAT-19 non-members are refused, another company finds no chat, and neither receives events', async () => {
    const chat = await begins(ana, 'Só nós', [bia])
    await says(ana, chat, 'segredo')
    await dropEvents()
    const form = { title: 'Tomada', users: [rui.id] }
    const everyCall = (person: Person) =>
      Promise.all([
        person.call(calls.getChat, { params: { uuid: chat.uuid } }),
        person.call(calls.listChatMessages, of(chat)),
        person.call(calls.sendChatMessage, { ...of(chat), body: { message: 'oi' } }),
        person.call(calls.markChatRead, of(chat)),
        person.call(calls.leaveChat, of(chat)),
        person.call(calls.deleteChat, of(chat)),
      ])

    const colleague = await everyCall(rui)
    const admin = await everyCall(company.admin)
    const foreign = await everyCall(stranger)
    const updates = [
      await rui.call(calls.updateChat, { ...of(chat), body: { ...form, users: [bia.id] } }),
      await stranger.call(calls.updateChat, { ...of(chat), body: { ...form, users: [bia.id] } }),
    ]
    await says(bia, chat, 'mais segredo')

    for (const answer of [...colleague, ...admin])
      expect(answerOf(answer)).toEqual([403, 'ERR_NO_PERMISSION'])
    for (const answer of foreign) expect(answerOf(answer)).toEqual([404, 'ERR_NO_CHAT_FOUND'])
    expect(updates.map(({ status }) => status)).toEqual([403, 404])
    expect([await eventsOf(rui), await eventsOf(stranger)]).toEqual([[], []])
    expect(JSON.stringify(await rui.does(calls.listChats, {}))).not.toContain('segredo')
    expect((await rui.call(calls.getChat, { params: { uuid: 'undefined' } })).status).toBe(404)
  })

  it('CHAT-10 only the owner changes title and members, and both sides receive it live', async () => {
    const chat = await begins(ana, 'Turno', [bia])
    await says(ana, chat, 'antes')
    await dropEvents()

    const byMember = await bia.call(calls.updateChat, {
      ...of(chat),
      body: { title: 'Meu', users: [ana.id] },
    })
    const changed = await ana.does(calls.updateChat, {
      ...of(chat),
      body: { title: 'Turno da tarde', users: [rui.id] },
    })

    expect(answerOf(byMember)).toEqual([403, 'ERR_NO_PERMISSION'])
    expect(changed).toMatchObject({ title: 'Turno da tarde', ownerId: ana.id })
    expect(changed.users.map(({ user }) => user.name)).toEqual(['Ana', 'Rui'])
    expect(await eventsOf(rui)).toEqual([{ action: 'create', chat: changed, record: changed }])
    expect(await eventsOf(ana)).toEqual([{ action: 'update', chat: changed, record: changed }])
    expect(await eventsOf(bia)).toEqual([{ action: 'delete', id: chat.id }])
    expect((await bia.call(calls.listChatMessages, of(chat))).status).toBe(403)
    expect((await rui.does(calls.listChatMessages, of(chat))).records).toHaveLength(1)
  })

  it('CHAT-09 CHAT-10 only the owner deletes a chat, with its messages and files, live for members', async () => {
    const chat = await begins(ana, 'Fim', [bia])
    await postForm(testApp, ana, `/chats/${chat.id}/messages`, [['file', pdf, 'nota.pdf']])
    const { media } = await testApp
      .table('chat_messages')
      .get<{ media: { key: string } }>({ chat_id: chat.id }, ['media'])
    await dropEvents()

    const byMember = await bia.call(calls.deleteChat, of(chat))
    const deleted = await ana.does(calls.deleteChat, of(chat))
    const again = await ana.call(calls.deleteChat, of(chat))

    expect([answerOf(byMember), deleted]).toEqual([[403, 'ERR_NO_PERMISSION'], { message: 'chat deleted' }])
    expect(answerOf(again)).toEqual([404, 'ERR_NO_CHAT_FOUND'])
    expect(await eventsOf(bia)).toEqual([{ action: 'delete', id: chat.id }])
    expect(await testApp.table('chat_messages').count({ chat_id: chat.id })).toBe(0)
    expect(await queuedRemovalsOf(testApp, media.key)).toBe(1)
  })

  it('CHAT-10 leaving a group passes ownership on, and the last member’s leaving deletes it', async () => {
    const chat = await begins(ana, 'Passagem', [bia])
    testApp.pass(1)
    await ana.does(calls.updateChat, { ...of(chat), body: { title: 'Passagem', users: [bia.id, rui.id] } })
    await dropEvents()

    await ana.does(calls.leaveChat, of(chat))

    const [inbound] = await eventsOf(bia)
    expect(inbound).toMatchObject({ action: 'update', chat: { ownerId: bia.id, users: [{}, {}] } })
    expect(await eventsOf(ana)).toEqual([{ action: 'delete', id: chat.id }])
    await rui.does(calls.leaveChat, of(chat))
    await bia.does(calls.leaveChat, of(chat))
    expect(await testApp.table('chats').count({ id: chat.id })).toBe(0)
  })

  it('CHAT-19 USER-13 deleting a user removes them from chats and retains their messages', async () => {
    const leaver = await company.person('Zeca')
    const group = await begins(leaver, 'Do Zeca', [bia])
    const direct = await leaver.does(calls.openDirectChat, { body: { userId: bia.id } })
    const alone = await begins(leaver, 'Só Zeca', [rui])
    await rui.does(calls.leaveChat, of(alone))
    await says(leaver, group, 'até logo')
    await dropEvents()

    await company.admin.does(deleteUser, { params: { userId: leaver.id } })

    const { records } = await bia.does(calls.listChatMessages, of(group))
    expect(records).toMatchObject([{ senderId: null, sender: null, message: 'até logo' }])
    const inbound = await eventsOf(bia)
    expect(inbound).toMatchObject([
      { action: 'update', chat: { id: group.id, ownerId: bia.id } },
      { action: 'update', chat: { id: direct.id, title: 'Bia' } },
    ])
    expect(await testApp.table('chats').count({ id: alone.id })).toBe(0)
  })
})
