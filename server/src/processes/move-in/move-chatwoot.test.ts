import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { companyTexts } from '@balcao/domain/company-texts'
import type { CompanyId } from '@balcao/domain/ids'
import { moveInTexts } from '@balcao/domain/move-in-texts'
import { hash } from '@node-rs/bcrypt'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openTestApp, type TestApp } from '../../testing/test-app'
import { chatwoot } from './chatwoot/chatwoot'
import { inspectSource } from './look'
import { moveIn, switchOverMoveIn } from './move'
import { detectProduct } from './products'
import { moveInReportLines } from './report'
import { createChatwootSource } from './testing/chatwoot-source'
import { type MoveBench, openMoveBench } from './testing/move-in-bench'
import type { SourceFixture } from './testing/whaticket-source'

const moveName = `chatwoot ${randomUUID()}`
let testApp: TestApp
let source: SourceFixture
let bench: MoveBench
let companyId: CompanyId
let greenId: CompanyId
const rows = (sql: string) => testApp.rows(sql, [companyId])
/** The skipped rows of a kind of the account with the hard cases. */
const greenSkips = async (kind: string) =>
  (
    await testApp.rows<{ skip: string }>(
      `select source_id || ' ' || reason as skip from move_in_skips where company_id = $1 and kind = $2 order by 1`,
      [greenId, kind],
    )
  ).map(({ skip }) => skip)
const contentsOf = (whatsappId: string) =>
  testApp.rows(
    'select media_type, body from messages where company_id = $1 and whatsapp_id = $2 order by id',
    [greenId, whatsappId],
  )
/** Rows of the account with the hard cases. */
const greenRows = (sql: string) => testApp.rows(sql, [greenId])
const idOf = async (name: string) =>
  (await testApp.rows<{ id: CompanyId }>(`select id from companies where name = '${name}'`))[0]?.id ??
  (0 as CompanyId)

beforeAll(async () => {
  testApp = await openTestApp()
  source = await createChatwootSource(await hash('senha azul', 4))
  const mapping = {
    companies: { '1': { move: true, name: 'Loja Azul' }, '2': { move: true, name: 'Loja Verde' } },
    emails: { '3': 'rita@verde.com', '13': null },
  }
  bench = await openMoveBench(testApp, { url: source.url, product: chatwoot, mapping, name: moveName })
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#f00' } })
    .png()
    .toBuffer()
  await mkdir(join(bench.folder, 'ab/cd'), { recursive: true })
  await writeFile(join(bench.folder, 'ab/cd/abcdefgh1'), picture)
  await bench.with((order) => moveIn(order))
  companyId = await idOf('Loja Azul')
  greenId = await idOf('Loja Verde')
}, 120_000)
afterAll(async () => {
  await bench.close()
  await source.drop()
})

test('a source is recognised by its tables', async () => {
  expect(await bench.with(async (order) => detectProduct(order.source).name)).toBe('chatwoot')
})

test('an account becomes a closed company with the hours of its inbox', async () => {
  const [company] = await rows(
    'select is_active, language, time_zone, schedules from companies where id = $1',
  )

  expect(company).toMatchObject({
    is_active: false,
    language: 'pt-BR',
    time_zone: 'America/Bahia',
    schedules: [
      { weekdayEn: 'sunday', startTime: '00:00', endTime: '00:00' },
      { weekdayEn: 'monday', startTime: '09:30', endTime: '18:00' },
    ],
  })
})

test('teams become queues, and only inboxes on WhatsApp connections', async () => {
  expect(await rows('select name from queues where company_id = $1')).toEqual([{ name: 'vendas' }])
  expect(
    await rows('select name, status, greeting_message from connections where company_id = $1 order by id'),
  ).toEqual([
    { name: 'Whats', status: 'DISCONNECTED', greeting_message: 'Oi!' },
    { name: 'Outro', status: 'DISCONNECTED', greeting_message: '' },
  ])
})

test('contacts without a number stay behind, and two spellings of one number are one', async () => {
  const contacts = await rows(
    'select name, number, extra_info from contacts where company_id = $1 order by id',
  )

  expect(contacts).toEqual([
    { name: 'Nina Souza', number: '5571999887766', extra_info: [{ name: 'CPF', value: '123' }] },
    { name: '5571955443322', number: '5571955443322', extra_info: [] },
  ])
})

