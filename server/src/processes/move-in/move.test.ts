import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CompanyLanguage } from '@balcao/domain/companies'
import type { CompanyId } from '@balcao/domain/ids'
import { hash } from '@node-rs/bcrypt'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from 'vitest'
import { like, not } from '../../platform/testing/table-rows'
import { productVersion } from '../../platform/version'
import { openTestApp, type TestApp } from '../../testing/test-app'
import { inspectSource, suggestMapping } from './look'
import { formatInspection } from './look-lines'
import { moveIn, switchOverMoveIn } from './move'
import { moveInReportLines } from './report'
import { openSourceDatabase } from './source-database'
import type { MoveInAnswers } from './step'
import { type MoveBench, openMoveBench } from './testing/move-in-bench'
import {
  agePassesOf,
  contactsWithAddresses,
  dashboardSumsOf,
  type MovedRows,
  menusOf,
  movedCompanyId,
  movedRows,
  usersWithQueues,
} from './testing/moved-rows'
import { addInvoices, addMigrationList } from './testing/source-tables'
import {
  createWhaticketSource,
  hardCases,
  oldPassword,
  type SourceFixture,
  ticketzCases,
} from './testing/whaticket-source'
import { whaticket } from './whaticket/whaticket'

let testApp: TestApp
let source: SourceFixture
let bench: MoveBench
let moved: MovedRows
let companyId: CompanyId
let picture: Buffer
let outside: Readonly<Record<string, number>>

const mapping: MoveInAnswers = {
  companies: {
    '1': { move: true, name: 'Padaria Sol' },
    '2': { move: true, name: 'Outra Loja' },
  },
  emails: { '4': 'bia@loja.com' },
}

/** What would ring, send or call out. */
const noise = async () => ({
  outbox: await testApp.table('outbox').count(),
  events: await testApp.table('live_events').count(),
  deliveries: await testApp.table('webhook_deliveries').count(),
  jobs: await testApp.table('waiting_jobs').count(),
})

interface MessageWithFile {
  readonly whatsapp_id: string
  readonly media_type: string
  readonly media: { readonly state: string; readonly fileName?: string; readonly key?: string }
  readonly body: string
}

/** An attendance of this day in the source. */
const attendance = (day: string, queued: string, started: string, finished: string) => ({
  queuedAt: `${day}T${queued}Z`,
  startedAt: `${day}T${started}Z`,
  finishedAt: `${day}T${finished}Z`,
  createdAt: `${day}T${queued}Z`,
})

/** These columns of the tickets of the contact with this name. */
async function ticketsOf(name: string, columns: readonly string[]) {
  const [contact] = await moved.find('contacts', ['id'], { name })
  return moved.find('tickets', columns, { contact_id: contact?.id })
}

beforeAll(async () => {
  testApp = await openTestApp()
  source = await createWhaticketSource('ticketz')
  await source.run(hardCases(await hash(oldPassword, 4)) + ticketzCases)
  bench = await openMoveBench(testApp, { url: source.url, product: whaticket, mapping })
  picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#f00' } })
    .png()
    .toBuffer()
  await mkdir(join(bench.folder, 'media/1/1/1/abc'), { recursive: true })
  await writeFile(join(bench.folder, 'media/1/1/1/abc/foto.png'), picture)
  await writeFile(join(bench.folder, 'igual.png'), picture)
  await writeFile(join(bench.folder, 'campanha.png'), picture)
  await writeFile(join(bench.folder, '../segredo.png'), picture)
  await writeFile(join(bench.folder, 'voz.ogg'), Buffer.from('OggS\0\u0002not really a voice note'))
  outside = await noise()
  await bench.with((order) => moveIn(order))
  companyId = await movedCompanyId(testApp, 'Padaria Sol')
  moved = movedRows(testApp, companyId)
}, 120_000)
afterAll(async () => {
  await bench.close()
  await source.drop()
  await testApp.close()
})

test('a moved company is closed until the switch, with its plan, hours and due date', async () => {
  const { plan_id, ...company } = await testApp
    .table('companies')
    .get({ id: companyId }, ['is_active', 'due_date', 'recurrence', 'plan_id', 'schedules'])

  expect(await testApp.table('plans').get({ id: plan_id })).toMatchObject({ name: 'Plano Antigo' })
  expect(company).toMatchObject({
    is_active: false,
    due_date: '2027-01-14',
    recurrence: 'MENSAL',
    schedules: [
      { weekdayEn: 'monday', startTime: '09:00', endTime: '17:00' },
      { weekdayEn: 'sunday', startTime: '00:00', endTime: '00:00' },
    ],
  })
  const other = await testApp.table('companies').get({ name: 'Outra Loja' }, ['due_date', 'recurrence'])
  expect(other).toEqual({ due_date: '2027-12-31', recurrence: 'MENSAL' })
})

test('a move records no event and no job, and sends nothing', async () => {
  expect(await noise()).toEqual(outside)
})

