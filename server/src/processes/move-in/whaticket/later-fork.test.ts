import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../testing/test-app'
import { inspectSource } from '../look'
import { moveIn } from '../move'
import { type MoveBench, openMoveBench } from '../testing/move-in-bench'
import { createWhaticketSource, type SourceFixture } from '../testing/whaticket-source'
import { nextSendTime } from './scheduled-messages'
import { whaticket } from './whaticket'

let testApp: TestApp
let source: SourceFixture
let bench: MoveBench
let companyId: number
const rows = (sql: string) => testApp.rows(sql, [companyId])

/** The tables that later forks have beside those of Whaticket SaaS. */
const laterTables = `
  create table "CompaniesSettings" (id serial primary key, "companyId" int, "userRating" text, "scheduleType" text,
    "acceptCallWhatsapp" text, "lgpdMessage" text, "requiredTag" text, "closeTicketOnTransfer" boolean,
    "createdAt" timestamptz default now(), "updatedAt" timestamptz default now());
  create table "Chatbots" (id serial primary key, name text, "greetingMessage" text, "queueId" int, "chatbotId" int,
    "isAgent" boolean, "queueType" text, "optQueueId" int, "optUserId" int, "optIntegrationId" int, "optFileId" int,
    "closeTicket" boolean default false, "createdAt" timestamptz default now(), "updatedAt" timestamptz default now());
  create table "ScheduledMessages" (id serial primary key, data_mensagem_programada timestamptz, id_conexao text,
    intervalo text, valor_intervalo text, mensagem text, tipo_dias_envio text, contatos jsonb, tags jsonb, "companyId" int,
    nome text, "mediaPath" text, "mediaName" text, enviar_quantas_vezes text,
    "createdAt" timestamptz default now(), "updatedAt" timestamptz default now());
  create table "ScheduledMessagesEnvio" (id serial primary key, scheduledmessages int);`

beforeAll(async () => {
  testApp = await openTestApp()
  source = await createWhaticketSource('whaticket')
  await source.run(`${laterTables}
    insert into "Plans" (id, name) values (1, 'Plano');
    insert into "Companies" (id, name, status, "planId") values (1, 'Loja Nova', true, 1), (2, 'Outra', true, 1);
    insert into "Settings" (key, value, "companyId") values ('scheduleType', 'company', 1);
    insert into "CompaniesSettings" ("companyId", "userRating", "scheduleType", "acceptCallWhatsapp", "lgpdMessage",
      "requiredTag", "closeTicketOnTransfer") values (1, 'enabled', 'queue', 'enabled', '', 'disabled', false),
      (2, 'enabled', 'queue', 'enabled', '', 'disabled', false);
    insert into "Queues" (id, name, color, "companyId") values (1, 'Vendas', '#111111', 1), (2, 'Suporte', '#222222', 1),
      (3, 'De outra', '#333333', 2);
    insert into "QueueOptions" (id, title, option, "queueId") values (1, 'Preços', '1', 2);
    insert into "Chatbots" (id, name, "greetingMessage", "queueId", "chatbotId", "optQueueId", "closeTicket") values
      (1, 'Pedido', 'Qual pedido?', 1, null, null, false), (2, 'Novo', 'Escolha', null, 1, 2, false),
      (3, 'Sair', 'Até logo', 1, null, null, true), (4, 'No suporte', 'Oi', 2, null, null, false),
      (5, 'De outra', 'Oi', 3, null, null, false), (6, 'Em círculo', '', null, 7, null, false),
      (7, 'Em círculo', '', null, 6, null, false);
    insert into "Whatsapps" (id, name, "isDefault", "companyId") values (1, 'Loja', true, 1);
    insert into "Contacts" (id, name, number, "companyId") values (1, 'Ana', '5551999887766', 1),
      (2, 'Caio', '5551988776655', 1);
    insert into "ScheduledMessages" (id, data_mensagem_programada, id_conexao, mensagem, contatos, tags, "companyId",
      intervalo, valor_intervalo, enviar_quantas_vezes) values
      (1, '2099-01-01T10:00Z', '1', 'Aos dois', '["1", 2, 99]', '[]', 1, null, null, null),
      (2, '2099-02-01T10:00Z', '1', 'Todo mês', '[{"id": 1}]', null, 1, '3', '1', '12'),
      (3, '2099-03-01T10:00Z', '1', 'Por etiqueta', '[]', '["5"]', 1, null, null, null),
      (4, '2020-01-01T10:00Z', '1', 'Passou', '[1]', null, 1, null, null, null),
      (5, '2099-01-01T10:00Z', '1', 'Apagada', '[1]', null, 1, null, null, null)`)
  const mapping = { companies: { '1': { move: true, name: 'Loja Nova' } }, emails: {} }
  bench = await openMoveBench(testApp, { url: source.url, product: whaticket, mapping })
  await bench.with((order) => moveIn(order))
  companyId =
    (await testApp.rows<{ id: number }>(`select id from companies where name = 'Loja Nova'`))[0]?.id ?? 0
}, 60_000)
afterAll(async () => {
  await bench.close()
  await source.drop()
  await testApp.close()
})

