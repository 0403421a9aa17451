import { getConnection, requestNewQr, retryConnection } from '@balcao/contract/connections'
import { listMessages, retryMessage } from '@balcao/contract/messages'
import { listTickets, updateTicket } from '@balcao/contract/tickets'
import type { ConnectionId, TicketId, WhatsappMessageId } from '@balcao/domain/ids'
import type { InboundChatHistory, InboundContent, InboundMessage } from '@balcao/whatsapp/gateway'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mediaAt } from '../../testing/played-gateway'
import { queuedJobs } from '../../testing/queued-jobs'
import { openTestApp, type TestApp, type TestCompany } from '../../testing/test-app'
import { endHistoryImportAfterSilence } from './end-silent-history'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const from = '5511911112222'
const chat = { kind: 'person', phone: from, lid: null } as const
const ago = (minutes: number) => new Date(testApp.now().getTime() - minutes * 60_000)

/** A message of that many minutes ago. */
function said(minutes: number, text: string, change: Partial<InboundMessage> = {}): InboundMessage {
  return {
    kind: 'message',
    id: `OLD${minutes}` as WhatsappMessageId, // an id of WhatsApp's
    chat,
    fromMe: false,
    author: null,
    pushName: 'Carlinha',
    sentAt: ago(minutes),
    content: { kind: 'text', text },
    quotedId: null,
    ...change,
  }
}

interface Fixture {
  readonly company: TestCompany
  readonly connectionId: ConnectionId
  brings(messages: readonly InboundMessage[], piece?: Partial<InboundChatHistory>): Promise<void>
  endsPart(isLast?: boolean): Promise<void>
  tickets(): Promise<readonly TicketRow[]>
  /** The texts that the admin reads in the contact's conversation. */
  texts(ticketId: TicketId): Promise<string[]>
  progress(): Promise<{ state: string; messages: number } | null>
}

interface TicketRow {
  readonly id: TicketId
  readonly status: string
  readonly unread: number
  readonly last_message: string
  readonly is_history: boolean
  readonly created_at: Date
  readonly last_at: Date
}

async function fixture({ bringHistory = true } = {}): Promise<Fixture> {
  const company = await testApp.company()
  const connectionId = await company.connection('Loja')
  const params = { connectionId }
  await company.admin.does(requestNewQr, { params, body: { bringHistory } })
  await company.admin.received()
  return {
    company,
    connectionId,
    brings: (messages, piece = {}) =>
      company.tells(connectionId, { kind: 'history', chat, name: 'Carla Cliente', messages, ...piece }),
    endsPart: (isLast = true) => company.tells(connectionId, { kind: 'history-part', isLast }),
    tickets: () =>
      testApp
        .table('tickets')
        .find<TicketRow>({ company_id: company.id }, [
          'id',
          'status',
          'unread',
          'last_message',
          'is_history',
          'created_at',
          'last_at',
        ]),
    texts: async (ticketId) =>
      (await company.admin.does(listMessages, { params: { ticketId } })).messages.map(({ body }) => body),
    progress: async () => (await company.admin.does(getConnection, { params })).history,
  }
}

const idOf = ([ticket]: readonly TicketRow[]): TicketId => {
  if (ticket === undefined) throw new Error('no ticket')
  return ticket.id
}

test('history is stored in one closed ticket at its own times: nothing opens, nothing is unread', async () => {
  const place = await fixture()

  await place.brings([said(30, 'bom dia'), said(20, 'olá!', { fromMe: true }), said(10, 'tem pão?')])

  const tickets = await place.tickets()
  expect(tickets).toEqual([
    {
      id: idOf(tickets),
      status: 'closed',
      unread: 0,
      last_message: 'tem pão?',
      is_history: true,
      created_at: ago(30),
      last_at: ago(10),
    },
  ])
  expect(await place.texts(idOf(tickets))).toEqual(['bom dia', 'olá!', 'tem pão?'])
  expect(await testApp.table('contacts').find({ company_id: place.company.id }, ['name'])).toEqual([
    { name: 'Carla Cliente' },
  ])
  expect(await testApp.table('ticket_events').find({ company_id: place.company.id })).toEqual([])
})