describe('the office', () => {
  it('renames a queue and shifts a colour that is taken', async () => {
    const queues = await moved.find('queues', ['name', 'color'])

    expect(queues.map(({ name }) => name)).toEqual(['Vendas', 'vendas (2)', 'Suporte'])
    expect(new Set(queues.map(({ color }) => color)).size).toBe(3)
  })

  it('numbers the options of a menu without gaps and keeps the tree', async () => {
    expect(await menusOf(testApp, companyId)).toEqual([
      { queue: 'Vendas', title: 'Entrega', message: '', option: 1, parent: null },
      { queue: 'Vendas', title: 'Preços', message: 'Tabela', option: 2, parent: null },
      { queue: 'Vendas', title: 'Pão', message: 'R$ 1', option: 1, parent: 'Preços' },
    ])
  })

  it('links no connection, keeps no credentials and hashes its token', async () => {
    const columns = ['name', 'is_default', 'status', 'desired_state', 'token_last_four']

    expect(await moved.find('connections', columns)).toEqual([
      {
        name: 'Loja',
        is_default: true,
        status: 'DISCONNECTED',
        desired_state: 'link',
        token_last_four: '-123',
      },
      {
        name: 'Curto',
        is_default: false,
        status: 'DISCONNECTED',
        desired_state: 'link',
        token_last_four: null,
      },
    ])
    expect(await moved.find('connection_keys', ['type'])).toEqual([])
  })

  it('moves users with their profiles and queues, and gives none the platform', async () => {
    const users = await usersWithQueues(testApp, companyId)

    expect(
      users.map(({ email, profile, is_super, queues }) => ({ email, profile, is_super, queues })),
    ).toEqual([
      { email: 'dono@sol.com', profile: 'admin', is_super: false, queues: [] },
      { email: 'bia@sol.com', profile: 'user', is_super: false, queues: ['Vendas', 'Suporte'] },
      { email: 'sem@sol.com', profile: 'user', is_super: false, queues: [] },
    ])
  })
})

describe('contacts', () => {
  it('unites a LID twin and a number without its ninth digit', async () => {
    const contacts = await contactsWithAddresses(testApp, companyId)

    expect(
      contacts.map(({ name, number, extra_info, addresses }) => ({ name, number, extra_info, addresses })),
    ).toEqual([
      {
        name: 'Ana',
        number: '5551999887766',
        extra_info: [{ name: 'CPF', value: '123' }],
        addresses: ['lid 123456789012345', 'phone 5551999887766'],
      },
      {
        name: 'Família',
        number: '120363041234567890',
        extra_info: [],
        addresses: ['group 120363041234567890'],
      },
      { name: 'Caio', number: '5551988776655', extra_info: [], addresses: ['phone 5551988776655'] },
      { name: 'Dora', number: '5551977665544', extra_info: [], addresses: ['phone 5551977665544'] },
    ])
  })
})

describe('tickets', () => {
  it('keeps one live ticket of a contact, and cuts a reused one at its attendances', async () => {
    const columns = ['status', 'unread', 'last_message', 'is_group']

    expect(await moved.named('tickets', columns, { name: 'contact_id', owner: 'user_id' })).toEqual([
      { name: 'Ana', status: 'open', owner: 'Bia', unread: 0, last_message: 'oi', is_group: false },
      { name: 'Ana', status: 'closed', owner: null, unread: 0, last_message: 'oi?', is_group: false },
      { name: 'Caio', status: 'closed', owner: 'Bia', unread: 0, last_message: 'pronto', is_group: false },
      { name: 'Caio', status: 'closed', owner: 'Bia', unread: 0, last_message: 'tchau', is_group: false },
      { name: 'Família', status: 'pending', owner: null, unread: 0, last_message: 'kkk', is_group: true },
      { name: 'Dora', status: 'pending', owner: null, unread: 1, last_message: '📷 Foto', is_group: false },
      { name: 'Dora', status: 'closed', owner: null, unread: 0, last_message: '', is_group: false },
    ])
  })

  it('tells attendances and ratings as events, with their durations', async () => {
    const [{ ticket_id } = {}] = await moved.find('messages', ['ticket_id'], { whatsapp_id: 'C1' })

    expect(
      await moved.named('ticket_events', ['kind', 'seconds', 'rating'], { owner: 'user_id' }, { ticket_id }),
    ).toEqual([
      { kind: 'created', seconds: null, rating: null, owner: null },
      { kind: 'queued', seconds: null, rating: null, owner: null },
      { kind: 'accepted', seconds: 300, rating: null, owner: 'Bia' },
      { kind: 'closed', seconds: 3300, rating: null, owner: 'Bia' },
    ])
    const rated = await moved.find('ticket_events', ['rating'], { kind: 'rated' })
    expect(rated).toEqual([{ rating: 3 }, { rating: 2 }])
  })

  it('computes the figures of the dashboard', async () => {
    expect(await dashboardSumsOf(testApp, companyId)).toEqual({ finished: 2, waits: 3, ratings: 2 })
  })

  it('unites tags of one name, and gives a note without a ticket the newest one', async () => {
    const tags = await moved.named<{ name: string }>('ticket_tags', [], { name: 'tag_id' })
    const notes = await moved.named<{ note: string; ticket_id: number }>(
      'ticket_notes',
      ['note', 'ticket_id'],
      {},
    )
    const tickets = await moved.named<{ id: number; name: string }>('tickets', ['id'], { name: 'contact_id' })
    const contactOf = new Map(tickets.map(({ id, name }) => [id, name]))

    expect(tags.map(({ name }) => name).toSorted()).toEqual(['Novo', 'VIP'])
    expect(notes.map(({ note, ticket_id }) => ({ note, name: contactOf.get(ticket_id) }))).toEqual([
      { note: 'Pagou', name: 'Ana' },
      { note: 'Sem ticket', name: 'Caio' },
    ])
  })
})

