import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CompanyLanguage } from '@balcao/domain/companies'
import { hash } from '@node-rs/bcrypt'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from 'vitest'
import { productVersion } from '../../platform/version'
import { openTestApp, type TestApp } from '../../testing/test-app'
import { inspectSource, suggestMapping } from './look'
import { formatInspection } from './look-lines'
import { moveIn, switchOverMoveIn } from './move'
import { moveInReportLines } from './report'
import { openSource } from './source-database'
import type { MoveInAnswers } from './step'
import { type MoveBench, openMoveBench } from './testing/move-in-bench'
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
let companyId: number
let picture: Buffer
let outside: readonly Record<string, unknown>[]

const mapping: MoveInAnswers = {
  companies: {
    '1': { move: true, name: 'Padaria Sol' },
    '2': { move: true, name: 'Outra Loja' },
  },
  emails: { '4': 'bia@loja.com' },
}

/** What would ring, send or call out. */
const noise = () =>
  testApp.rows(
    `select (select count(*)::int from outbox) as outbox, (select count(*)::int from live_events) as events,
      (select count(*)::int from webhook_deliveries) as deliveries, (select count(*)::int from waiting_jobs) as jobs`,
  )
const rows = <Row = Record<string, unknown>>(sql: string) => testApp.rows<Row>(sql, [companyId])

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
  const [moved] = await testApp.rows<{ id: number }>(`select id from companies where name = 'Padaria Sol'`)
  companyId = moved?.id ?? 0
}, 120_000)
afterAll(async () => {
  await bench.close()
  await source.drop()
  await testApp.close()
})

test('a moved company is closed until the switch, with its plan, hours and due date', async () => {
  const [company] = await rows(
    `select c.is_active, c.due_date, c.recurrence, p.name as plan, c.schedules from companies c
     join plans p on p.id = c.plan_id where c.id = $1`,
  )

  expect(company).toMatchObject({
    is_active: false,
    due_date: '2027-01-14',
    recurrence: 'MENSAL',
    plan: 'Plano Antigo',
    schedules: [
      { weekdayEn: 'monday', startTime: '09:00', endTime: '17:00' },
      { weekdayEn: 'sunday', startTime: '00:00', endTime: '00:00' },
    ],
  })
  const [other] = await testApp.rows(`select due_date, recurrence from companies where name = 'Outra Loja'`)
  expect(other).toEqual({ due_date: '2027-12-31', recurrence: 'MENSAL' })
})

test('a move records no event and no job, and sends nothing', async () => {
  expect(await noise()).toEqual(outside)
})