test('parts arrive newest first and overlap: each message is stored once, in time order', async () => {
  const place = await fixture()

  await place.brings([said(10, 'tem pão?')])
  await place.brings([said(40, 'primeira'), said(30, 'segunda'), said(10, 'tem pão?')])
  await place.brings([said(60, 'antes de tudo'), said(40, 'primeira')])
  await place.brings([said(60, 'antes de tudo'), said(40, 'primeira')])

  const tickets = await place.tickets()
  expect(tickets).toMatchObject([{ last_message: 'tem pão?', created_at: ago(60), last_at: ago(10) }])
  expect(await place.texts(idOf(tickets))).toEqual(['antes de tudo', 'primeira', 'segunda', 'tem pão?'])
})

test('live messages stay; history goes before them, and what was missed since then after them', async () => {
  const place = await fixture()
  const live = await place.company.hears({ over: place.connectionId, from, text: 'ao vivo', id: 'LIVE1' })

  await place.brings([
    said(20, 'de antes'),
    said(0, 'ao vivo', { id: 'LIVE1' as WhatsappMessageId }), // the same id
    said(0, 'perdida', { id: 'GAP1' as WhatsappMessageId }), // an id of WhatsApp's
  ])

  expect(await place.texts(live)).toEqual(['de antes', 'ao vivo', 'perdida'])
  expect(await place.tickets()).toMatchObject([
    { id: live, status: 'pending', unread: 1 },
    { status: 'closed', unread: 0 },
  ])
})

test('a message of the history that also arrives live opens a ticket', async () => {
  const place = await fixture()
  await place.brings([said(10, 'de antes'), said(1, 'agora', { id: 'TWICE' as WhatsappMessageId })])

  const ticketId = await place.company.hears({ over: place.connectionId, from, text: 'agora', id: 'TWICE' })

  expect(await place.tickets()).toMatchObject([
    { status: 'closed', last_message: 'de antes', unread: 0 },
    { id: ticketId, status: 'pending', last_message: 'agora', unread: 1 },
  ])
  expect(await place.texts(ticketId)).toEqual(['de antes', 'agora'])
})

test('a reply in the history has its quote, where that is stored', async () => {
  const place = await fixture()

  await place.brings([
    said(30, 'tem pão?'),
    said(20, 'tem', { fromMe: true, quotedId: 'OLD30' as WhatsappMessageId }),
    said(10, 'qual?', { quotedId: 'NEVER' as WhatsappMessageId }),
  ])

  const ticketId = idOf(await place.tickets())
  const { messages } = await place.company.admin.does(listMessages, { params: { ticketId } })
  expect(messages.map(({ quotedMsg }) => quotedMsg?.body ?? null)).toEqual([null, 'tem pão?', null])
})

test('media of the history is fetched on demand only', async () => {
  const place = await fixture()
  const picture: InboundContent = mediaAt('old picture')
  await place.brings([said(10, '', { content: picture })])
  const ticketId = idOf(await place.tickets())
  const media = async () => {
    const { messages } = await place.company.admin.does(listMessages, { params: { ticketId } })
    return messages.map(({ id, media }) => ({ messageId: id, state: media?.state }))
  }
  const fetches = () => testApp.table('graphile_worker.jobs').find({ task_identifier: 'messages.fetchMedia' })
  const [before] = await media()
  const orderedBefore = (await fetches()).length

  await place.company.admin.does(retryMessage, { params: { messageId: before?.messageId ?? (0 as never) } })

  expect(before).toMatchObject({ state: 'not-fetched' })
  expect(await media()).toMatchObject([{ state: 'on-its-way' }])
  expect((await fetches()).length).toBe(orderedBefore + 1)
})

test('pages of a conversation include the history', async () => {
  const place = await fixture()
  const many = Array.from({ length: 45 }, (_, at) => said(45 - at, `velha ${at}`))
  await place.brings(many)
  const ticketId = await place.company.hears({ over: place.connectionId, from, text: 'nova' })
  const read: string[] = []

  for (let before: number | undefined; ; ) {
    const query = before === undefined ? {} : { before }
    const page = await place.company.admin.does(listMessages, { params: { ticketId }, query })
    read.unshift(...page.messages.map(({ body }) => body))
    before = page.messages[0]?.id
    if (!page.hasMore) break
  }

  expect(read).toEqual([...many.map((_, at) => `velha ${at}`), 'nova'])
})