describe('messages', () => {
  it('translates the scale of ticks, and keeps a failed one', async () => {
    expect(await moved.find('messages', ['whatsapp_id', 'ack', 'failure'], { from_me: true })).toEqual([
      { whatsapp_id: 'C2', ack: 4, failure: null },
      { whatsapp_id: 'A2', ack: 3, failure: null },
      { whatsapp_id: 'A5', ack: 0, failure: 'ERR_SENDING_WAPP_MSG' },
      { whatsapp_id: 'C4', ack: 1, failure: null },
      { whatsapp_id: 'AA', ack: 2, failure: null },
    ])
  })

  it('stores a reaction at its message, the newest of one person', async () => {
    const reactions = await moved.named('message_reactions', ['emoji'], {
      id: 'message_id',
      name: 'contact_id',
    })

    expect(reactions).toEqual([{ id: 'A2', emoji: '❤️', name: 'Ana' }])
  })

  it('quotes what it answers, and keeps the author within a group', async () => {
    const quotes = await moved.named(
      'messages',
      ['whatsapp_id'],
      { quoted: 'quoted_id' },
      { quoted_id: not(null) },
    )
    const authors = await moved.named(
      'messages',
      [],
      { name: 'author_contact_id' },
      { author_contact_id: not(null) },
    )

    expect(quotes).toEqual([{ whatsapp_id: 'A2', quoted: 'A1' }])
    expect(authors).toEqual([{ name: 'Caio' }])
  })

  it('stores files from each layout, and none from outside or of another company', async () => {
    const files = await moved.find<MessageWithFile>(
      'messages',
      ['whatsapp_id', 'media_type', 'media', 'body'],
      { media: not(null) },
    )

    expect(
      files
        .map(({ whatsapp_id: id, media_type, media, body }) => ({
          ...{ id, media_type, state: media.state, name: media.fileName ?? null, body },
          has_file: (media.key ?? null) !== null,
        }))
        .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    ).toEqual([
      expect.objectContaining({ id: 'A6', state: 'ready', body: 'quero dois pães', has_file: true }),
      { id: 'A7', media_type: 'image', state: 'ready', name: null, body: '', has_file: true },
      { id: 'A8', media_type: 'application', state: 'failed', name: 'sumiu.pdf', body: '', has_file: false },
      { id: 'A9', media_type: 'image', state: 'failed', name: null, body: '', has_file: false },
      { id: 'E2', media_type: 'image', state: 'failed', name: null, body: '', has_file: false },
      { id: 'E3', media_type: 'image', state: 'failed', name: null, body: '', has_file: false },
    ])
  })

  it('moves a message of two tickets once, and reports the other', async () => {
    const twins = await moved.find('messages', ['ticket_id'], { whatsapp_id: 'B1' })

    expect(twins).toHaveLength(1)
    expect(await moved.skips('message')).toEqual([
      { id: 'B1 2', reason: 'same-message' },
      { id: 'F1 7', reason: 'ticket-missing' },
    ])
  })
})

describe('outreach and the rest', () => {
  it('lets no campaign run, and keeps the report of a finished one', async () => {
    const columns = ['name', 'status', 'total_count', 'delivered_count']

    expect(await moved.find('campaigns', columns)).toEqual([
      { name: 'Natal', status: 'FINALIZADA', total_count: 1, delivered_count: 1 },
      { name: 'Agora', status: 'CANCELADA', total_count: 0, delivered_count: 0 },
      { name: 'Depois', status: 'INATIVA', total_count: 0, delivered_count: 0 },
    ])
  })

  it('keeps future schedules, and gives up past ones', async () => {
    expect(await moved.find('schedules', ['body', 'status'])).toEqual([
      { body: 'Lembrete', status: 'PENDENTE' },
      { body: 'Foi', status: 'ENVIADA' },
      { body: 'Perdido', status: 'ERRO' },
      { body: 'Apagado', status: 'PENDENTE' },
      { body: 'Adiado', status: 'PENDENTE' },
      { body: 'Vencido', status: 'PENDENTE' },
    ])
  })

  it('moves lists, quick messages, settings and pace', async () => {
    const lists = await moved.find('contact_lists', ['item_count', 'valid_count'])
    const quick = await moved.find('quick_messages', ['shortcode', 'is_shared'])
    const settings = await moved.find('settings', ['key', 'value'], { key: ['userRating', 'scheduleType'] })
    const pace = await moved.find('campaign_settings', ['message_interval', 'variables'])

    expect(lists).toEqual([{ item_count: 1, valid_count: 1 }])
    expect(quick).toEqual([
      { shortcode: 'pix', is_shared: false },
      { shortcode: 'oi', is_shared: true },
    ])
    expect(settings).toEqual([
      { key: 'scheduleType', value: 'queue' },
      { key: 'userRating', value: 'enabled' },
    ])
    expect(pace).toEqual([{ message_interval: 30, variables: [{ key: 'cupom', value: 'NATAL' }] }])
  })

  it('moves the internal chat with its members', async () => {
    const chats = await moved.find('chats', ['id', 'title', 'direct_pair', 'last_message', 'message_count'])
    const members = await moved.find('chat_members', ['chat_id'])

    expect(
      chats.map(({ id, direct_pair, ...chat }) => ({
        ...{ ...chat, is_direct: direct_pair !== null },
        members: members.filter(({ chat_id }) => chat_id === id).length,
      })),
    ).toEqual([
      { title: '', is_direct: true, last_message: 'Bia: Oi', message_count: 2, members: 2 },
      { title: 'Equipe', is_direct: false, last_message: 'Dono: Equipe!', message_count: 1, members: 3 },
    ])
  })
})

test('the report names what was dropped, each with a sentence in the language of the person', async () => {
  const linesIn = (language: CompanyLanguage) =>
    bench.with(async (order) => {
      const found: string[] = []
      for await (const line of moveInReportLines(order, language)) found.push(line.trimEnd())
      return found
    })
  const lines = await linesIn('en')

  expect(lines).toContain(
    'Announcements;1;Announcements belong to the platform: write those that still hold.',
  )
  const pair = 'Not moved: one of the two that it joins did not move.'
  expect(lines).toContain(`Padaria Sol;queues of users;2 99;${pair}`)
  expect(lines).toContain('Padaria Sol;number of a list;2;Not moved: its list has the number already.')
  expect(lines).toContain(
    'Padaria Sol;number of a list;same-number;1;Not moved: its list has the number already.',
  )
  const [portuguese, spanish] = [await linesIn('pt-BR'), await linesIn('es')]
  expect(portuguese).toContain(
    '\ufeffempresa;o quê;linhas no servidor antigo;linhas lidas;linhas movidas;inteiro'.slice(1),
  )
  expect(portuguese).toContain('Padaria Sol;número de lista;2;Não veio: a lista já tem o número.')
  expect(spanish).toContain('Padaria Sol;número de lista;2;No vino: su lista ya tiene el número.')
})

