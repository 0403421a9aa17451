import { request } from 'node:http'
import {
  type LiveMessagePayload,
  type LiveTicketPayload,
  liveChannel,
  roomSocketMessageNames,
} from '@balcao/contract/live'
import { deleteMessage, listMessages, sendMessage } from '@balcao/contract/messages'
import { getUser, updateUser } from '@balcao/contract/people'
import { createPrompt, deletePrompt } from '@balcao/contract/prompts'
import { createQuickMessage } from '@balcao/contract/quick-messages'
import { createSchedule, deleteSchedule } from '@balcao/contract/schedules'
import { createTag } from '@balcao/contract/tags'
import { replaceTicketTags } from '@balcao/contract/ticket-tags'
import { deleteTicket, getTicket, updateTicket } from '@balcao/contract/tickets'
import type { TicketId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { ticketStatuses } from '@balcao/domain/tickets'
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest'
import { openTicketFixture, type TicketFixture } from '../features/tickets/testing/ticket-fixture'
import { contactOf } from '../testing/contact-of'
import { type Handshake, type LiveSocket, openSocket } from '../testing/live-socket'
import { openOwnTestApp, type Person, type TestApp } from '../testing/test-app'
import { until } from '../testing/until'

let testApp: TestApp
let fixture: TicketFixture
let port: number
const opened: LiveSocket[] = []

beforeAll(async () => {
  testApp = await openOwnTestApp() // sockets
  fixture = await openTicketFixture(testApp)
  port = await testApp.app.listen({ port: 0, host: '127.0.0.1' })
}, 60_000)
afterEach(() => {
  for (const socket of opened.splice(0)) socket.close()
})
afterAll(() => testApp.close())

async function connect(handshake: Handshake, of: Person = fixture.ana): Promise<LiveSocket> {
  const live = await openSocket(
    { app: testApp.app, port, companyId: of.subscriber.viewer.companyId },
    handshake,
  )
  opened.push(live)
  return live
}
const pageOf = (person: Person) => connect({ auth: { token: person.token } }, person)

/** A page that shows all lists, the notifications, and this ticket. */
async function showsEverything(person: Person, ticketId?: TicketId): Promise<LiveSocket> {
  const page = await pageOf(person)
  for (const status of ticketStatuses) page.say(roomSocketMessageNames.tickets.join, status)
  page.say(roomSocketMessageNames.notification.join)
  if (ticketId !== undefined) page.say(roomSocketMessageNames.chatBox.join, String(ticketId))
  const { views } = page.subscriber
  await until(
    'everything is joined',
    () =>
      views.statuses.size === ticketStatuses.length &&
      views.notification &&
      views.chatBoxes.size === (ticketId === undefined ? 0 : 1),
  )
  await page.received()
  return page
}

/** The events about tickets and messages; events about contacts, users and queues go to the whole company. */
async function ticketNews(page: LiveSocket) {
  const company = fixture.company.id
  const names: string[] = [liveChannel.ticket(company), liveChannel.message(company)]
  return (await page.received()).filter(({ channel: name }) => names.includes(name))
}

describe('the handshake', () => {
  test.each<[string, (ana: Person) => Handshake]>([
    ['token in auth', ({ token }) => ({ auth: { token } })],
    ['token in the query', ({ token }) => ({ query: { token } })],
    ['token in quotes, as existing clients keep it', ({ token }) => ({ query: { token: `"${token}"` } })],
    ['refresh cookie alone', ({ cookie }) => ({ cookie })],
    ['refresh cookie beside a dead token', ({ cookie }) => ({ cookie, auth: { token: 'x.y.z' } })],
    [
      'a company that the client only says',
      ({ cookie }) => ({ cookie, query: { companyId: '999', userId: 'undefined' } }),
    ],
  ])(
    "RT-02 RT-25 WIRE-trap-9 becomes a subscriber of its session's company, gets ready: %s",
    async (_, handshake) => {
      const { subscriber } = await connect(handshake(fixture.ana))

      expect(subscriber.viewer).toMatchObject({ userId: fixture.ana.id, companyId: fixture.company.id })
    },
  )

  test.each<[string, () => Handshake]>([
    ['nothing', () => ({})],
    [
      'only a company and a user',
      () => ({ query: { companyId: String(fixture.company.id), userId: String(fixture.ana.id) } }),
    ],
    ['a token that is none', () => ({ auth: { token: 'x.y.z' } })],
    ['a cookie that is none', () => ({ cookie: 'nonsense' })],
    ['a token that is an object', () => ({ auth: { token: { admin: true } } })],
  ])('RT-25 is refused: %s', async (_, handshake) => {
    await expect(connect(handshake())).rejects.toThrow('ERR_SESSION_EXPIRED')
  })

  test.each<[string, (own: string) => string | undefined, boolean]>([
    ['the page of another site', () => 'https://evil.example', false],
    ['a page whose name only begins like ours', (own) => `${own}.evil.example`, false],
    ['no page at all', () => undefined, true],
    ['our own page', (own) => own, true],
  ])('A4 RT-25 with a cookie, %s', async (_, originOf, isLetIn) => {
    const origin = originOf(`http://127.0.0.1:${port}`)
    const attempt = connect({ cookie: fixture.ana.cookie, ...(origin && { origin }) })

    if (isLetIn) await expect(attempt).resolves.toBeDefined()
    else await expect(attempt).rejects.toThrow()
  })

  test.each(['websocket', 'polling'] as const)('RT-01 works over %s', async (transport) => {
    const page = await connect({ auth: { token: fixture.ana.token }, transports: [transport] })

    expect(page.socket.io.engine.transport.name).toBe(transport)
  })

  it('RT-18 the server pings every 18 seconds and waits as long', async () => {
    const opening = await new Promise<string>((resolve, reject) => {
      request({ port, host: '127.0.0.1', path: '/socket.io/?EIO=4&transport=polling' }, (answer) => {
        answer.setEncoding('utf8')
        answer.on('data', resolve)
      })
        .on('error', reject)
        .end()
    })

    const { pingInterval, pingTimeout } = JSON.parse(opening.slice(1))
    expect([pingInterval, pingTimeout]).toEqual([18_000, 18_000])
    expect(limits.socketPing).toBe(18_000)
  })
})

describe('views that a page joins', () => {
  it('WIRE-trap-1 RT-24 without a join a page gets no ticket and no message', async () => {
    const page = await pageOf(fixture.ana)
    await page.received()

    await fixture.pending('sales')

    expect(await ticketNews(page)).toEqual([])
  })

  it('RT-16 RT-24 only the joined list gets its events; leaving ends them', async () => {
    const page = await pageOf(fixture.ana)
    page.say(roomSocketMessageNames.tickets.join, 'open')
    await until('open is joined', () => page.subscriber.views.statuses.has('open'))
    const ticketId = await fixture.pending('sales')
    expect(await ticketNews(page)).toEqual([])

    await fixture.ana.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
    const [told] = await page.received()
    expect(told).toMatchObject({
      channel: liveChannel.ticket(fixture.company.id),
      payload: { action: 'update', ticketId, ticket: { status: 'open', userId: fixture.ana.id } },
    })

    page.say(roomSocketMessageNames.tickets.leave, 'open')
    await until('open is left', () => page.subscriber.views.statuses.size === 0)
    await fixture.ana.does(updateTicket, { params: { ticketId }, body: { status: 'closed' } })
    expect(await page.received()).toEqual([])
  })

  it('RT-24 leaving the notifications and the ticket ends their events too', async () => {
    const ticketId = await fixture.open(fixture.ana)
    const page = await pageOf(fixture.ana)
    const { number } = await contactOf(testApp, ticketId)
    const writes = (text: string) =>
      fixture.company.hears({ over: fixture.numbers.sales, from: number, text })
    const words = async () =>
      (await ticketNews(page)).flatMap(({ payload }) => (payload as LiveMessagePayload).message?.body ?? [])
    page.say(roomSocketMessageNames.notification.join)
    page.say(roomSocketMessageNames.chatBox.join, String(ticketId))
    await until(
      'both are joined',
      () => page.subscriber.views.notification && page.subscriber.views.chatBoxes.size === 1,
    )
    await page.received()
    await writes('às duas')
    expect(await words()).toEqual(['às duas'])

    page.say(roomSocketMessageNames.chatBox.leave, String(ticketId))
    await until('the conversation is left', () => page.subscriber.views.chatBoxes.size === 0)
    await writes('à notificação')
    expect(await words()).toEqual(['à notificação'])
    page.say(roomSocketMessageNames.notification.leave)
    await until('the notifications are left', () => !page.subscriber.views.notification)
    await writes('a ninguém')
    expect(await words()).toEqual([])
  })

  it('WIRE-trap-1 an open ticket gets only its own events', async () => {
    const [mine, other] = [await fixture.open(fixture.ana), await fixture.open(fixture.ana)]
    const page = await pageOf(fixture.ana)
    page.say(roomSocketMessageNames.chatBox.join, String(mine))
    await until('the conversation is joined', () => page.subscriber.views.chatBoxes.has(mine))
    await page.received()

    await fixture.ana.does(sendMessage, { params: { ticketId: other }, body: { body: 'para outro' } })
    await fixture.ana.does(sendMessage, { params: { ticketId: mine }, body: { body: 'para este' } })

    const messages = (await page.received()).map(({ payload }) => payload as LiveMessagePayload) // only one channel was joined
    expect(messages).toMatchObject([{ action: 'create', message: { body: 'para este', ticketId: mine } }])
  })

  it('WIRE-trap-12 an open ticket alone gets an event when its head changes, not its last text', async () => {
    const ticketId = await fixture.open(fixture.ana)
    const { id: tagId } = await fixture.ana.does(createTag, { body: { name: 'Orçamento' } })
    const sent = await fixture.ana.does(sendMessage, { params: { ticketId }, body: { body: 'engano' } })
    if (Array.isArray(sent)) throw new Error('one message was sent')
    const page = await pageOf(fixture.ana)
    page.say(roomSocketMessageNames.chatBox.join, String(ticketId))
    await until('the conversation is joined', () => page.subscriber.views.chatBoxes.has(ticketId))
    await page.received()

    await fixture.ana.does(deleteMessage, { params: { messageId: sent.id } })
    await fixture.ana.does(replaceTicketTags, { body: { ticketId, tags: [tagId] } })

    const news = (await ticketNews(page)).map(
      ({ payload }) => payload as LiveMessagePayload | LiveTicketPayload,
    )
    expect(news).toMatchObject([
      { action: 'update', message: { id: sent.id, isDeleted: true } },
      { action: 'update', ticket: { id: ticketId, tags: [{ id: tagId }] } },
    ])
  })

  it('RT-16 joining a ticket without access brings none of its events', async () => {
    const ticketId = await fixture.open(fixture.bia, 'support')
    const page = await showsEverything(fixture.ana, ticketId)

    await fixture.bia.does(sendMessage, { params: { ticketId }, body: { body: 'só para suporte' } })
    await fixture.bia.does(updateTicket, { params: { ticketId }, body: { status: 'closed' } })

    expect(await page.received()).toEqual([])
  })

  it('ARCH 6 a page that shows a ticket in three views gets one copy of a change', async () => {
    const ticketId = await fixture.open(fixture.ana)
    const page = await showsEverything(fixture.ana, ticketId)

    await fixture.ana.does(sendMessage, { params: { ticketId }, body: { body: 'uma vez' } })

    const emissions = await page.received()
    expect(
      emissions.map(({ channel: name, payload }) => [name, (payload as LiveMessagePayload).action]),
    ).toEqual([[liveChannel.message(fixture.company.id), 'create']])
  })

  test.each([['undefined'], [{}], [null], ['-1'], [{ toString: 1 }], ['9'.repeat(400)], [[1]]])(
    'WIRE-trap-9 an invalid join does no harm: %j',
    async (what) => {
      const page = await pageOf(fixture.ana)
      for (const { join, leave } of Object.values(roomSocketMessageNames)) {
        page.say(join, what)
        page.say(leave, what)
      }
      page.say(roomSocketMessageNames.tickets.join, 'pending')

      await until('the page is still heard', () => page.subscriber.views.statuses.has('pending'))
      expect(page.subscriber.views.chatBoxes.size).toBe(0)
    },
  )
})

describe('channel names', () => {
  it('RT-22 RT-23 records are sent on their channel and on the ones of existing clients', async () => {
    const { id } = fixture.company
    const ticketId = await fixture.open(fixture.ana)
    const { contactId } = await fixture.ana.does(getTicket, { params: { ticketId } })
    const [anas, ruis] = [await pageOf(fixture.ana), await pageOf(fixture.rui)]
    const strangers = await pageOf(fixture.stranger)
    for (const page of [anas, ruis, strangers]) await page.received()

    const { id: ownId } = await fixture.ana.does(createQuickMessage, {
      body: { shortcode: 'pix', message: 'Chave: 123' },
    })
    await fixture.ana.does(createTag, { body: { name: 'Retorno' } })
    const { id: scheduleId } = await fixture.ana.does(createSchedule, {
      body: { body: 'Amanhã chega!', contactId, sendAt: '2029-05-04T09:00:00-03:00' },
    })
    await fixture.ana.does(deleteSchedule, { params: { scheduleId } })
    const prompt = await fixture.company.admin.does(createPrompt, {
      body: { name: 'Assistente', prompt: 'Você atende.', apiKey: 'sk-1', queueId: fixture.sales },
    })
    await fixture.company.admin.does(deletePrompt, { params: { promptId: prompt.id } })

    // Ignores presence events, which come at any time.
    const eventsOf = async (page: LiveSocket) =>
      (await page.received())
        .filter(({ channel: name }) => !name.endsWith('-user'))
        .map(({ channel: name, payload }) => [name, payload] as const)
    const anaHears = await eventsOf(anas)
    expect(anaHears.map(([name]) => name)).toEqual([
      `company-${id}-quickmessage`,
      `company${id}-quickemessage`,
      `company-${id}-tag`,
      `company-${id}-schedule`,
      `company${id}-schedule`,
      `company-${id}-schedule`,
      `company${id}-schedule`,
      `company-${id}-prompt`,
      'prompt',
      `company-${id}-prompt`,
      'prompt',
    ])
    expect(anaHears[1]?.[1]).toEqual(anaHears[0]?.[1])
    expect(anaHears[1]?.[1]).toMatchObject({ action: 'create', record: { id: ownId, shortcode: 'pix' } })
    expect(anaHears[4]?.[1]).toMatchObject({
      action: 'create',
      schedules: { id: scheduleId },
      schedule: { id: scheduleId },
    })
    expect(anaHears[6]?.[1]).toEqual({ action: 'delete', scheduleId })
    // The prompt's text is for users who manage prompts.
    expect(anaHears[8]?.[1]).toEqual({ action: 'create', prompt: { ...prompt, prompt: '', apiKey: '' } })
    expect(anaHears[10]?.[1]).toEqual({ action: 'delete', promptId: prompt.id })
    // Ana's quick messages are private, on both channels.
    expect((await eventsOf(ruis)).filter(([name]) => /quick/.test(name))).toEqual([])
    expect(await eventsOf(strangers)).toEqual([])
  })
})

describe('leaving', () => {
  const deletesOf = async (page: LiveSocket) =>
    (await page.received())
      .filter(({ channel: name }) => name === liveChannel.ticket(fixture.company.id))
      .map(({ payload }) => payload as LiveTicketPayload)
      .filter(({ action }) => action === 'delete')

  test.each<[string, string, (ticketId: TicketId) => Promise<unknown>]>([
    [
      'status',
      'is resolved',
      (ticketId) => fixture.ana.does(updateTicket, { params: { ticketId }, body: { status: 'closed' } }),
    ],
    [
      'access',
      'goes to another queue',
      (ticketId) =>
        fixture.rui.does(updateTicket, { params: { ticketId }, body: { queueId: fixture.support } }),
    ],
    [
      'deleted',
      'is deleted',
      (ticketId) => fixture.company.admin.does(deleteTicket, { params: { ticketId } }),
    ],
  ])('RT-24 RT-14 reason %s: the ticket %s', async (reason, _, act) => {
    const ticketId = await fixture.open(fixture.ana)
    const page = await pageOf(fixture.ana)
    page.say(roomSocketMessageNames.tickets.join, 'open')
    await until('open is joined', () => page.subscriber.views.statuses.has('open'))
    await page.received()

    await act(ticketId)

    expect(await deletesOf(page)).toMatchObject([
      { action: 'delete', ticketId, reason, version: expect.any(Number) },
    ])
  })
})

describe('T4 a stranger and a user of another queue', () => {
  it('get no event outside their rights through a whole day', async () => {
    const ticketId = await fixture.pending('sales')
    const strangers = await showsEverything(fixture.stranger, ticketId)
    const bias = await showsEverything(fixture.bia, ticketId)
    const anas = await showsEverything(fixture.ana, ticketId)
    const { number } = await contactOf(testApp, ticketId)
    const customer = { over: fixture.numbers.sales, from: number }

    await fixture.ana.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
    await fixture.company.hears({ ...customer, text: 'meu cartão é 1234' })
    await fixture.ana.does(listMessages, { params: { ticketId } })
    const sent = await fixture.ana.does(sendMessage, {
      params: { ticketId },
      body: { body: 'não mande isso!' },
    })
    if (Array.isArray(sent)) throw new Error('one message was sent')
    await fixture.ana.does(deleteMessage, { params: { messageId: sent.id } })
    await fixture.ana.does(updateTicket, {
      params: { ticketId },
      body: { queueId: fixture.sales, userId: fixture.rui.id },
    })
    await fixture.rui.does(updateTicket, { params: { ticketId }, body: { status: 'pending', userId: null } })
    await fixture.ana.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
    await fixture.ana.does(updateTicket, { params: { ticketId }, body: { status: 'closed' } })
    await fixture.rui.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
    await fixture.company.admin.does(deleteTicket, { params: { ticketId } })
    await fixture.company.queue('Financeiro')

    expect((await anas.received()).length).toBeGreaterThan(10)
    // The event of its own presence is the only one allowed.
    const ownPresence = liveChannel.user(strangers.subscriber.viewer.companyId)
    expect((await strangers.received()).filter(({ channel: name }) => name !== ownPresence)).toEqual([])
    const biasEvents = await bias.received()
    const ofWholeCompany: string[] = (['queue', 'user', 'contact'] as const).map((of) =>
      liveChannel[of](fixture.company.id),
    )
    expect(biasEvents.filter(({ channel: name }) => !ofWholeCompany.includes(name))).toEqual([])
    expect(JSON.stringify(biasEvents)).not.toMatch(/cartão|não mande/)
  })

  it('get no further events, texts included, of a ticket that left their queue', async () => {
    const ticketId = await fixture.open(fixture.ana)
    await fixture.ana.does(updateTicket, {
      params: { ticketId },
      body: { queueId: fixture.support, userId: fixture.bia.id },
    })
    const anas = await showsEverything(fixture.ana, ticketId)

    await fixture.bia.does(sendMessage, { params: { ticketId }, body: { body: 'agora é comigo' } })

    expect(await anas.received()).toEqual([])
  })
})

describe('T4 losing rights', () => {
  /**
   * A second allows two hundred checks of `until`; on a busy machine each may take longer, which the test ignores.
   */
  const within = async (name: string, isSo: () => boolean) => {
    let checks = 0
    await until(name, () => {
      checks += 1
      return isSo()
    })
    expect(checks).toBeLessThan(200)
  }

  it('removal from a queue ends its events within a second', async () => {
    const zoe = await fixture.company.person('Zoe', { queueIds: [fixture.sales] })
    const ticketId = await fixture.pending('sales')
    const page = await showsEverything(zoe, ticketId)

    await fixture.company.admin.does(updateUser, { params: { userId: zoe.id }, body: { queueIds: [] } })
    await within('Zoe serves no queue', () => page.subscriber.viewer.queueIds.length === 0)
    await page.received()
    await fixture.ana.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })

    expect(await page.received()).toEqual([])
    page.close()
  })

  it('a change of profile closes the socket within a second', async () => {
    const zoe = await fixture.company.person('Zoe', { queueIds: [fixture.sales] })
    const page = await showsEverything(zoe)
    let isClosed = false
    void page.closed.then(() => {
      isClosed = true
    })

    await fixture.company.admin.does(updateUser, {
      params: { userId: zoe.id },
      body: { profile: 'supervisor' },
    })

    await within('the socket is closed', () => isClosed)
  })

  it('AUTH-19 RT-10 a login elsewhere notifies and closes the older socket; the newer stays', async () => {
    const zoe = await fixture.company.person('Zoe', { queueIds: [fixture.sales] })
    const older = await pageOf(zoe)
    await older.received()

    const newer = await pageOf(await testApp.signIn(zoe.email))
    await older.closed

    expect(
      (await older.received()).filter(({ channel: name }) => name === liveChannel.auth(fixture.company.id)),
    ).toEqual([
      {
        channel: `company-${fixture.company.id}-auth`,
        payload: { action: 'update', user: { id: zoe.id, email: zoe.email, companyId: fixture.company.id } },
      },
    ])
    expect(newer.socket.connected).toBe(true)
    expect(
      (await newer.received()).filter(({ channel: name }) => name === liveChannel.auth(fixture.company.id)),
    ).toEqual([])
    await expect(connect({ auth: { token: zoe.token } }, zoe)).rejects.toThrow('ERR_SESSION_EXPIRED')
  })

  it('AUTH logging out closes the sockets of the session', async () => {
    const zoe = await fixture.company.person('Zoe')
    const page = await pageOf(zoe)

    await testApp.app.http.inject({
      method: 'DELETE',
      url: '/auth/logout',
      headers: { authorization: `Bearer ${zoe.token}` },
    })

    await page.closed
  })
})