describe('the office', () => {
  it('renames a queue and shifts a colour that is taken', async () => {
    const queues = await rows(`select name, color from queues where company_id = $1 order by id`)

    expect(queues.map(({ name }) => name)).toEqual(['Vendas', 'vendas (2)', 'Suporte'])
    expect(new Set(queues.map(({ color }) => color)).size).toBe(3)
  })

  it('numbers the options of a menu without gaps and keeps the tree', async () => {
    const options = await rows(
      `select o.title, o.option, p.title as parent from queue_options o
       left join queue_options p on p.company_id = o.company_id and p.id = o.parent_id
       where o.company_id = $1 order by o.parent_id nulls first, o.option`,
    )

    expect(options).toEqual([
      { title: 'Entrega', option: 1, parent: null },
      { title: 'Preços', option: 2, parent: null },
      { title: 'Pão', option: 1, parent: 'Preços' },
    ])
  })

  it('links no connection, keeps no credentials and hashes its token', async () => {
    const connections = await rows(
      `select name, is_default, status, desired_state, token_last_four from connections where company_id = $1 order by id`,
    )

    expect(connections).toEqual([
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
    expect(await rows('select type from connection_keys where company_id = $1')).toEqual([])
  })

  it('moves users with their profiles and queues, and gives none the platform', async () => {
    const users = await rows(
      `select u.email, u.profile, u.is_super,
         array(select q.name from user_queues m join queues q on q.company_id = m.company_id and q.id = m.queue_id
           where m.company_id = u.company_id and m.user_id = u.id order by q.id) as queues
       from users u where u.company_id = $1 order by u.id`,
    )

    expect(users).toEqual([
      { email: 'dono@sol.com', profile: 'admin', is_super: false, queues: [] },
      { email: 'bia@sol.com', profile: 'user', is_super: false, queues: ['Vendas', 'Suporte'] },
      { email: 'sem@sol.com', profile: 'user', is_super: false, queues: [] },
    ])
  })
})

describe('contacts', () => {
  it('unites a LID twin and a number without its ninth digit', async () => {
    const contacts = await rows(
      `select c.name, c.number, c.extra_info, array_agg(a.kind || ' ' || a.value order by a.kind) as addresses
       from contacts c join contact_addresses a on a.company_id = c.company_id and a.contact_id = c.id
       where c.company_id = $1 group by c.company_id, c.id, c.name, c.number, c.extra_info order by c.id`,
    )

    expect(contacts).toEqual([
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
    const tickets = await rows(
      `select c.name, t.status, u.name as owner, t.unread, t.last_message, t.is_group
       from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
       left join users u on u.company_id = t.company_id and u.id = t.user_id
       where t.company_id = $1 order by t.id`,
    )

    expect(tickets).toEqual([
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
    const events = await rows(
      `select e.kind, e.seconds, e.rating, u.name as owner from ticket_events e
       left join users u on u.company_id = e.company_id and u.id = e.user_id
       where e.company_id = $1 and e.ticket_id = (select min(ticket_id) from messages where company_id = $1 and whatsapp_id = 'C1')
       order by e.id`,
    )

    expect(events).toEqual([
      { kind: 'created', seconds: null, rating: null, owner: null },
      { kind: 'queued', seconds: null, rating: null, owner: null },
      { kind: 'accepted', seconds: 300, rating: null, owner: 'Bia' },
      { kind: 'closed', seconds: 3300, rating: null, owner: 'Bia' },
    ])
    const rated = await rows(
      `select rating from ticket_events where company_id = $1 and kind = 'rated' order by id`,
    )
    expect(rated).toEqual([{ rating: 3 }, { rating: 2 }])
  })

  it('computes the figures of the dashboard', async () => {
    const figures = await rows(
      `select sum(finished)::int as finished, sum(waits)::int as waits, sum(ratings)::int as ratings
       from daily_figures where company_id = $1`,
    )

    expect(figures).toEqual([{ finished: 2, waits: 3, ratings: 2 }])
  })

  it('unites tags of one name, and gives a note without a ticket the newest one', async () => {
    const tags = await rows(
      `select g.name, count(*)::int as tickets from ticket_tags t join tags g on g.company_id = t.company_id and g.id = t.tag_id
       where t.company_id = $1 group by 1 order by 1`,
    )
    const notes = await rows(
      `select n.note, c.name from ticket_notes n join tickets t on t.company_id = n.company_id and t.id = n.ticket_id
       join contacts c on c.company_id = t.company_id and c.id = t.contact_id where n.company_id = $1 order by n.id`,
    )

    expect(tags).toEqual([
      { name: 'Novo', tickets: 1 },
      { name: 'VIP', tickets: 1 },
    ])
    expect(notes).toEqual([
      { note: 'Pagou', name: 'Ana' },
      { note: 'Sem ticket', name: 'Caio' },
    ])
  })
})

describe('messages', () => {
  it('translates the scale of ticks, and keeps a failed one', async () => {
    const messages = await rows(
      `select whatsapp_id as id, ack, failure from messages where company_id = $1 and from_me order by messages.id`,
    )

    expect(messages).toEqual([
      { id: 'C2', ack: 4, failure: null },
      { id: 'A2', ack: 3, failure: null },
      { id: 'A5', ack: 0, failure: 'ERR_SENDING_WAPP_MSG' },
      { id: 'C4', ack: 1, failure: null },
      { id: 'AA', ack: 2, failure: null },
    ])
  })

  it('stores a reaction at its message, the newest of one person', async () => {
    const reactions = await rows(
      `select m.whatsapp_id as id, r.emoji, c.name from message_reactions r
       join messages m on m.company_id = r.company_id and m.id = r.message_id
       join contacts c on c.company_id = r.company_id and c.id = r.contact_id where r.company_id = $1`,
    )

    expect(reactions).toEqual([{ id: 'A2', emoji: '❤️', name: 'Ana' }])
  })

  it('quotes what it answers, and keeps the author within a group', async () => {
    const quotes = await rows(
      `select m.whatsapp_id as id, q.whatsapp_id as quoted from messages m
       join messages q on q.company_id = m.company_id and q.id = m.quoted_id where m.company_id = $1`,
    )
    const authors = await rows(
      `select c.name from messages m join contacts c on c.company_id = m.company_id and c.id = m.author_contact_id
       where m.company_id = $1`,
    )

    expect(quotes).toEqual([{ id: 'A2', quoted: 'A1' }])
    expect(authors).toEqual([{ name: 'Caio' }])
  })

  it('stores files from each layout, and none from outside or of another company', async () => {
    const files = await rows(
      `select whatsapp_id as id, media_type, media ->> 'state' as state, media ->> 'fileName' as name, body,
         (media ->> 'key') is not null as has_file
       from messages where company_id = $1 and media is not null order by whatsapp_id`,
    )

    expect(files).toEqual([
      expect.objectContaining({ id: 'A6', state: 'ready', body: 'quero dois pães', has_file: true }),
      { id: 'A7', media_type: 'image', state: 'ready', name: null, body: '', has_file: true },
      { id: 'A8', media_type: 'application', state: 'failed', name: 'sumiu.pdf', body: '', has_file: false },
      { id: 'A9', media_type: 'image', state: 'failed', name: null, body: '', has_file: false },
      { id: 'E2', media_type: 'image', state: 'failed', name: null, body: '', has_file: false },
      { id: 'E3', media_type: 'image', state: 'failed', name: null, body: '', has_file: false },
    ])
  })

  it('moves a message of two tickets once, and reports the other', async () => {
    const twins = await rows(`select ticket_id from messages where company_id = $1 and whatsapp_id = 'B1'`)
    const skips =
      await rows(`select source_id, reason from move_in_skips where company_id = $1 and kind = 'message'
      order by 1`)

    expect(twins).toHaveLength(1)
    expect(skips).toEqual([
      { source_id: 'B1 2', reason: 'same-message' },
      { source_id: 'F1 7', reason: 'ticket-missing' },
    ])
  })
})

describe('outreach and the rest', () => {
  it('lets no campaign run, and keeps the report of a finished one', async () => {
    const campaigns = await rows(
      `select name, status, total_count, delivered_count from campaigns where company_id = $1 order by id`,
    )

    expect(campaigns).toEqual([
      { name: 'Natal', status: 'FINALIZADA', total_count: 1, delivered_count: 1 },
      { name: 'Agora', status: 'CANCELADA', total_count: 0, delivered_count: 0 },
      { name: 'Depois', status: 'INATIVA', total_count: 0, delivered_count: 0 },
    ])
  })

  it('keeps future schedules, and gives up past ones', async () => {
    const schedules = await rows(`select body, status from schedules where company_id = $1 order by id`)

    expect(schedules).toEqual([
      { body: 'Lembrete', status: 'PENDENTE' },
      { body: 'Foi', status: 'ENVIADA' },
      { body: 'Perdido', status: 'ERRO' },
      { body: 'Apagado', status: 'PENDENTE' },
      { body: 'Adiado', status: 'PENDENTE' },
      { body: 'Vencido', status: 'PENDENTE' },
    ])
  })

  it('moves lists, quick messages, settings and pace', async () => {
    const lists = await rows('select item_count, valid_count from contact_lists where company_id = $1')
    const quick = await rows(
      'select shortcode, is_shared from quick_messages where company_id = $1 order by id',
    )
    const settings = await rows(
      `select key, value from settings where company_id = $1 and key in ('userRating', 'scheduleType') order by key`,
    )
    const pace = await rows('select message_interval, variables from campaign_settings where company_id = $1')

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
    const chats = await rows(
      `select c.title, c.direct_pair is not null as is_direct, c.last_message, c.message_count,
         (select count(*)::int from chat_members m where m.company_id = c.company_id and m.chat_id = c.id) as members
       from chats c where c.company_id = $1 order by c.id`,
    )

    expect(chats).toEqual([
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
  await source.run(`
    create table "Invoices" (id serial primary key, detail text, status text, value float, "companyId" int);
    insert into "Invoices" (detail, status, value, "companyId") values ('Plano', 'paid', 99.9, 1), ('Plano', 'open', 99.9, 1)`)
  onTestFinished(() => source.run('drop table "Invoices"'))

  const lines = await bench.with(async (order) => {
    const found: string[] = []
    for await (const line of moveInReportLines(order, 'en')) found.push(line.trimEnd())
    return found
  })

  expect(lines).toContainEqual(expect.stringMatching(/^Invoices;2;.*they name payments at the old provider/))
})

test('a repeated move changes nothing, and fetches what came since', async () => {
  const everything = () =>
    rows(
      `select (select count(*)::int from messages where company_id = $1) as messages,
        (select count(*)::int from tickets where company_id = $1) as tickets,
        (select count(*)::int from ticket_events where company_id = $1) as events,
        (select count(*)::int from contacts where company_id = $1) as contacts,
        (select count(*)::int from chat_messages where company_id = $1) as chat,
        (select count(*)::int from campaign_shipping where company_id = $1) as shippings,
        (select count(*)::int from move_in_skips where company_id = $1) as skips`,
    )
  const before = await everything()

  await bench.with((order) => moveIn(order))
  const again = await everything()
  await source.run(`
    insert into "Messages" (id, "ticketId", "companyId", "contactId", body, "fromMe", ack, read, "createdAt", "updatedAt")
      values ('N1', 5, 1, 7, 'nova', false, 0, false, now(), now());
    update "Messages" set ack = 4, "updatedAt" = now() where id = 'AA';
    update "Tickets" set status = 'closed', "updatedAt" = now() where id = 1;
    update "Tickets" set status = 'open', "userId" = 2, "unreadMessages" = 3, "updatedAt" = now() where id = 2;
    update "Schedules" set status = 'ENVIADA', "sentAt" = now(), "updatedAt" = now() where id = 1`)
  await bench.with((order) => moveIn(order))
  const later = await everything()

  expect(again).toEqual(before)
  expect(later).toEqual([{ ...before[0], messages: Number(before[0]?.messages) + 1 }])
  expect(await rows(`select ack from messages where company_id = $1 and whatsapp_id = 'AA'`)).toEqual([
    { ack: 3 },
  ])
  expect(await rows(`select last_message from tickets where company_id = $1 and status = 'open'`)).toEqual([
    { last_message: 'oi?' },
  ])
  expect(await rows(`select status from schedules where company_id = $1 and body = 'Lembrete'`)).toEqual([
    { status: 'ENVIADA' },
  ])
})

test('a change that the source made while the pass before ran is fetched, however long it ran', async () => {
  await source.run(`
    update "Messages" set ack = 5, "updatedAt" = now() - interval '3 days' where id = 'AA'`)
  await testApp.rows(
    `update move_in_steps set snapshot_at = snapshot_at - interval '4 days' where company_id = $1`,
    [companyId],
  )

  const snapshotAt = await bench.with(async (order) => {
    await moveIn(order)
    return order.source.snapshotAt
  })

  expect(await rows(`select ack from messages where company_id = $1 and whatsapp_id = 'AA'`)).toEqual([
    { ack: 4 },
  ])
  expect(await rows('select distinct snapshot_at from move_in_steps where company_id = $1')).toEqual([
    { snapshot_at: snapshotAt },
  ])
})

test('schedules that the source deleted or put off since follow it', async () => {
  await source.run(`
    delete from "Schedules" where id = 4;
    update "Schedules" set body = 'Adiado de novo', "sendAt" = '2099-02-02T10:00Z', "updatedAt" = now() where id = 5`)

  await bench.with((order) => moveIn(order))

  expect(
    await rows(
      `select body, due_at from schedules where company_id = $1 and status = 'PENDENTE' order by id`,
    ),
  ).toEqual([
    { body: 'Adiado de novo', due_at: new Date('2099-02-02T10:00Z') },
    { body: 'Vencido', due_at: new Date('2099-01-01T10:00Z') },
  ])
})

test('options that the source added between two runs come last among their siblings', async () => {
  await source.run(`insert into "QueueOptions" (id, title, message, option, "queueId", "parentId") values
    (10, 'Horários', '', '1', 1, null), (11, 'Bolo', '', '1', 1, 1), (12, 'Fubá', '', '1', 1, 11)`)

  await bench.with((order) => moveIn(order))

  expect(
    await rows(`select title, option from queue_options where company_id = $1 and title in ('Horários', 'Bolo', 'Fubá')
      order by title`),
  ).toEqual([
    { title: 'Bolo', option: 2 },
    { title: 'Fubá', option: 1 },
    { title: 'Horários', option: 3 },
  ])
  expect(
    await rows(`select s.source_id, s.reason, i.target_id from move_in_skips s
      left join move_in_ids i on i.company_id = s.company_id and i.kind = s.kind and i.source_id = s.source_id
      where s.company_id = $1 and s.kind = 'option' order by 1`),
  ).toEqual([
    { source_id: '5', reason: 'parent-missing', target_id: null },
    { source_id: '6', reason: 'parent-missing', target_id: null },
  ])
})

test('a ticket that the source closed and reopened between two runs is two, of which the second is live', async () => {
  await source.run(`
    insert into "Contacts" (id, name, number, "companyId", "updatedAt") values (20, 'Eva', '5551955554444', 1, now());
    insert into "Tickets" (id, status, "userId", "contactId", "whatsappId", "companyId", "updatedAt") values
      (20, 'open', 2, 20, 1, 1, now());
    insert into "TicketTraking" (id, "ticketId", "companyId", "userId", "startedAt", "createdAt", "updatedAt") values
      (20, 20, 1, 2, '2025-03-01T10:00Z', '2025-03-01T10:00Z', now())`)
  await bench.with((order) => moveIn(order))

  await source.run(`
    update "TicketTraking" set "finishedAt" = '2025-03-01T11:00Z' where id = 20;
    insert into "TicketTraking" (id, "ticketId", "companyId", "createdAt", "updatedAt") values
      (21, 20, 1, '2025-03-02T10:00Z', now());
    update "Tickets" set status = 'pending', "userId" = null where id = 20`)
  await bench.with((order) => moveIn(order))

  expect(
    await rows(`select t.status from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
      where t.company_id = $1 and c.name = 'Eva' order by t.id`),
  ).toEqual([{ status: 'closed' }, { status: 'pending' }])
})

test('another database under the name of a move is refused, and moves nothing', async () => {
  const other = await createWhaticketSource('ticketz')
  onTestFinished(() => other.drop())
  await other.run(hardCases('') + ticketzCases)
  await other.run(`update "Companies" set "createdAt" = "createdAt" + interval '1 second' where id = 1`)
  const otherSource = await openSource(other.url)
  onTestFinished(() => otherSource.close())
  const count = () => rows('select count(*)::int as messages from messages where company_id = $1')
  const before = await count()

  for (const act of [inspectSource, moveIn] as const)
    await expect(bench.with<unknown>((order) => act({ ...order, source: otherSource }))).rejects.toThrow(
      /is of another database. Give this one a name of its own: --name NAME/,
    )
  expect(await count()).toEqual(before)
})

test('the look counts, finds clashes and lost tables, and writes no company', async () => {
  const companies = await testApp.rows('select count(*)::int as count from companies')
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
  expect(await testApp.rows('select count(*)::int as count from companies')).toEqual(companies)
})

test('the look tells versions, disk, plan limits, names and numbers that are there already, and losses', async () => {
  const { id } = await testApp.company()
  await testApp.rows(
    `insert into connections (company_id, name, number, status_since, created_at, updated_at)
       values ($1, 'Linked', '555130254455', now(), now(), now())`,
    [id],
  )
  await source.run(`
    create table "SequelizeMeta" (name text);
    insert into "SequelizeMeta" values ('20240101000000-first.js'), ('20260101000000-last.js');
    update "Whatsapps" set session = '{"creds":{"me":{"id":"555130254455:7@s.whatsapp.net"}}}' where id = 2;
    update "Plans" set users = 2 where id = 1`)
  onTestFinished(() =>
    source.run(
      `drop table "SequelizeMeta"; update "Whatsapps" set session = null where id = 2; update "Plans" set users = 5`,
    ),
  )

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

  expect(await testApp.rows(`select from companies where name = 'Sem plano'`)).toEqual([])
})

test('a later run finds files that were missing, and moves a user whose e-mail was taken', async () => {
  await source.run(`
    insert into "Users" (id, name, email, profile, "companyId", "updatedAt") values
      (5, 'Caio', 'dono@sol.com', 'user', 1, now());
    insert into "UserQueues" ("userId", "queueId") values (5, 3)`)
  await bench.with((order) => moveIn(order))
  const skips = () =>
    rows(`select kind, source_id as id from move_in_skips
      where company_id = $1 and reason in ('file-missing', 'email-taken') order by 1, 2`)
  const before = await skips()

  await source.run(`update "Users" set "updatedAt" = '2025-03-01' where id = 5`)
  await writeFile(join(bench.folder, 'sumiu.pdf'), '%PDF-1.4')
  await writeFile(join(bench.folder, 'natal.png'), picture)
  const answered = { ...mapping, emails: { ...mapping.emails, '5': 'caio@sol.com' } }
  await bench.with((order) => moveIn({ ...order, mapping: answered }))

  expect(before).toEqual([
    { kind: 'campaign', id: '1' },
    { kind: 'file', id: 'A8' },
    { kind: 'file', id: 'A9' },
    { kind: 'file', id: 'E2' },
    { kind: 'file', id: 'E3' },
    { kind: 'user', id: '5' },
  ])
  expect(await skips()).toEqual(before.slice(2, 5))
  expect(
    await rows(`select media_type, media ->> 'state' as state, media ->> 'fileName' as name from messages
      where company_id = $1 and whatsapp_id = 'A8'`),
  ).toEqual([{ media_type: 'application', state: 'ready', name: 'sumiu.pdf' }])
  expect(
    await rows(`select media ->> 'fileName' as name from campaigns where company_id = $1 and name = 'Natal'`),
  ).toEqual([{ name: 'natal.png' }])
  expect(
    await rows(`select q.name from users u join user_queues m on m.company_id = u.company_id and m.user_id = u.id
      join queues q on q.company_id = m.company_id and q.id = m.queue_id
      where u.company_id = $1 and u.email = 'caio@sol.com'`),
  ).toEqual([{ name: 'Suporte' }])
})

test('a user who moves at a later run gets what the first run would have given', async () => {
  await source.run(`
    insert into "Users" (id, name, email, profile, "companyId", "updatedAt") values (6, 'Davi', 'davi@sol.com', 'user', 1, now());
    insert into "Contacts" (id, name, number, "companyId", "updatedAt") values
      (60, 'Gil', '5551944443333', 1, now()), (61, 'Hugo', '5551933332222', 1, now());
    insert into "Tickets" (id, status, "userId", "contactId", "whatsappId", "companyId", "createdAt", "updatedAt") values
      (60, 'closed', 6, 60, 1, 1, '2025-02-01T09:00Z', now()), (61, 'open', 6, 61, 1, 1, '2025-02-01T09:00Z', now());
    insert into "TicketTraking" (id, "ticketId", "companyId", "userId", "queuedAt", "startedAt", "finishedAt", "createdAt",
      "updatedAt") values
      (60, 60, 1, 6, '2024-02-01T10:00Z', '2024-02-01T10:05Z', '2024-02-01T11:00Z', '2024-02-01T10:00Z', now()),
      (61, 60, 1, 6, '2025-02-01T09:00Z', '2025-02-01T09:10Z', '2025-02-01T12:00Z', '2025-02-01T09:00Z', now());
    insert into "UserRatings" (id, "ticketId", "companyId", "userId", rate, "updatedAt") values (60, 60, 1, 6, 3, now());
    insert into "TicketNotes" (id, note, "userId", "contactId", "ticketId", "updatedAt") values (60, 'De Davi', 6, 60, 60, now());
    insert into "QuickMessages" (id, shortcode, message, "userId", "companyId", "updatedAt") values (60, 'davi', 'Oi', 6, 1, now());
    insert into "Schedules" (id, body, "sendAt", status, "contactId", "userId", "companyId", "updatedAt") values
      (60, 'De Davi', '2025-01-01T10:00Z', 'ENVIADA', 60, 6, 1, now());
    insert into "Chats" (id, title, "ownerId", "companyId") values (60, '', 1, 1);
    insert into "ChatUsers" ("chatId", "userId") values (60, 1), (60, 6);
    insert into "ChatMessages" (id, "chatId", "senderId", message, "createdAt", "updatedAt") values (60, 60, 6, 'Dono?', now(), now())`)
  const without = { ...mapping, emails: { ...mapping.emails, '6': null } }
  const facts = () =>
    rows(`
      select 'ticket ' || t.status as what, u.name from tickets t
        join contacts c on c.company_id = t.company_id and c.id = t.contact_id and c.name in ('Gil', 'Hugo')
        left join users u on u.company_id = t.company_id and u.id = t.user_id where t.company_id = $1
      union all
      select e.kind, u.name from ticket_events e
        join tickets t on t.company_id = e.company_id and t.id = e.ticket_id
        join contacts c on c.company_id = t.company_id and c.id = t.contact_id and c.name = 'Gil'
        left join users u on u.company_id = e.company_id and u.id = e.user_id
        where e.company_id = $1 and e.kind in ('accepted', 'closed', 'rated')
      union all
      select 'note', u.name from ticket_notes n left join users u on u.company_id = n.company_id and u.id = n.user_id
        where n.company_id = $1 and n.note = 'De Davi'
      union all
      select case when q.is_shared then 'shared' else 'own' end, u.name from quick_messages q
        left join users u on u.company_id = q.company_id and u.id = q.user_id where q.company_id = $1 and q.shortcode = 'davi'
      union all
      select 'schedule', u.name from schedules s left join users u on u.company_id = s.company_id and u.id = s.user_id
        where s.company_id = $1 and s.body = 'De Davi'
      union all
      select 'chat ' || (c.direct_pair is not null), u.name from chat_messages m
        join chats c on c.company_id = m.company_id and c.id = m.chat_id
        left join users u on u.company_id = m.company_id and u.id = m.sender_id
        where m.company_id = $1 and m.message = 'Dono?'
      order by 1, 2`)
  const missing = () =>
    rows(
      `select kind, source_id from move_in_skips where company_id = $1 and reason = 'user-missing' and source_id like '% 6'`,
    )

  await bench.with((order) => moveIn({ ...order, mapping: without }))
  const before = await facts()
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
  expect(await facts()).toEqual(of('Davi', 'ticket open', 'own', 'chat true'))
  expect(await missing()).toEqual([])
})

test('a LID that the source learns between two runs makes one contact of two, with all of both', async () => {
  await source.run(`
    insert into "Contacts" (id, name, number, "companyId", "updatedAt") values
      (70, 'Iara', '5551922221111', 1, now()), (71, '987654321098765', '987654321098765', 1, now());
    insert into "Tickets" (id, status, "userId", "contactId", "whatsappId", "companyId", "updatedAt") values
      (70, 'open', 2, 70, 1, 1, now()), (71, 'pending', null, 71, 1, 1, now());
    insert into "Messages" (id, "ticketId", "companyId", "contactId", body, "fromMe", read, "mediaType", "createdAt", "updatedAt")
      values ('L1', 70, 1, 70, 'pelo número', false, true, 'conversation', '2025-03-01T10:00Z', now()),
        ('L2', 71, 1, 71, 'pelo LID', false, true, 'conversation', '2025-03-02T10:00Z', now())`)
  await bench.with((order) => moveIn(order))
  const quiet = await noise()
  await source.run(`
    insert into "WhatsappLidMaps" (lid, "contactId", "companyId", "createdAt", "updatedAt")
      values ('987654321098765@lid', 70, 1, now(), now())`)
  await bench.with((order) => moveIn(order))
  await source.run(`
    insert into "Messages" (id, "ticketId", "companyId", "contactId", body, "fromMe", read, "mediaType", "createdAt", "updatedAt")
      values ('L3', 71, 1, 71, 'depois', false, false, 'conversation', now(), now());
    update "Tickets" set "unreadMessages" = 1, "updatedAt" = now() where id = 71`)
  await bench.with((order) => moveIn(order))

  expect(
    await rows(
      `select c.name, c.number, (select array_agg(a.kind || ' ' || a.value order by a.kind) from contact_addresses a
         where a.company_id = c.company_id and a.contact_id = c.id) as addresses,
         (select array_agg(m.whatsapp_id order by m.id) from messages m where m.company_id = c.company_id
           and m.contact_id = c.id) as messages,
         (select count(*)::int from tickets t where t.company_id = c.company_id and t.contact_id = c.id
           and t.status <> 'closed') as live
       from contacts c where c.company_id = $1 and (c.name = 'Iara' or c.name like '9876%')`,
    ),
  ).toEqual([
    {
      ...{ name: 'Iara', number: '5551922221111', messages: ['L1', 'L2', 'L3'], live: 1 },
      addresses: ['lid 987654321098765', 'phone 5551922221111'],
    },
  ])
  expect(await noise()).toEqual(quiet)
})

test('a message that the source has sent again since is no failure any more', async () => {
  await source.run(`update "Messages" set ack = 2, "updatedAt" = now() where id = 'A5'`)
  await bench.with((order) => moveIn(order))

  expect(
    await rows(`select ack, failure from messages where company_id = $1 and whatsapp_id = 'A5'`),
  ).toEqual([{ ack: 1, failure: null }])
})

test('of two rows with one message the file of either moves, and each of two chats has its own', async () => {
  await source.run(`
    insert into "Contacts" (id, name, number, "companyId", "updatedAt") values (80, 'Filial', '5551911112222', 1, now());
    insert into "Tickets" (id, status, "contactId", "whatsappId", "companyId", "updatedAt") values
      (80, 'closed', 80, 1, 1, now()), (81, 'closed', 80, 1, 1, now()), (82, 'closed', 70, 1, 1, now());
    insert into "Messages" (id, "ticketId", "companyId", "contactId", body, "fromMe", read, "mediaType", "mediaUrl", "createdAt",
      "updatedAt") values
      ('T1', 80, 1, 80, '', false, true, 'image', 'nao-existe.png', '2025-03-01T10:00Z', now()),
      ('T1', 81, 1, 80, '', false, true, 'image', 'gemea.png', '2025-03-01T10:00Z', now()),
      ('T2', 80, 1, null, '', true, true, 'image', 'ida.png', '2025-03-01T11:00Z', now())`)
  for (const name of ['gemea.png', 'ida.png', 'volta.png']) await writeFile(join(bench.folder, name), picture)
  await bench.with((order) => moveIn(order))
  await source.run(`
    insert into "Messages" (id, "ticketId", "companyId", "contactId", body, "fromMe", read, "mediaType", "mediaUrl", "createdAt",
      "updatedAt") values ('T2', 82, 1, 70, '', false, true, 'image', 'volta.png', '2025-03-01T11:00Z', now())`)
  await bench.with((order) => moveIn(order))

  expect(
    await rows(
      `select whatsapp_id as id, from_me, media ->> 'state' as state from messages
       where company_id = $1 and whatsapp_id in ('T1', 'T2') order by 1, 2`,
    ),
  ).toEqual([
    { id: 'T1', from_me: false, state: 'ready' },
    { id: 'T2', from_me: false, state: 'ready' },
    { id: 'T2', from_me: true, state: 'ready' },
  ])
  expect(
    await rows(
      `select source_id from move_in_skips where company_id = $1 and kind = 'file' and source_id like 'T%'`,
    ),
  ).toEqual([])
})

test('a transcript that ticketz writes over the body of a sound later is fetched, and a deletion keeps the words', async () => {
  await source.run(`
    insert into "Messages" (id, "ticketId", "companyId", "contactId", body, "fromMe", read, "mediaType", "mediaUrl", "createdAt",
      "updatedAt") values
      ('S1', 80, 1, 80, 'voz.ogg', false, true, 'audio', 'voz.ogg', '2025-03-02T10:00Z', now()),
      ('S2', 80, 1, 80, 'vai sumir', false, true, 'conversation', null, '2025-03-02T10:01Z', now())`)
  await bench.with((order) => moveIn(order))
  const bodies = () =>
    rows(
      `select whatsapp_id as id, body from messages where company_id = $1 and whatsapp_id in ('S1', 'S2') order by 1`,
    )
  const before = await bodies()
  await source.run(`
    update "Messages" set body = 'Bom dia, quero pão', "updatedAt" = now() where id = 'S1';
    update "Messages" set body = '', "isDeleted" = true, "updatedAt" = now() where id = 'S2'`)

  await bench.with((order) => moveIn(order))

  expect(before).toEqual([
    { id: 'S1', body: '' },
    { id: 'S2', body: 'vai sumir' },
  ])
  expect(await bodies()).toEqual([
    { id: 'S1', body: 'Bom dia, quero pão' },
    { id: 'S2', body: 'vai sumir' },
  ])
})

test('a later run follows changes of users in the source, but none of users who changed here', async () => {
  const [first, second] = [await hash('primeira', 4), await hash('segunda', 4)]
  await source.run(`
    insert into "Users" (id, name, email, "passwordHash", profile, "companyId", "updatedAt") values
      (71, 'Edu', 'edu@sol.com', '${first}', 'admin', 1, now()), (72, 'Fia', 'fia@sol.com', '${first}', 'user', 1, now()),
      (73, 'Gui', 'gui@sol.com', '${first}', 'admin', 1, now()), (74, 'Ivo', 'ivo@sol.com', '${first}', 'user', 1, now()),
      (75, 'Lia', 'lia@sol.com', '${first}', 'admin', 1, now());
    insert into "UserQueues" ("userId", "queueId") values (71, 1), (71, 3), (73, 1), (73, 3);
    insert into "Contacts" (id, name, number, "companyId", "updatedAt") values (7000, 'Jó', '5551912121212', 1, now());
    insert into "Tickets" (id, status, "userId", "contactId", "whatsappId", "companyId", "updatedAt") values
      (7000, 'open', 72, 7000, 1, 1, now());
    insert into "QuickMessages" (id, shortcode, message, "userId", "companyId", "updatedAt") values (7000, 'fia', 'Oi', 72, 1, now())`)
  await bench.with((order) => moveIn(order))
  await rows(
    `update users set name = 'Gui daqui', updated_at = now() where company_id = $1 and email = 'gui@sol.com'`,
  )
  await rows(`update users set last_seen_at = now() where company_id = $1 and email = 'ivo@sol.com'`)
  await rows(`update users set is_super = true where company_id = $1 and email = 'lia@sol.com'`)
  await source.run(`
    update "Users" set name = 'Novo', "passwordHash" = '${second}', profile = 'user', "updatedAt" = now()
      where id in (71, 73, 75);
    delete from "UserQueues" where "userId" in (71, 73) and "queueId" = 3;
    delete from "QuickMessages" where id = 7000;
    update "Tickets" set "userId" = null where id = 7000;
    delete from "Users" where id in (72, 74)`)

  await bench.with((order) => moveIn(order))

  const users = await rows<{ email: string; password_hash: string }>(
    `select u.email, u.name, u.profile, u.password_hash,
       array(select q.name from user_queues m join queues q on q.company_id = m.company_id and q.id = m.queue_id
         where m.company_id = u.company_id and m.user_id = u.id order by q.id) as queues
     from users u where u.company_id = $1 and split_part(u.email, '@', 1) in ('edu', 'fia', 'gui', 'ivo', 'lia')
     order by u.email`,
  )
  const both = ['Vendas', 'Suporte']
  expect(users).toEqual([
    { email: 'edu@sol.com', name: 'Novo', profile: 'user', password_hash: second, queues: ['Vendas'] },
    { email: 'gui@sol.com', name: 'Gui daqui', profile: 'admin', password_hash: first, queues: both },
    { email: 'ivo@sol.com', name: 'Ivo', profile: 'user', password_hash: first, queues: [] },
    { email: 'lia@sol.com', name: 'Lia', profile: 'admin', password_hash: first, queues: [] },
  ])
  expect(
    await rows(`select t.status, t.user_id from tickets t join contacts c on c.company_id = t.company_id
      and c.id = t.contact_id where t.company_id = $1 and c.name = 'Jó'`),
  ).toEqual([{ status: 'pending', user_id: null }])
  expect(await rows(`select from quick_messages where company_id = $1 and shortcode = 'fia'`)).toEqual([])
  await rows(`update users set is_super = false where company_id = $1`)
})

test('after the switch old users sign in with their old passwords, and the move is over', async () => {
  const timers = () =>
    rows<{ status: string; is_group: boolean; last_at: Date; unqueued_since: Date | null }>(
      `select status, is_group, last_at, unqueued_since from tickets
       where company_id = $1 and status <> 'closed' order by id`,
    )
  await rows('update connections set expires_ticket = 60 where company_id = $1')
  await rows(
    `update tickets set last_message_from_me = true where company_id = $1 and status = 'open' and not is_group`,
  )
  const before = await timers()
  const switchedAt = new Date()
  await rows(
    `update schedules set send_at = '2026-01-01', due_at = '2026-01-01' where company_id = $1 and body = 'Vencido'`,
  )
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
  expect(await rows('select is_active from companies where id = $1')).toEqual([{ is_active: true }])
  expect(await rows(`select body from schedules where company_id = $1 and status = 'PENDENTE'`)).toEqual([
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