test('the report says why old invoices do not move', async () => {
  onTestFinished(await addInvoices(source))

  const lines = await bench.with(async (order) => {
    const found: string[] = []
    for await (const line of moveInReportLines(order, 'en')) found.push(line.trimEnd())
    return found
  })

  expect(lines).toContainEqual(expect.stringMatching(/^Invoices;2;.*they name payments at the old provider/))
})

test('a repeated move changes nothing, and fetches what came since', async () => {
  const everything = async () => ({
    messages: await moved.count('messages'),
    tickets: await moved.count('tickets'),
    events: await moved.count('ticket_events'),
    contacts: await moved.count('contacts'),
    chat: await moved.count('chat_messages'),
    shippings: await moved.count('campaign_shipping'),
    skips: await moved.count('move_in_skips'),
  })
  const before = await everything()

  await bench.with((order) => moveIn(order))
  const again = await everything()
  const now = new Date()
  const added = { id: 'N1', ticketId: 5, contactId: 7, body: 'nova', ack: 0, read: false, createdAt: now }
  await source.add({ Messages: [added] })
  await source.change('Messages', { id: 'AA' }, { ack: 4 })
  await source.change('Tickets', { id: 1 }, { status: 'closed' })
  await source.change('Tickets', { id: 2 }, { status: 'open', userId: 2, unreadMessages: 3 })
  await source.change('Schedules', { id: 1 }, { status: 'ENVIADA', sentAt: now })
  await bench.with((order) => moveIn(order))
  const later = await everything()

  expect(again).toEqual(before)
  expect(later).toEqual({ ...before, messages: before.messages + 1 })
  expect(await moved.find('messages', ['ack'], { whatsapp_id: 'AA' })).toEqual([{ ack: 3 }])
  expect(await moved.find('tickets', ['last_message'], { status: 'open' })).toEqual([{ last_message: 'oi?' }])
  expect(await moved.find('schedules', ['status'], { body: 'Lembrete' })).toEqual([{ status: 'ENVIADA' }])
})

test('a change that the source made while the pass before ran is fetched, however long it ran', async () => {
  const threeDaysAgo = new Date(Date.now() - 3 * 86_400_000)
  await source.change('Messages', { id: 'AA' }, { ack: 5, updatedAt: threeDaysAgo })
  await agePassesOf(testApp, companyId, { days: 4 })

  const snapshotAt = await bench.with(async (order) => {
    await moveIn(order)
    return order.source.snapshotAt
  })

  expect(await moved.find('messages', ['ack'], { whatsapp_id: 'AA' })).toEqual([{ ack: 4 }])
  const passes = await moved.find('move_in_steps', ['snapshot_at'])
  expect(passes).not.toEqual([])
  expect(passes).toEqual(passes.map(() => ({ snapshot_at: snapshotAt })))
})

test('schedules that the source deleted or put off since follow it', async () => {
  await source.table('Schedules').delete({ id: 4 })
  await source.change('Schedules', { id: 5 }, { body: 'Adiado de novo', sendAt: '2099-02-02T10:00Z' })

  await bench.with((order) => moveIn(order))

  expect(await moved.find('schedules', ['body', 'due_at'], { status: 'PENDENTE' })).toEqual([
    { body: 'Adiado de novo', due_at: new Date('2099-02-02T10:00Z') },
    { body: 'Vencido', due_at: new Date('2099-01-01T10:00Z') },
  ])
})

test('options that the source added between two runs come last among their siblings', async () => {
  const options = source.table('QueueOptions')
  const facts = { message: '', option: '1', queueId: 1 }
  await options.insert({ ...facts, id: 10, title: 'Horários', parentId: null })
  await options.insert({ ...facts, id: 11, title: 'Bolo', parentId: 1 })
  await options.insert({ ...facts, id: 12, title: 'Fubá', parentId: 11 })

  await bench.with((order) => moveIn(order))

  const added = (await menusOf(testApp, companyId)).filter(({ title }) =>
    /^(Horários|Bolo|Fubá)$/.test(title),
  )
  expect(added.map(({ title, option, parent }) => ({ title, option, parent }))).toEqual([
    { title: 'Horários', option: 3, parent: null },
    { title: 'Bolo', option: 2, parent: 'Preços' },
    { title: 'Fubá', option: 1, parent: 'Bolo' },
  ])
  expect(await moved.skips('option')).toEqual([
    { id: '5', reason: 'parent-missing' },
    { id: '6', reason: 'parent-missing' },
  ])
  expect(await moved.count('move_in_ids', { kind: 'option', source_id: ['5', '6'] })).toBe(0)
})

test('a ticket that the source closed and reopened between two runs is two, of which the second is live', async () => {
  const startedAt = '2025-03-01T10:00Z'
  await source.add({
    Contacts: [{ id: 20, name: 'Eva', number: '5551955554444' }],
    Tickets: [{ id: 20, status: 'open', userId: 2, contactId: 20 }],
    TicketTraking: [{ id: 20, ticketId: 20, userId: 2, startedAt, createdAt: startedAt }],
  })
  await bench.with((order) => moveIn(order))

  await source.table('TicketTraking').update({ id: 20 }, { finishedAt: '2025-03-01T11:00Z' })
  await source.add({ TicketTraking: [{ id: 21, ticketId: 20, createdAt: '2025-03-02T10:00Z' }] })
  await source.table('Tickets').update({ id: 20 }, { status: 'pending', userId: null })
  await bench.with((order) => moveIn(order))

  expect(await ticketsOf('Eva', ['status'])).toEqual([{ status: 'closed' }, { status: 'pending' }])
})