describe('USER-15 online', () => {
  const isOnline = async (person: Person) =>
    (await fixture.company.admin.does(getUser, { params: { userId: person.id } })).online

  it('while at least one socket of the user is connected', async () => {
    const zoe = await fixture.company.person('Zoe')
    zoe.subscriber.close() // the subscriber that the test app adds for each person
    expect(await isOnline(zoe)).toBe(false)

    const [first, second] = [await pageOf(zoe), await pageOf(zoe)]
    expect(await isOnline(zoe)).toBe(true)

    first.close()
    await until(
      'one subscriber is left',
      () => testApp.app.subscribers.ofUser(fixture.company.id, zoe.id).length === 1,
    )
    expect(await isOnline(zoe)).toBe(true)
    second.close()
    await until(
      'no subscriber is left',
      () => testApp.app.subscribers.ofUser(fixture.company.id, zoe.id).length === 0,
    )
    expect(await isOnline(zoe)).toBe(false)
  })

  it('RT-17 userStatus stores the time for the user', async () => {
    const page = await pageOf(fixture.rui)
    const seenNow = { id: fixture.rui.id, last_seen_at: testApp.now() }

    page.say('userStatus')

    await until('Rui was seen', async () => (await testApp.table('users').count(seenNow)) === 1)
  })
})