const skips = (kind: string) =>
  testApp.rows(
    'select source_id as id, reason from move_in_skips where company_id = $1 and kind = $2 order by 1, 2',
    [companyId, kind],
  )

it('reads the settings of the later table, which win, and reports the others', async () => {
  expect(
    await rows(
      `select key, value from settings where company_id = $1 and key in ('userRating', 'scheduleType') order by 1`,
    ),
  ).toEqual([
    { key: 'scheduleType', value: 'queue' },
    { key: 'userRating', value: 'enabled' },
  ])
  expect(await skips('setting')).toEqual([{ id: 'acceptCallWhatsapp', reason: 'no-counterpart' }])
})

it('moves a bot into the menu of a queue that has none', async () => {
  expect(
    await rows(
      `select q.name as queue, o.option, o.title, o.message, p.title as parent from queue_options o
       join queues q on q.company_id = o.company_id and q.id = o.queue_id
       left join queue_options p on p.company_id = o.company_id and p.id = o.parent_id
       where o.company_id = $1 order by q.name, o.parent_id nulls first, o.option`,
    ),
  ).toEqual([
    { queue: 'Suporte', option: 1, title: 'Preços', message: '', parent: null },
    { queue: 'Vendas', option: 1, title: 'Pedido', message: 'Qual pedido?', parent: null },
    { queue: 'Vendas', option: 2, title: 'Sair', message: 'Até logo', parent: null },
    { queue: 'Vendas', option: 1, title: 'Novo', message: 'Escolha', parent: 'Pedido' },
  ])
  expect(await skips('chatbot')).toEqual([
    { id: '2', reason: 'forward-lost' },
    { id: '3', reason: 'act-lost' },
    { id: '4', reason: 'menu-taken' },
  ])
})

describe('scheduled messages', () => {
  const schedules = () =>
    rows(
      `select s.body, c.name, s.due_at, s.status, n.name as connection from schedules s
       join contacts c on c.company_id = s.company_id and c.id = s.contact_id
       left join connections n on n.company_id = s.company_id and n.id = s.connection_id
       where s.company_id = $1 order by s.due_at, c.name, s.body`,
    )
  const waiting = (body: string, name: string, at: string) => ({
    ...{ body, name, due_at: new Date(at), status: 'PENDENTE', connection: 'Loja' },
  })

  it('become one schedule for each contact, at the next time', async () => {
    expect(await schedules()).toEqual([
      waiting('Aos dois', 'Ana', '2099-01-01T10:00Z'),
      waiting('Apagada', 'Ana', '2099-01-01T10:00Z'),
      waiting('Aos dois', 'Caio', '2099-01-01T10:00Z'),
      waiting('Todo mês', 'Ana', '2099-02-01T10:00Z'),
    ])
    expect(await skips('scheduledMessage')).toEqual([
      { id: '2', reason: 'recurrence-lost' },
      { id: '3', reason: 'audience-lost' },
    ])
  })

  it('follow their source at a later run', async () => {
    await source.run(`
      delete from "ScheduledMessages" where id = 5;
      update "ScheduledMessages" set contatos = '[2]', mensagem = 'Só um' where id = 1`)
    await bench.with((order) => moveIn(order))

    expect(await schedules()).toEqual([
      waiting('Só um', 'Caio', '2099-01-01T10:00Z'),
      waiting('Todo mês', 'Ana', '2099-02-01T10:00Z'),
    ])
  })
})

test('a contact whose address is a LID has no phone number of its digits, and a phone number stays one', async () => {
  await source.run(`
    alter table "Contacts" add column "remoteJid" text;
    insert into "Contacts" (id, name, number, "remoteJid", "companyId", "updatedAt") values
      (11, 'Só LID', '123456789012', '123456789012@lid', 1, now()), (12, 'Ambos', '5551977776666', '223456789012:3@lid', 1, now()),
      (13, 'Sem número', '', '323456789012@lid', 1, now())`)
  await bench.with((order) => moveIn(order))

  expect(
    await rows(
      `select c.name, c.number, array_agg(a.kind || ' ' || a.value order by a.kind) as addresses from contacts c
       join contact_addresses a on a.company_id = c.company_id and a.contact_id = c.id
       where c.company_id = $1 and c.name in ('Só LID', 'Ambos', 'Sem número') group by c.company_id, c.id order by c.name`,
    ),
  ).toEqual([
    {
      ...{ name: 'Ambos', number: '5551977776666' },
      addresses: ['lid 223456789012', 'phone 5551977776666'],
    },
    { name: 'Sem número', number: '', addresses: ['lid 323456789012'] },
    { name: 'Só LID', number: '', addresses: ['lid 123456789012'] },
  ])
})