test('conversations become tickets: one live per contact, a snoozed one stays snoozed', async () => {
  const tickets = await rows(
    `select t.status, u.name as owner, t.last_message,
       array(select g.name from ticket_tags k join tags g on g.company_id = k.company_id and g.id = k.tag_id
         where k.company_id = t.company_id and k.ticket_id = t.id order by g.name) as tags
     from tickets t left join users u on u.company_id = t.company_id and u.id = t.user_id
     where t.company_id = $1 order by t.id`,
  )

  expect(tickets).toEqual([
    { status: 'open', owner: 'Rita', last_message: 'falhou', tags: ['novo', 'vip'] },
    { status: 'closed', owner: null, last_message: '', tags: [] },
    { status: 'snoozed', owner: 'Leo', last_message: '', tags: [] },
    { status: 'closed', owner: 'Rita', last_message: 'apagada', tags: [] },
  ])
})

test('messages keep author, ticks and quotes; two attachments are two messages', async () => {
  const messages = await rows(
    `select m.body, m.ack, m.failure, m.origin, u.name as author, q.body as quoted, m.media ->> 'state' as file, m.is_deleted
     from messages m left join users u on u.company_id = m.company_id and u.id = m.user_id
     left join messages q on q.company_id = m.company_id and q.id = m.quoted_id
     where m.company_id = $1 order by m.id`,
  )

  const plain = {
    ack: 0,
    failure: null,
    origin: null,
    author: null,
    quoted: null,
    file: null,
    is_deleted: false,
  }
  expect(messages).toEqual([
    { ...plain, body: 'apagada', is_deleted: true },
    { ...plain, body: 'Oi' },
    { ...plain, body: 'Olá, Nina', ack: 3, origin: 'person', author: 'Rita', quoted: 'Oi' },
    { ...plain, body: 'duas fotos', file: 'ready' },
    { ...plain, body: '', file: 'failed' },
    { ...plain, body: 'falhou', failure: 'ERR_SENDING_WAPP_MSG', origin: 'person', author: 'Leo' },
  ])
})

test('private messages become notes, ratings of five become ratings of three', async () => {
  expect(await rows('select note from ticket_notes where company_id = $1')).toEqual([
    { note: 'Ver com @Leo' },
  ])
  expect(await rows(`select rating from ticket_events where company_id = $1 and kind = 'rated'`)).toEqual([
    { rating: 3 },
  ])
  expect(await rows('select message from quick_messages where company_id = $1')).toEqual([
    { message: 'Olá {{name}}' },
  ])
})

test('connections say what their inboxes said, and take over no access data', async () => {
  const connections = await greenRows(
    `select name, provider, cause, status, is_default, greeting_message, out_of_hours_message, rating_message
     from connections where company_id = $1 order by id`,
  )

  const plain = {
    status: 'DISCONNECTED',
    provider: 'beta',
    cause: 'stopped',
    is_default: false,
    greeting_message: '',
  }
  expect(connections).toEqual([
    {
      ...plain,
      ...{ name: 'Numero', provider: 'cloud', cause: 'credentials-missing', is_default: true },
      ...{ out_of_hours_message: '', rating_message: '' },
    },
    { ...plain, name: 'numero (2)', out_of_hours_message: 'Fechado', rating_message: 'Que tal?' },
    { ...plain, name: 'Evolution', out_of_hours_message: '', rating_message: '' },
  ])
  expect(await greenRows('select 1 from connection_keys where company_id = $1')).toEqual([])
  expect(await greenRows(`select value from settings where company_id = $1 and key = 'userRating'`)).toEqual([
    { value: 'enabled' },
  ])
})

test('canned responses keep the variables that have no counterpart', async () => {
  expect(await greenRows('select shortcode, message from quick_messages where company_id = $1')).toEqual([
    { shortcode: 'Todos', message: '{{name}} {{firstName}} {{email}} {{number}} {{agent.name}}' },
  ])
})

test('hours come from the first inbox that uses them; a day that is open for 24 hours has none', async () => {
  const [company] = await greenRows(
    `select c.language, c.time_zone, c.schedules, s.value as kind
     from companies c join settings s on s.company_id = c.id and s.key = 'scheduleType' where c.id = $1`,
  )

  expect(company).toMatchObject({
    language: 'en',
    time_zone: 'America/Manaus',
    schedules: [{ weekdayEn: 'tuesday', startTime: '08:00', endTime: '12:05' }],
    kind: 'company',
  })
})

test('a person of two accounts becomes a user of each, by the e-mails of the mapping', async () => {
  expect(await greenRows('select name, email, profile from users where company_id = $1 order by id')).toEqual(
    [
      { name: 'Rita', email: 'rita@verde.com', profile: 'admin' },
      { name: 'Davi', email: 'davi@verde.com', profile: 'user' },
    ],
  )
  expect(await greenSkips('user')).toEqual(['11 password-not-readable', '12 left-out', '2 email-taken'])
  expect(await rows('select email from users where company_id = $1 order by id')).toEqual([
    { email: 'rita@azul.com' },
    { email: 'leo@azul.com' },
  ])
})