test('another database under the name of a move is refused, and moves nothing', async () => {
  const other = await createWhaticketSource('ticketz')
  onTestFinished(() => other.drop())
  await other.run(hardCases('') + ticketzCases)
  await other.table('Companies').update({ id: 1 }, { createdAt: '2025-03-01T12:00:01Z' }) // a second later
  const otherSource = await openSourceDatabase(other.url)
  onTestFinished(() => otherSource.close())
  const before = await moved.count('messages')

  for (const act of [inspectSource, moveIn] as const)
    await expect(bench.with<unknown>((order) => act({ ...order, source: otherSource }))).rejects.toThrow(
      /is of another database. Give this one a name of its own: --name NAME/,
    )
  expect(await moved.count('messages')).toBe(before)
})

test('the look counts, finds clashes and lost tables, and writes no company', async () => {
  const companies = await testApp.table('companies').count()
  const found = await bench.with((order) => inspectSource({ ...order, name: 'another look' }))

  expect(
    found.companies.map(({ name, nameTaken, emailsTaken, files }) => ({
      name,
      nameTaken,
      emailsTaken,
      files,
    })),
  ).toEqual([
    {
      name: 'Padaria Sol',
      nameTaken: true,
      emailsTaken: [
        { id: '1', email: 'dono@sol.com' },
        { id: '2', email: 'bia@sol.com' },
        { id: '3', email: 'sem@sol.com' },
      ],
      files: expect.objectContaining({ named: 6, looked: 6 }),
    },
    {
      name: 'Outra Loja',
      nameTaken: true,
      emailsTaken: [{ id: '4', email: 'bia@sol.com' }],
      files: expect.objectContaining({ named: 1 }),
    },
  ])
  expect(found.companies[0]?.rows).toMatchObject({ messages: 23, contacts: 8, tickets: 8 })
  expect(found.lost).toEqual([{ table: 'Announcements', rows: 1 }])
  expect(suggestMapping(found).companies['1']).toMatchObject({ move: false, plan: 'Plano Antigo' })
  expect(await testApp.table('companies').count()).toBe(companies)
})

test('the look tells versions, disk, plan limits, names and numbers that are there already, and losses', async () => {
  const company = await testApp.company()
  const linked = await company.connection('Linked')
  await testApp.table('connections').update({ id: linked }, { number: '555130254455' })
  onTestFinished(await addMigrationList(source, ['20240101000000-first.js', '20260101000000-last.js']))
  const session = { creds: { me: { id: '555130254455:7@s.whatsapp.net' } } }
  await source.table('Whatsapps').update({ id: 2 }, { session })
  onTestFinished(async () => void (await source.table('Whatsapps').update({ id: 2 }, { session: null })))
  await source.table('Plans').update({ id: 1 }, { users: 2 })
  onTestFinished(async () => void (await source.table('Plans').update({}, { users: 5 })))

  const found = await bench.with((order) => inspectSource({ ...order, name: 'a look at all' }))
  const lines = formatInspection(found).join('\n')

  expect(found.versions).toEqual({
    ...{ source: 'ticketz', schema: '20260101000000-last.js', postgres: expect.stringMatching(/^\d+/) },
    balcao: productVersion,
  })
  expect(found.disk.freeBytes).toBeGreaterThan(0)
  expect(found.disk.neededBytes).toBe(found.databaseBytes + found.fileBytes)
  expect(found.companies[0]).toMatchObject({
    numbersTaken: [{ connection: 'Curto', number: '555130254455' }],
    repeatedNames: [
      { kind: 'queue', name: expect.stringMatching(/^vendas$/i) },
      { kind: 'tag', name: expect.stringMatching(/^vip$/i) },
    ],
    uses: { users: expect.any(Number), connections: 2, queues: 3 },
    planLimits: { users: 2, connections: 2, queues: 4 },
    losses: [
      { loss: 'short-tokens', rows: 1 },
      { loss: 'super-rights', rows: 1 },
    ],
  })
  expect(lines).toContain('Source: ticketz (20260101000000-last.js) on PostgreSQL ')
  expect(lines).toContain('connection Curto: a connection here has the number 555130254455')
  expect(lines).toContain('Users who lose the rights over the platform: 1')
})

test('a plan of the mapping that does not exist here is refused before its company is made', async () => {
  const chosen: MoveInAnswers = {
    ...mapping,
    companies: { '1': { move: true, name: 'Sem plano', plan: 'Nenhum plano' } },
  }

  await expect(
    bench.with((order) => moveIn({ ...order, name: 'another plan', mapping: chosen })),
  ).rejects.toThrow('There is no plan Nenhum plano here.')

  expect(await testApp.table('companies').find({ name: 'Sem plano' })).toEqual([])
})