test('a message keeps the author that a later fork stores, also one who moves at a later run', async () => {
  await source.run(`
    alter table "Messages" add column "userId" int;
    insert into "Users" (id, name, email, profile, "companyId", "updatedAt") values
      (1, 'Rui', 'rui@nova.com', 'user', 1, now()), (2, 'Eva', 'eva@nova.com', 'user', 1, now());
    insert into "Tickets" (id, status, "contactId", "whatsappId", "companyId", "updatedAt") values (1, 'closed', 1, 1, 1, now());
    insert into "Messages" (id, "ticketId", "companyId", body, "fromMe", "userId", ack, "createdAt", "updatedAt") values
      ('U1', 1, 1, 'de Rui', true, 1, 2, '2025-01-01T10:00Z', now()), ('U2', 1, 1, 'de Eva', true, 2, 2, '2025-01-01T10:01Z', now()),
      ('U3', 1, 1, 'do celular', true, null, 2, '2025-01-01T10:02Z', now()),
      ('U4', 1, 1, 'da cliente', false, 1, 0, '2025-01-01T10:03Z', now())`)
  const authors = () =>
    rows(
      `select m.whatsapp_id as id, u.name, m.origin from messages m
       left join users u on u.company_id = m.company_id and u.id = m.user_id where m.company_id = $1 order by m.id`,
    )
  const found = (eva: string | null) => [
    { id: 'U1', name: 'Rui', origin: 'person' },
    { id: 'U2', name: eva, origin: 'person' },
    { id: 'U3', name: null, origin: 'device' },
    { id: 'U4', name: null, origin: null },
  ]
  await bench.with((order) => moveIn({ ...order, mapping: { ...order.mapping, emails: { '2': null } } }))
  const before = await authors()
  const reported = await skips('message')

  await bench.with((order) => moveIn(order))

  expect(before).toEqual(found(null))
  expect(reported).toEqual([{ id: 'U2 2', reason: 'user-missing' }])
  expect(await authors()).toEqual(found('Eva'))
  expect(await skips('message')).toEqual([])
})

test('a look names the later fork, and a table of the same name with other columns is lost', async () => {
  const later = await bench.with((order) => inspectSource({ ...order, name: 'later' }))
  await source.run(`alter table "ScheduledMessages" rename contatos to "contactId"`)
  const other = await bench.with((order) => inspectSource({ ...order, name: 'later' }))
  await source.run(`alter table "ScheduledMessages" rename "contactId" to contatos`)

  expect(later.versions.source).toBe('whaticket-fork')
  expect(later.companies[0]?.rows).toMatchObject({ chatbots: 4, 'scheduled messages': 4 })
  expect(later.lost).toEqual([])
  expect(other.lost).toEqual([{ table: 'ScheduledMessages', rows: 4 }])
})

test.each([
  ['in the future', ['2026-12-01T10:00Z', null, null, null], '2026-12-01T10:00Z', false],
  ['past, without repetition', ['2026-11-01T10:00Z', null, null, null], null, false],
  ['every two days', ['2026-11-18T10:00Z', '1', '2', null], '2026-11-20T10:00Z', true],
  ['every week, three times', ['2026-11-01T10:00Z', '2', '1', '4'], '2026-11-22T10:00Z', false],
  ['every week, over', ['2026-11-01T10:00Z', '2', '1', '3'], null, true],
  ['every month at its end', ['2026-10-31T10:00Z', '3', '1', null], '2026-11-30T10:00Z', true],
  ['every month, later today', ['2026-10-20T12:00Z', '3', '1', null], '2026-11-20T12:00Z', true],
  ['every 90 minutes', ['2026-11-20T07:00Z', '4', '90', null], '2026-11-20T10:00Z', true],
  ['of an unknown unit', ['2026-11-01T10:00Z', '9', '1', null], null, false],
] as const)('the next time of a message %s', (_, [first, unit, every, times], at, isRepeated) => {
  const row = {
    data_mensagem_programada: first,
    intervalo: unit,
    valor_intervalo: every,
    enviar_quantas_vezes: times,
  }

  expect(nextSendTime(row, new Date('2026-11-20T09:00Z'))).toEqual({
    at: at === null ? null : new Date(at),
    isRepeated,
  })
})