test('names that differ only in case get a number', async () => {
  expect(await greenRows('select name from queues where company_id = $1 order by id')).toEqual([
    { name: 'suporte' },
    { name: 'Suporte (2)' },
  ])
  expect(await greenSkips('queue')).toEqual(['12 renamed'])
  expect(await greenSkips('connection')).toEqual(['11 access-data-lost', '12 renamed', '14 other-channel'])
})

test('contacts are known by phone, user id, LID or group', async () => {
  const contacts = await greenRows(
    `select c.name, c.name_source, c.number, c.is_group, a.kind, a.value
     from contacts c join contact_addresses a on a.company_id = c.company_id and a.contact_id = c.id
     where c.company_id = $1 order by c.id`,
  )

  const typed = { name_source: 'typed', is_group: false, number: '' }
  expect(contacts).toEqual([
    { ...typed, name: 'Bia BSUID', kind: 'user', value: 'BR.1234567890' },
    { ...typed, name: 'Evo', number: '5511977776666', kind: 'phone', value: '5511977776666' },
    { ...typed, name: 'Escondida', kind: 'lid', value: '123456789012345' },
    {
      ...typed,
      ...{ name: 'Família (GROUP)', is_group: true, number: '120363041234567890' },
      ...{ kind: 'group', value: '120363041234567890' },
    },
    {
      ...{ name: '5511977775555', name_source: 'stand-in', is_group: false },
      ...{ number: '5511977775555', kind: 'phone', value: '5511977775555' },
    },
    { ...typed, name: 'Muitas', number: '5511966665555', kind: 'phone', value: '5511966665555' },
    { ...typed, name: 'Sem conversa', number: '5511955554444', kind: 'phone', value: '5511955554444' },
    { ...typed, name: 'Contato', name_source: 'stand-in', kind: 'user', value: 'BR.ENT.99' },
  ])
  expect(await greenSkips('blocked contact')).toEqual(['12 no-counterpart'])
})

test('attributes of a contact become its fields, under the names of contacts, without empty ones', async () => {
  const [bia] = await greenRows(
    `select extra_info from contacts where company_id = $1 and name = 'Bia BSUID'`,
  )

  expect(bia).toEqual({
    extra_info: [
      { name: 'sim', value: 'true' },
      { name: 'lista', value: 'a, b' },
      { name: 'Plano', value: 'ouro' },
      { name: 'Empresa', value: 'Bar do Zé' },
      { name: 'Cidade', value: 'Manaus' },
    ],
  })
})

test('of several live conversations of a contact the newest open one with an owner stays', async () => {
  const tickets = await greenRows(
    `select i.source_id, t.status, t.is_group, u.name as owner, t.snoozed_until
     from tickets t join move_in_ids i on i.company_id = t.company_id and i.kind = 'ticket' and i.target_id = t.id
     left join users u on u.company_id = t.company_id and u.id = t.user_id
     where t.company_id = $1 order by i.source_id`,
  )

  const davis = { owner: 'Davi', is_group: false, snoozed_until: null }
  expect(tickets).toEqual([
    { ...davis, source_id: '11', status: 'closed' },
    { ...davis, source_id: '12', status: 'open' },
    { ...davis, source_id: '13', status: 'snoozed' },
    { ...davis, source_id: '14', status: 'pending', owner: null, is_group: true },
    { ...davis, source_id: '16', status: 'closed' },
    { ...davis, source_id: '17', status: 'open' },
    { ...davis, source_id: '18', status: 'closed', owner: null },
    { ...davis, source_id: '19', status: 'closed' },
    { ...davis, source_id: '20', status: 'closed' },
  ])
  expect(await greenSkips('ticket')).toEqual([
    '15 contact-missing',
    '16 closed-beside-another',
    '18 closed-beside-another',
    '19 closed-beside-another',
  ])
})

test('places, contact cards, links and unreadable contents are messages of their kind', async () => {
  expect(await contentsOf('wamid.101')).toEqual([
    {
      media_type: 'locationMessage',
      body: '|https://maps.google.com/maps?q=-3.1%2C-60.02&z=17|Teatro   Amazonas, Centro',
    },
  ])
  const [first, second] = await greenRows(
    `select media_type, body from messages where company_id = $1 and created_at = '2025-03-01T12:01:00Z'
     and contact_id = (select id from contacts where company_id = $1 and name = 'Bia BSUID') order by id`,
  )
  expect(first).toEqual({
    media_type: 'vcard',
    body: [
      'BEGIN:VCARD',
      'VERSION:3.0',
      'N:;João Silva\\; Filho;;;',
      'FN:João Silva\\; Filho',
      'TEL;type=CELL;type=VOICE;waid=5592988887777:+5592988887777',
      'END:VCARD',
    ].join('\n'),
  })
  expect(second).toEqual({
    media_type: 'vcard',
    body: ['BEGIN:VCARD', 'VERSION:3.0', 'N:;João Silva;;;', 'FN:João Silva', 'END:VCARD'].join('\n'),
  })
  expect(await contentsOf('wamid.103')).toEqual([
    { media_type: null, body: 'veja\nProduto 1\nhttps://loja.example/p/1' },
  ])
  expect(await contentsOf('wamid.105')).toEqual([{ media_type: null, body: companyTexts('en').notShown }])
  expect(await greenSkips('file')).toEqual(['104 file-missing'])
})