test('a later run finds files that were missing, and moves a user whose e-mail was taken', async () => {
  await source.add({ Users: [{ id: 5, name: 'Caio', email: 'dono@sol.com' }] })
  await source.table('UserQueues').insert({ userId: 5, queueId: 3 })
  await bench.with((order) => moveIn(order))
  const skips = () =>
    moved.find('move_in_skips', ['kind', 'source_id'], { reason: ['file-missing', 'email-taken'] })
  const before = await skips()

  await source.table('Users').update({ id: 5 }, { updatedAt: '2025-03-01' })
  await writeFile(join(bench.folder, 'sumiu.pdf'), '%PDF-1.4')
  await writeFile(join(bench.folder, 'natal.png'), picture)
  const answered = { ...mapping, emails: { ...mapping.emails, '5': 'caio@sol.com' } }
  await bench.with((order) => moveIn({ ...order, mapping: answered }))

  expect(before).toEqual([
    { kind: 'campaign', source_id: '1' },
    { kind: 'file', source_id: 'A8' },
    { kind: 'file', source_id: 'A9' },
    { kind: 'file', source_id: 'E2' },
    { kind: 'file', source_id: 'E3' },
    { kind: 'user', source_id: '5' },
  ])
  expect(await skips()).toEqual(before.slice(2, 5))
  expect(await moved.find('messages', ['media_type', 'media'], { whatsapp_id: 'A8' })).toEqual([
    { media_type: 'application', media: expect.objectContaining({ state: 'ready', fileName: 'sumiu.pdf' }) },
  ])
  expect(await moved.find('campaigns', ['media'], { name: 'Natal' })).toEqual([
    { media: expect.objectContaining({ fileName: 'natal.png' }) },
  ])
  const users = await usersWithQueues(testApp, companyId)
  expect(users.find(({ email }) => email === 'caio@sol.com')?.queues).toEqual(['Suporte'])
})

test('a user who moves at a later run gets what the first run would have given', async () => {
  await source.add({
    Users: [{ id: 6, name: 'Davi', email: 'davi@sol.com' }],
    Contacts: [
      { id: 60, name: 'Gil', number: '5551944443333' },
      { id: 61, name: 'Hugo', number: '5551933332222' },
    ],
    Tickets: [
      { id: 60, status: 'closed', userId: 6, contactId: 60, createdAt: '2025-02-01T09:00Z' },
      { id: 61, status: 'open', userId: 6, contactId: 61, createdAt: '2025-02-01T09:00Z' },
    ],
    TicketTraking: [
      { id: 60, ticketId: 60, userId: 6, ...attendance('2024-02-01', '10:00', '10:05', '11:00') },
      { id: 61, ticketId: 60, userId: 6, ...attendance('2025-02-01', '09:00', '09:10', '12:00') },
    ],
    UserRatings: [{ id: 60, ticketId: 60, userId: 6, rate: 3 }],
    TicketNotes: [{ id: 60, note: 'De Davi', userId: 6, contactId: 60, ticketId: 60 }],
    QuickMessages: [{ id: 60, shortcode: 'davi', message: 'Oi', userId: 6 }],
    Schedules: [
      { id: 60, body: 'De Davi', sendAt: '2025-01-01T10:00Z', status: 'ENVIADA', contactId: 60, userId: 6 },
    ],
  })
  await source.table('Chats').insert({ id: 60, title: '', ownerId: 1, companyId: 1 })
  for (const userId of [1, 6]) await source.table('ChatUsers').insert({ chatId: 60, userId })
  const said = { id: 60, chatId: 60, senderId: 6, message: 'Dono?', createdAt: new Date() }
  await source.add({ ChatMessages: [said] })
  const without = { ...mapping, emails: { ...mapping.emails, '6': null } }
  /** Each piece of the work of Davi, with its user here. */
  const userOfWork = async () => {
    const by = { name: 'user_id' }
    const contacts = await moved.find<{ id: number; name: string }>('contacts', ['id', 'name'], {
      name: ['Gil', 'Hugo'],
    })
    const tickets = await moved.named('tickets', ['id', 'status', 'contact_id'], by, {
      contact_id: contacts.map(({ id }) => id),
    })
    const gil = contacts.find(({ name }) => name === 'Gil')
    const ofGil = tickets.filter(({ contact_id }) => contact_id === gil?.id).map(({ id }) => id)
    const events = { ticket_id: ofGil, kind: ['accepted', 'closed', 'rated'] }
    const said = await moved.named('chat_messages', ['chat_id'], { name: 'sender_id' }, { message: 'Dono?' })
    const direct = await moved.find('chats', ['id'], { direct_pair: not(null) })
    const isDirect = (chatId: unknown) => direct.some(({ id }) => id === chatId)
    const work = [
      ...tickets.map(({ status, name }) => [`ticket ${status}`, name]),
      ...(await moved.named('ticket_events', ['kind'], by, events)).map(({ kind, name }) => [kind, name]),
      ...(await moved.named('ticket_notes', [], by, { note: 'De Davi' })).map(({ name }) => ['note', name]),
      ...(await moved.named('quick_messages', ['is_shared'], by, { shortcode: 'davi' })).map(
        ({ is_shared, name }) => [is_shared ? 'shared' : 'own', name],
      ),
      ...(await moved.named('schedules', [], by, { body: 'De Davi' })).map(({ name }) => ['schedule', name]),
      ...said.map(({ chat_id, name }) => [`chat ${isDirect(chat_id)}`, name]),
    ]
    return work.toSorted().map(([what, name]) => ({ what, name }))
  }
  const missing = () =>
    moved.find('move_in_skips', ['kind', 'source_id'], { reason: 'user-missing', source_id: like('% 6') })

  await bench.with((order) => moveIn({ ...order, mapping: without }))
  const before = await userOfWork()
  const reported = await missing()
  const answered = { ...mapping, emails: { ...mapping.emails, '6': 'davi@sol.com' } }
  await bench.with((order) => moveIn({ ...order, mapping: answered }))

  const of = (name: string | null, live: string, kind: string, chat: string) =>
    [
      ...['accepted', 'accepted', chat, 'closed', 'closed', 'note', kind, 'rated', 'schedule'],
      ...['ticket closed', 'ticket closed', live],
    ]
      .toSorted()
      .map((what) => ({ what, name }))
  expect(before).toEqual(of(null, 'ticket pending', 'shared', 'chat false'))
  expect(reported).toHaveLength(9)
  expect(await userOfWork()).toEqual(of('Davi', 'ticket open', 'own', 'chat true'))
  expect(await missing()).toEqual([])
})