test('history sends no message events; pages that show resolved tickets see its ticket', async () => {
  const place = await fixture()
  const { admin } = place.company
  admin.shows({ statuses: ['closed'], notification: true })

  await place.brings([said(10, 'tem pão?')])

  const channels = (await admin.received()).map(({ channel }) => channel.replace(/^company-\d+-/, ''))
  expect(channels).not.toContain('appMessage')
  expect(channels).toContain('ticket')
  const { tickets } = await admin.does(listTickets, { query: { status: 'closed' } })
  expect(tickets).toMatchObject([{ lastMessage: 'tem pão?', unreadMessages: 0 }])
})

test("the connection's page shows the progress, and when the history is complete", async () => {
  const place = await fixture()
  const seen = [await place.progress()]

  await place.brings([said(30, 'um'), said(20, 'dois')])
  seen.push(await place.progress())
  await place.brings([said(20, 'dois'), said(10, 'três')])
  await place.endsPart(false)
  seen.push(await place.progress())
  await place.endsPart()
  seen.push(await place.progress())

  expect(seen).toEqual([
    { state: 'none', messages: 0 },
    { state: 'running', messages: 2 },
    { state: 'running', messages: 3 },
    { state: 'done', messages: 3 },
  ])
  const told = (await place.company.admin.received()).flatMap(({ channel, payload }) =>
    channel.endsWith('-whatsappSession') ? [payload as { session: { history: unknown } }] : [],
  )
  expect(told.at(-1)?.session.history).toEqual({ state: 'done', messages: 3 })
})

test('if a phone marks no part as its last, the history ends after a silence', async () => {
  const place = await fixture({ bringHistory: true })
  const { connectionId } = place
  await place.brings([said(20, 'dois')])
  const jobs = await queuedJobs(testApp, 'reception.endSilentHistory')
  const [order] = jobs.filter(({ key }) => key?.endsWith(` ${connectionId}`))
  const waitMs = Number(order?.runAt) - Number(testApp.now())

  const actor = { kind: 'system', name: 'test', companyId: place.company.id } as const
  await testApp.app.workplace.withCompany(actor, (work) => endHistoryImportAfterSilence(work, connectionId))

  expect(waitMs).toBe(15 * 60_000)
  expect(await place.progress()).toEqual({ state: 'done', messages: 1 })
  await place.brings([said(10, 'um atrasado')])
  expect(await place.progress()).toEqual({ state: 'running', messages: 2 })
})

test('the choice to import history holds for one linking, and not for a linked number', async () => {
  const place = await fixture({ bringHistory: true })
  const params = { connectionId: place.connectionId }
  const { admin } = place.company
  const chosen = async () => (await admin.does(getConnection, { params })).bringHistory

  await admin.does(retryConnection, { params })
  const kept = await chosen()
  await admin.does(requestNewQr, { params })
  const another = await chosen()
  await testApp.table('connections').update({ id: place.connectionId }, { number: from })
  await admin.does(retryConnection, { params, body: { bringHistory: true } })

  expect([kept, another, await chosen()]).toEqual([true, false, false])
  expect(await place.progress()).toBeNull()
})

test('a reopened history ticket becomes a normal ticket and continues', async () => {
  const place = await fixture()
  await place.brings([said(10, 'tem pão?')])
  const ticketId = idOf(await place.tickets())

  await place.company.admin.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })

  expect(await place.tickets()).toMatchObject([{ status: 'open', is_history: false }])
  expect(await place.company.hears({ over: place.connectionId, from, text: 'sim?' })).toBe(ticketId)
})

test('history of ignored groups is ignored, and counts nothing', async () => {
  const place = await fixture()

  await place.brings([said(10, 'oi')], { chat: { kind: 'group', group: '120363000000000001' } })

  expect(await place.tickets()).toEqual([])
  expect(await place.progress()).toEqual({ state: 'running', messages: 0 })
})