test('fifteen attachments become fifteen messages in their order', async () => {
  const files = await greenRows(
    `select body, media ->> 'fileName' as file, ack from messages
     where company_id = $1 and created_at = '2025-03-01T12:03:00Z' order by id`,
  )

  expect(files).toEqual(
    Array.from({ length: 15 }, (_, at) => ({
      body: at === 0 ? 'quinze' : '',
      file: `arquivo ${at + 1}.pdf`,
      ack: 2,
    })),
  )
})

test('messages say who wrote them: a colleague, a bot, the product or the phone', async () => {
  const origins = await greenRows(
    `select m.body, m.origin, m.is_automatic, u.name as author from messages m
     left join users u on u.company_id = m.company_id and u.id = m.user_id
     where m.company_id = $1 and m.created_at between '2025-03-01T12:05:00Z' and '2025-03-01T12:08:00Z' order by m.id`,
  )

  expect(origins).toEqual([
    { body: 'Sou um robô', origin: 'bot', is_automatic: true, author: null },
    { body: 'Fora do horário', origin: 'automatic', is_automatic: true, author: null },
    { body: 'de quem saiu', origin: 'person', is_automatic: false, author: null },
    { body: 'do celular', origin: 'device', is_automatic: false, author: null },
  ])
})

test('ids of a bridge become WhatsApp ids; quotes find messages with and without one', async () => {
  const quotes = await greenRows(
    `select m.whatsapp_id, q.body as quoted from messages m
     join messages q on q.company_id = m.company_id and q.id = m.quoted_id where m.company_id = $1 order by m.id`,
  )

  expect(quotes).toEqual([
    { whatsapp_id: '3EB0BB', quoted: 'da ponte' },
    { whatsapp_id: null, quoted: 'sem resposta' },
    { whatsapp_id: 'wamid.112', quoted: 'quinze' },
  ])
})

test('long texts and control characters stay as they are', async () => {
  expect(await contentsOf('3EB0BB')).toEqual([{ media_type: null, body: 'ã'.repeat(70_000) }])
  expect(await contentsOf('3EB0CC')).toEqual([
    { media_type: null, body: 'com \u0001 controle \u000b e \u200e marca' },
  ])
})

test('messages that cannot move are in the report with their reason', async () => {
  expect(await greenSkips('message')).toEqual([
    '108 12 user-missing',
    '113 activity',
    '115 ticket-missing',
    '116 ticket-missing',
    '162 same-message',
  ])
})

test('one WhatsApp id in two chats is two messages, also when the second comes in a later run', async () => {
  await source.run(`
    insert into messages (id, content, account_id, conversation_id, message_type, status, source_id, sender_type, sender_id,
      created_at, updated_at)
    values (164, 'entre dois números nossos', 2, 20, 0, 0, 'wamid.163', 'Contact', 15, '2025-03-05 09:00:00',
      now() at time zone 'utc')`)

  await bench.with((order) => moveIn(order))

  expect(
    await greenRows(
      `select from_me from messages where company_id = $1 and whatsapp_id = 'wamid.163' order by from_me`,
    ),
  ).toEqual([{ from_me: false }, { from_me: true }])
})

test('a message that gets its WhatsApp id after an earlier run stays one message, and is found by the id', async () => {
  const stored = () =>
    greenRows(
      `select m.whatsapp_id, m.ack, q.body as quoted from messages m
       left join messages q on q.company_id = m.company_id and q.id = m.quoted_id
       where m.company_id = $1 and m.body in ('cita a sem id', 'cita a que saiu') order by m.id`,
    )
  expect(await stored()).toEqual([{ whatsapp_id: null, ack: 1, quoted: 'sem resposta' }])
  await source.run(`
    update messages set source_id = 'wamid.111', status = 1, updated_at = now() at time zone 'utc' where id = 111;
    insert into messages (id, content, account_id, conversation_id, message_type, source_id, content_attributes,
      sender_type, sender_id, created_at, updated_at)
    values (118, 'cita a que saiu', 2, 11, 0, 'wamid.118', '{"in_reply_to": 111}', 'Contact', 11,
      '2025-03-01 12:16:00', now() at time zone 'utc')`)

  await bench.with((order) => moveIn(order))
  await bench.with((order) => moveIn(order))

  expect(await stored()).toEqual([
    { whatsapp_id: 'wamid.111', ack: 2, quoted: 'sem resposta' },
    { whatsapp_id: 'wamid.118', ack: 0, quoted: 'cita a sem id' },
  ])
})