test('a LID that the source learns between two runs makes one contact of two, with all of both', async () => {
  const text = { mediaType: 'conversation' }
  const [byNumber, byLid] = [
    { ...text, ticketId: 70, contactId: 70 },
    { ...text, ticketId: 71, contactId: 71 },
  ]
  await source.add({
    Contacts: [
      { id: 70, name: 'Iara', number: '5551922221111' },
      { id: 71, name: '987654321098765', number: '987654321098765' },
    ],
    Tickets: [
      { id: 70, status: 'open', userId: 2, contactId: 70 },
      { id: 71, status: 'pending', userId: null, contactId: 71 },
    ],
    Messages: [
      { ...byNumber, id: 'L1', body: 'pelo número', createdAt: '2025-03-01T10:00Z' },
      { ...byLid, id: 'L2', body: 'pelo LID', createdAt: '2025-03-02T10:00Z' },
    ],
  })
  await bench.with((order) => moveIn(order))
  const quiet = await noise()
  const learned = { lid: '987654321098765@lid', contactId: 70, companyId: 1, createdAt: new Date() }
  await source.add({ WhatsappLidMaps: [learned] })
  await bench.with((order) => moveIn(order))
  await source.add({ Messages: [{ ...byLid, id: 'L3', body: 'depois', read: false, createdAt: new Date() }] })
  await source.change('Tickets', { id: 71 }, { unreadMessages: 1 })
  await bench.with((order) => moveIn(order))

  const contacts = (await contactsWithAddresses(testApp, companyId)).filter(({ name }) =>
    /^Iara$|^9876/.test(name),
  )
  expect(contacts).toMatchObject([
    { name: 'Iara', number: '5551922221111', addresses: ['lid 987654321098765', 'phone 5551922221111'] },
  ])
  const iaras = { contact_id: contacts[0]?.id }
  const messages = await moved.find('messages', ['whatsapp_id'], iaras)
  expect(messages.map(({ whatsapp_id }) => whatsapp_id)).toEqual(['L1', 'L2', 'L3'])
  expect(await moved.count('tickets', { ...iaras, status: not('closed') })).toBe(1)
  expect(await noise()).toEqual(quiet)
})

test('a message that the source has sent again since is no failure any more', async () => {
  await source.change('Messages', { id: 'A5' }, { ack: 2 })
  await bench.with((order) => moveIn(order))

  expect(await moved.find('messages', ['ack', 'failure'], { whatsapp_id: 'A5' })).toEqual([
    { ack: 1, failure: null },
  ])
})

test('of two rows with one message the file of either moves, and each of two chats has its own', async () => {
  const first = { id: 'T1', contactId: 80, body: '', mediaType: 'image', createdAt: '2025-03-01T10:00Z' }
  const second = { id: 'T2', body: '', mediaType: 'image', createdAt: '2025-03-01T11:00Z' }
  await source.add({
    Contacts: [{ id: 80, name: 'Filial', number: '5551911112222' }],
    Tickets: [
      { id: 80, status: 'closed', contactId: 80 },
      { id: 81, status: 'closed', contactId: 80 },
      { id: 82, status: 'closed', contactId: 70 },
    ],
    Messages: [
      { ...first, ticketId: 80, mediaUrl: 'nao-existe.png' },
      { ...first, ticketId: 81, mediaUrl: 'gemea.png' },
      { ...second, ticketId: 80, fromMe: true, mediaUrl: 'ida.png' },
    ],
  })
  for (const name of ['gemea.png', 'ida.png', 'volta.png']) await writeFile(join(bench.folder, name), picture)
  await bench.with((order) => moveIn(order))
  await source.add({ Messages: [{ ...second, ticketId: 82, contactId: 70, mediaUrl: 'volta.png' }] })
  await bench.with((order) => moveIn(order))

  const stored = await moved.find<MessageWithFile & { from_me: boolean }>(
    'messages',
    ['whatsapp_id', 'from_me', 'media'],
    { whatsapp_id: ['T1', 'T2'] },
  )
  expect(
    stored.map(({ whatsapp_id, from_me, media }) => `${whatsapp_id} ${from_me} ${media.state}`).toSorted(),
  ).toEqual(['T1 false ready', 'T2 false ready', 'T2 true ready'])
  expect(await moved.count('move_in_skips', { kind: 'file', source_id: like('T%') })).toBe(0)
})

test('a transcript that ticketz writes over the body of a sound later is fetched, and a deletion keeps the words', async () => {
  const sound = { body: 'voz.ogg', mediaType: 'audio', mediaUrl: 'voz.ogg', createdAt: '2025-03-02T10:00Z' }
  const text = { body: 'vai sumir', mediaType: 'conversation', createdAt: '2025-03-02T10:01Z' }
  await source.add({
    Messages: [
      { ...sound, id: 'S1', ticketId: 80, contactId: 80 },
      { ...text, id: 'S2', ticketId: 80, contactId: 80 },
    ],
  })
  await bench.with((order) => moveIn(order))
  const bodies = () => moved.find('messages', ['whatsapp_id', 'body'], { whatsapp_id: ['S1', 'S2'] })
  const before = await bodies()
  await source.change('Messages', { id: 'S1' }, { body: 'Bom dia, quero pão' })
  await source.change('Messages', { id: 'S2' }, { body: '', isDeleted: true })

  await bench.with((order) => moveIn(order))

  expect(before).toEqual([
    { whatsapp_id: 'S1', body: '' },
    { whatsapp_id: 'S2', body: 'vai sumir' },
  ])
  expect(await bodies()).toEqual([
    { whatsapp_id: 'S1', body: 'Bom dia, quero pão' },
    { whatsapp_id: 'S2', body: 'vai sumir' },
  ])
})