test('only files of moved messages are stored, and a note reports the file that it lost', async () => {
  expect(await testApp.store.usedBytes(greenId)).toBe(0)
  expect(await greenSkips('note')).toEqual(['117 media-lost'])
})

test('notes name colleagues and teams; notes of contacts and words of ratings join them', async () => {
  const notes = await greenRows(
    `select n.note, u.name as author, i.source_id as ticket,
       (select array_agg(m ->> 'name') from jsonb_array_elements(n.mentions) m) as mentioned
     from ticket_notes n left join users u on u.company_id = n.company_id and u.id = n.user_id
     join move_in_ids i on i.company_id = n.company_id and i.kind = 'ticket' and i.target_id = n.ticket_id
     where n.company_id = $1 order by n.note`,
  )

  expect(notes).toEqual([
    {
      note: '@Davi, @Rita Lima e @suporte',
      author: 'Davi',
      ticket: '11',
      mentioned: ['Davi', 'Rita Lima'],
    },
    { note: 'Demorou', author: null, ticket: '11', mentioned: null },
    { note: 'Prefere a tarde', author: 'Davi', ticket: '19', mentioned: null },
    { note: 'nota do robô', author: null, ticket: '11', mentioned: null },
  ])
  expect(await greenSkips('contactNote')).toEqual(['12 ticket-missing'])
})

test('ratings 1 and 2 become 1, 3 becomes 2, and 4 and 5 become 3', async () => {
  const ratings = await greenRows(
    `select e.rating, i.source_id as ticket from ticket_events e
     join move_in_ids i on i.company_id = e.company_id and i.kind = 'ticket' and i.target_id = e.ticket_id
     where e.company_id = $1 and e.kind = 'rated' order by 2`,
  )

  expect(ratings).toEqual([
    { rating: 1, ticket: '11' },
    { rating: 1, ticket: '16' },
    { rating: 2, ticket: '17' },
    { rating: 3, ticket: '18' },
  ])
  expect(await greenSkips('rating')).toEqual(['15 ticket-missing'])
})

test('words that follow a rating later move in a later run', async () => {
  await source.run(
    `update csat_survey_responses set feedback_message = 'Foi bom', updated_at = now() at time zone 'utc' where id = 14`,
  )

  await bench.with((order) => moveIn(order))
  await bench.with((order) => moveIn(order))

  expect(await greenRows(`select note from ticket_notes where company_id = $1 and note = 'Foi bom'`)).toEqual(
    [{ note: 'Foi bom' }],
  )
})

test('labels of conversations and contacts become tags of tickets', async () => {
  const tags = await greenRows(
    `select g.name, i.source_id as ticket from ticket_tags k join tags g on g.company_id = k.company_id and g.id = k.tag_id
     join move_in_ids i on i.company_id = k.company_id and i.kind = 'ticket' and i.target_id = k.ticket_id
     where k.company_id = $1 order by 1`,
  )

  expect(tags).toEqual([
    { name: 'fiel', ticket: '19' },
    { name: 'urgente', ticket: '11' },
  ])
  expect(await greenSkips('tagging')).toEqual(['5 ticket-missing', '6 pair-missing'])
})

test('campaigns on WhatsApp arrive inactive or finished', async () => {
  const campaigns = await greenRows(
    `select c.name, c.messages[1] as message, c.status, c.scheduled_at, w.name as connection from campaigns c
     left join connections w on w.company_id = c.company_id and w.id = c.connection_id
     where c.company_id = $1 order by c.id`,
  )

  expect(campaigns).toEqual([
    { name: 'Natal', message: 'Boas festas', status: 'INATIVA', scheduled_at: null, connection: 'Numero' },
    {
      ...{ name: 'Passada', message: 'Foi', status: 'FINALIZADA', connection: 'numero (2)' },
      scheduled_at: new Date('2025-01-01T10:00:00Z'),
    },
  ])
  expect(await greenSkips('campaign')).toEqual(['13 other-channel'])
})

test('a user who joins the account later moves in a later run', async () => {
  await source.run(`
    insert into users (id, name, email, encrypted_password) values (21, 'Nova', 'nova@verde.com', 'pepper');
    insert into account_users (id, account_id, user_id) values (21, 2, 21)`)

  await bench.with((order) => moveIn(order))

  expect(
    await greenRows(`select name from users where company_id = $1 and email = 'nova@verde.com'`),
  ).toEqual([{ name: 'Nova' }])
})

test('a user who moves at a later run gets the tickets and words that the first run left without', async () => {
  await source.run(`
    insert into users (id, name, email, encrypted_password) values (22, 'Tardia', 'tardia@verde.com', 'pepper');
    insert into account_users (id, account_id, user_id) values (22, 2, 22);
    insert into contacts (id, name, phone_number, account_id, updated_at) values
      (22, 'Olga', '+5511944443333', 2, now() at time zone 'utc');
    insert into conversations (id, account_id, inbox_id, status, assignee_id, contact_id, first_reply_created_at,
      last_activity_at, created_at, updated_at) values
      (22, 2, 12, 0, 22, 22, '2025-05-01 11:00', '2025-05-02 10:00', '2025-05-01 10:00', now() at time zone 'utc');
    insert into messages (id, content, account_id, conversation_id, message_type, private, status, source_id,
      content_attributes, sender_type, sender_id, created_at, updated_at) values
      (221, 'Bom dia', 2, 22, 1, false, 0, 'wamid.221', '{}', 'User', 22, '2025-05-01 11:00', now() at time zone 'utc'),
      (222, 'Só nós', 2, 22, 1, true, 0, null, '{}', 'User', 22, '2025-05-01 11:01', now() at time zone 'utc');
    insert into notes (id, content, account_id, contact_id, user_id, updated_at) values
      (22, 'Liga sempre', 2, 22, 22, now() at time zone 'utc');
    insert into csat_survey_responses (id, account_id, conversation_id, assigned_agent_id, rating, updated_at) values
      (22, 2, 22, 22, 5, now() at time zone 'utc')`)
  const authors = () =>
    greenRows(`
      with found as (select t.* from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
        where t.company_id = $1 and c.name = 'Olga')
      select w.what, u.name from (
        select 'ticket ' || status as what, user_id from found
        union all select e.kind, e.user_id from ticket_events e join found t on t.id = e.ticket_id
          where e.company_id = $1 and e.kind in ('accepted', 'rated')
        union all select m.body, m.user_id from messages m join found t on t.id = m.ticket_id where m.company_id = $1
        union all select n.note, n.user_id from ticket_notes n join found t on t.id = n.ticket_id where n.company_id = $1
      ) as w left join users u on u.company_id = $1 and u.id = w.user_id order by 1`)
  const missing = () =>
    greenRows(
      `select kind, source_id from move_in_skips where company_id = $1 and reason = 'user-missing'
         and source_id like '% 22' order by 1`,
    )
  await bench.with((order) =>
    moveIn({ ...order, mapping: { ...order.mapping, emails: { ...order.mapping.emails, '22': null } } }),
  )
  const [before, reported] = [await authors(), await missing()]

  await bench.with((order) => moveIn(order))

  const all = (name: string | null, status: string) =>
    ['accepted', 'Bom dia', 'Liga sempre', 'rated', 'Só nós', `ticket ${status}`].map((what) => ({
      what,
      name,
    }))
  const sorted = (found: readonly { what: string }[]) => found.toSorted((a, b) => (a.what < b.what ? -1 : 1))
  expect(sorted(before as { what: string }[])).toEqual(sorted(all(null, 'pending')))
  expect(reported).toEqual([
    { kind: 'contactNote', source_id: '22 22' },
    { kind: 'message', source_id: '221 22' },
    { kind: 'note', source_id: '222 22' },
    { kind: 'rating', source_id: '22 22' },
    { kind: 'ticket', source_id: '22 22' },
  ])
  expect(sorted((await authors()) as { what: string }[])).toEqual(sorted(all('Tardia', 'open')))
  expect(await missing()).toEqual([])
})

test('a later run follows the password and role of a member, and removes one who left the account', async () => {
  const password = await hash('nova senha', 4)
  const [former] = await greenRows(`select count(*)::int as count from users where company_id = $1`)
  await source.run(`
    update users set encrypted_password = '${password}', updated_at = now() at time zone 'utc' where id = 22;
    update account_users set role = 1 where id = 22;
    delete from account_users where id = 21`)

  await bench.with((order) => moveIn(order))

  expect(
    await greenRows(
      `select name, password_hash, profile from users where company_id = $1 and name in ('Nova', 'Tardia')`,
    ),
  ).toEqual([{ name: 'Tardia', password_hash: password, profile: 'admin' }])
  const [now] = await greenRows(`select count(*)::int as count from users where company_id = $1`)
  expect(Number(now?.count)).toBe(Number(former?.count) - 1)
})