test('a later run follows changes of users in the source, but none of users who changed here', async () => {
  const [first, second] = [await hash('primeira', 4), await hash('segunda', 4)]
  const user = { passwordHash: first }
  await source.add({
    Users: [
      { ...user, id: 71, name: 'Edu', email: 'edu@sol.com', profile: 'admin' },
      { ...user, id: 72, name: 'Fia', email: 'fia@sol.com' },
      { ...user, id: 73, name: 'Gui', email: 'gui@sol.com', profile: 'admin' },
      { ...user, id: 74, name: 'Ivo', email: 'ivo@sol.com' },
      { ...user, id: 75, name: 'Lia', email: 'lia@sol.com', profile: 'admin' },
    ],
    Contacts: [{ id: 7000, name: 'Jó', number: '5551912121212' }],
    Tickets: [{ id: 7000, status: 'open', userId: 72, contactId: 7000 }],
    QuickMessages: [{ id: 7000, shortcode: 'fia', message: 'Oi', userId: 72 }],
  })
  for (const userId of [71, 73])
    for (const queueId of [1, 3]) await source.table('UserQueues').insert({ userId, queueId })
  await bench.with((order) => moveIn(order))
  const usersHere = testApp.table('users')
  await usersHere.update({ email: 'gui@sol.com' }, { name: 'Gui daqui', updated_at: new Date() })
  await usersHere.update({ email: 'ivo@sol.com' }, { last_seen_at: new Date() })
  await usersHere.update({ email: 'lia@sol.com' }, { is_super: true })
  const changed = { name: 'Novo', passwordHash: second, profile: 'user' }
  await source.change('Users', { id: [71, 73, 75] }, changed)
  await source.table('UserQueues').delete({ userId: [71, 73], queueId: 3 })
  await source.table('QuickMessages').delete({ id: 7000 })
  await source.table('Tickets').update({ id: 7000 }, { userId: null })
  await source.table('Users').delete({ id: [72, 74] })

  await bench.with((order) => moveIn(order))

  const users = (await usersWithQueues(testApp, companyId))
    .filter(({ email }) => /^(edu|fia|gui|ivo|lia)@/.test(email))
    .map(({ is_super: _, ...facts }) => facts)
    .toSorted((a, b) => (a.email < b.email ? -1 : 1))
  const both = ['Vendas', 'Suporte']
  expect(users).toEqual([
    { email: 'edu@sol.com', name: 'Novo', profile: 'user', password_hash: second, queues: ['Vendas'] },
    { email: 'gui@sol.com', name: 'Gui daqui', profile: 'admin', password_hash: first, queues: both },
    { email: 'ivo@sol.com', name: 'Ivo', profile: 'user', password_hash: first, queues: [] },
    { email: 'lia@sol.com', name: 'Lia', profile: 'admin', password_hash: first, queues: [] },
  ])
  expect(await ticketsOf('Jó', ['status', 'user_id'])).toEqual([{ status: 'pending', user_id: null }])
  expect(await moved.count('quick_messages', { shortcode: 'fia' })).toBe(0)
  await usersHere.update({ company_id: companyId }, { is_super: false })
})

test('after the switch old users sign in with their old passwords, and the move is over', async () => {
  const timers = () =>
    moved.find<{ status: string; is_group: boolean; last_at: Date; unqueued_since: Date | null }>(
      'tickets',
      ['status', 'is_group', 'last_at', 'unqueued_since'],
      { status: not('closed') },
    )
  await testApp.table('connections').update({ company_id: companyId }, { expires_ticket: 60 })
  const openTickets = { company_id: companyId, status: 'open', is_group: false }
  await testApp.table('tickets').update(openTickets, { last_message_from_me: true })
  const before = await timers()
  const switchedAt = new Date()
  const expired = { send_at: '2026-01-01', due_at: '2026-01-01' }
  await testApp.table('schedules').update({ company_id: companyId, body: 'Vencido' }, expired)
  const opened = await bench.with((order) => switchOverMoveIn(order))
  const login = await testApp.app.http.inject({
    method: 'POST',
    url: '/auth/login',
    payload: { email: 'bia@sol.com', password: oldPassword },
  })

  const { token } = login.json<{ token: string }>()
  const tickets = await testApp.app.http.inject({
    url: '/tickets?status=open',
    headers: { authorization: `Bearer ${token}` },
  })

  expect(opened).toEqual({ opened: ['Padaria Sol'], closed: ['Outra Loja'], leaving: [] })
  expect(login.statusCode).toBe(200)
  expect(
    tickets.json<{ tickets: { contact: { name: string }; unreadMessages: number }[] }>().tickets,
  ).toContainEqual(
    expect.objectContaining({ unreadMessages: 3, contact: expect.objectContaining({ name: 'Ana' }) }),
  )
  expect(await testApp.table('companies').get({ id: companyId }, ['is_active'])).toEqual({ is_active: true })
  expect(await moved.find('schedules', ['body'], { status: 'PENDENTE' })).toEqual([
    { body: 'Adiado de novo' },
  ])
  // Else the sweep of idle tickets would close old ones at once, and tell their customers.
  const justNow = expect.toSatisfy((at: Date) => at >= switchedAt)
  expect(before.some(({ status }) => status === 'open')).toBe(true)
  expect(before.some((ticket) => ticket.unqueued_since !== null)).toBe(true)
  expect(await timers()).toEqual(
    before.map((ticket) => ({
      ...ticket,
      ...(ticket.status === 'open' && !ticket.is_group && { last_at: justNow }),
      ...(ticket.unqueued_since !== null && { unqueued_since: justNow }),
    })),
  )
  await expect(bench.with((order) => moveIn(order))).rejects.toThrow(/in use here/)
})