test('two contacts that turn out to be one person become one, with all of both', async () => {
  await source.run(`
    insert into contacts (id, name, phone_number, identifier, account_id, updated_at) values
      (31, 'Pia', '+5511933332222', null, 2, now() at time zone 'utc'),
      (32, 'Escondida', null, '987654321098765@lid', 2, now() at time zone 'utc');
    insert into conversations (id, account_id, inbox_id, status, contact_id, created_at, updated_at) values
      (31, 2, 12, 0, 31, '2025-05-01 10:00', now() at time zone 'utc'),
      (32, 2, 12, 0, 32, '2025-05-02 10:00', now() at time zone 'utc');
    insert into messages (id, content, account_id, conversation_id, message_type, private, status, source_id,
      content_attributes, sender_type, sender_id, created_at, updated_at) values
      (311, 'pelo número', 2, 31, 0, false, 0, 'wamid.311', '{}', 'Contact', 31, '2025-05-01 10:00', now() at time zone 'utc'),
      (321, 'pelo LID', 2, 32, 0, false, 0, 'wamid.321', '{}', 'Contact', 32, '2025-05-02 10:00', now() at time zone 'utc')`)
  await bench.with((order) => moveIn(order))
  await source.run(
    `update contacts set phone_number = '+5511933332222', updated_at = now() at time zone 'utc' where id = 32`,
  )

  await bench.with((order) => moveIn(order))

  expect(
    await greenRows(
      `select array_agg(m.body order by m.id) as bodies,
         count(distinct c.id)::int as contacts,
         (select count(*)::int from tickets t where t.company_id = $1 and t.contact_id = min(c.id) and t.status <> 'closed') as live
       from messages m join contacts c on c.company_id = m.company_id and c.id = m.contact_id
       where m.company_id = $1 and m.whatsapp_id in ('wamid.311', 'wamid.321')`,
    ),
  ).toEqual([{ bodies: ['pelo número', 'pelo LID'], contacts: 1, live: 1 }])
  expect(await greenSkips('contact')).toContain('32 merged')
})

test('an old version does not say which inboxes use their hours, so those of the others are reported', async () => {
  const old = await createChatwootSource(await hash('senha azul', 4))
  onTestFinished(() => old.drop())
  await old.run(`
    alter table inboxes drop working_hours_enabled;
    insert into working_hours (inbox_id, account_id, day_of_week, open_hour, open_minutes, close_hour, close_minutes)
      values (3, 1, 1, 8, 0, 12, 0)`)
  const mapping = {
    companies: { '1': { move: true, name: 'Loja sem Coluna' } },
    emails: { '1': null, '2': null },
  }
  const oldBench = await openMoveBench(testApp, { url: old.url, product: chatwoot, mapping })
  onTestFinished(() => oldBench.close())

  await oldBench.with((order) => moveIn(order))

  expect(
    await testApp.rows(
      `select source_id from move_in_skips where company_id = $1 and kind = 'connection' and reason = 'hours-lost'`,
      [await idOf('Loja sem Coluna')],
    ),
  ).toEqual([{ source_id: '3' }])
})

test('columns and tables that an old version lacks read as empty', async () => {
  const old = await createChatwootSource(await hash('senha azul', 4))
  await old.run(`
    drop table working_hours, custom_attribute_definitions, contact_inboxes, channel_whatsapp, csat_survey_responses,
      taggings, tags, labels, notes, campaigns, teams, team_members, active_storage_attachments, active_storage_blobs;
    alter table accounts drop status;
    alter table contacts drop middle_name, drop last_name, drop identifier, drop blocked, drop additional_attributes;
    alter table inboxes drop timezone, drop working_hours_enabled, drop csat_survey_enabled, drop csat_config;
    alter table conversations drop snoozed_until, drop last_activity_at, drop team_id, drop cached_label_list,
      drop first_reply_created_at;
    alter table messages drop sender_type, drop sender_id, drop content_attributes, drop source_id;
    alter table attachments drop coordinates_lat, drop coordinates_long, drop fallback_title, drop meta, drop external_url`)
  const mapping = {
    companies: { '1': { move: true, name: 'Loja Antiga' } },
    emails: { '1': null, '2': null },
  }
  const oldBench = await openMoveBench(testApp, { url: old.url, product: chatwoot, mapping })

  const inspection = await oldBench.with((order) => inspectSource(order))
  await oldBench.with((order) => moveIn(order))

  expect(inspection.companies[0]?.files).toMatchObject({ named: 0 })
  const oldId = await idOf('Loja Antiga')
  expect(
    await testApp.rows('select count(*)::int as tickets from tickets where company_id = $1', [oldId]),
  ).toEqual([{ tickets: 3 }])
  expect(
    await testApp.rows('select body from messages where company_id = $1 order by id limit 2', [oldId]),
  ).toEqual([{ body: 'apagada' }, { body: 'Oi' }])
  expect(await testApp.rows('select time_zone from companies where id = $1', [oldId])).toEqual([
    { time_zone: 'America/Sao_Paulo' },
  ])
  await oldBench.with((order) => switchOverMoveIn(order))
  await oldBench.close()
  await old.drop()
})

test('a repeated move changes nothing', async () => {
  const everyTable = [
    ...['queues', 'connections', 'users', 'user_queues', 'quick_messages', 'tags', 'campaigns', 'contacts'],
    ...[
      'contact_addresses',
      'tickets',
      'ticket_events',
      'ticket_notes',
      'ticket_tags',
      'messages',
      'move_in_skips',
    ],
  ]
  const everything = () =>
    testApp.rows(
      `select ${everyTable
        .map((table) => `(select count(*)::int from ${table} where company_id = any ($1)) as ${table}`)
        .join(', ')}`,
      [[companyId, greenId]],
    )
  const before = await everything()

  await bench.with((order) => moveIn(order))

  expect(await everything()).toEqual(before)
})

test('a later run follows when a snoozed conversation wakes, and lets none of another channel close it', async () => {
  await source.run(`
    update conversations set snoozed_until = '2099-02-02 10:00', updated_at = now() at time zone 'utc' where id = 3;
    insert into conversations (id, account_id, inbox_id, status, assignee_id, contact_id, last_activity_at, updated_at)
      values (6, 1, 2, 0, 1, 4, '2025-04-01 10:00', now() at time zone 'utc')`)

  await bench.with((order) => moveIn(order))

  expect(
    await rows(
      `select status, snoozed_until from tickets where company_id = $1 and snoozed_until is not null`,
    ),
  ).toEqual([{ status: 'snoozed', snoozed_until: new Date('2099-02-02T10:00:00Z') }])
})

test('a later run finds the file of an attachment that was missing', async () => {
  const [key, path] = ['zzzzmissing', join(bench.folder, 'zz/zz')]
  await mkdir(path, { recursive: true })
  await writeFile(join(path, key), Buffer.from('GIF89a'))

  await bench.with((order) => moveIn(order))

  expect(
    await rows(`select media ->> 'state' as state from messages where company_id = $1 and media is not null`),
  ).toEqual([{ state: 'ready' }, { state: 'ready' }])
  expect(await rows(`select source_id from move_in_skips where company_id = $1 and kind = 'file'`)).toEqual(
    [],
  )
})

test('the report counts against the source and names each row that stayed behind', async () => {
  const lines = await bench.with(async (order) => {
    const found: string[] = []
    for await (const line of moveInReportLines(order, 'en')) found.push(line.trimEnd())
    return found
  })

  expect(lines).toContain('Loja Azul;contacts;4;4;2;yes')
  expect(lines).toContain('macros;1;There is no place here for these rows.')
  const [hours, merged] = [moveInTexts('en').skip('hours-lost'), moveInTexts('en').skip('merged')]
  expect(lines.filter((line) => /;\d+;/.test(line) && line.endsWith(`3;${hours}`))).toEqual([
    `Loja Azul;connection;3;${hours}`,
  ])
  expect(lines).toContain(`Loja Azul;contact;2;${merged}`)
  expect(lines).toContain(`Loja Azul;contact;3;${moveInTexts('en').skip('no-number')}`)
  for (const row of ['ticket;4', 'message;7'])
    expect(lines).toContain(`Loja Azul;${row};${moveInTexts('en').skip('other-channel')}`)
})

test('after the switch a user signs in with the old password, and one whose hash is unreadable does not', async () => {
  await bench.with((order) => switchOverMoveIn(order))
  const signIn = (email: string, password: string) =>
    testApp.app.http.inject({ method: 'POST', url: '/auth/login', payload: { email, password } })

  expect((await signIn('rita@azul.com', 'senha azul')).statusCode).toBe(200)
  expect((await signIn('leo@azul.com', 'pepper')).statusCode).toBe(401)
})

test('snoozed tickets wake at their time, passed or not, and once however often the switch runs', async () => {
  await greenRows(
    `update tickets set snoozed_until = '2020-01-01' where company_id = $1 and status = 'snoozed'`,
  )
  await testApp.rows(`update move_ins set state = 'done', switched_at = null where name = $1`, [moveName])

  await bench.with((order) => switchOverMoveIn(order))

  const wakes = await testApp.rows(
    `select t.company_id, j.run_at from tickets t
     join graphile_worker.jobs j on j.key = 'company ' || t.company_id || ' tickets.wake:' || t.id
     where t.company_id = any ($1) order by t.company_id`,
    [[companyId, greenId]],
  )
  expect(wakes).toEqual([
    { company_id: companyId, run_at: new Date('2099-02-02T10:00:00Z') },
    { company_id: greenId, run_at: new Date('2020-01-01T00:00:00Z') },
  ])
})
