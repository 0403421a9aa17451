import { login } from '@balcao/contract/people'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOwnTestApp, type TestApp } from '../../src/testing/test-app'
import { colleagues, companyName, demoPassword, emailOf, owner, timeZone } from './company'
import { furnishDemo } from './furnish-demo'
import { customers, shopPhones } from './people'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openOwnTestApp() // platform
  await furnishDemo(testApp.app.workplace, testApp.store)
})
afterAll(() => testApp.close())

const count = async (what: string) =>
  (await testApp.rows<{ count: number }>(`select count(*) from ${what}`))[0]?.count

test('the demo has three queues, users of all profiles, two connections and 200 customers', async () => {
  expect(await count('queues')).toBe(3)
  expect(await count('connections')).toBe(2)
  expect(await count('contacts')).toBe(200)
  const people = await testApp.rows(
    `select u.email, u.profile, u.is_super from users u join companies c on c.id = u.company_id and c.name = $1
     order by u.email`,
    [companyName],
  )
  expect(people.map(({ profile }) => profile)).toEqual(['admin', 'user', 'user', 'supervisor', 'admin'])
  expect(people.filter(({ is_super }) => is_super)).toMatchObject([{ email: 'dono@demo.local' }])
})

test('all users of the demo sign in with the same password', async () => {
  for (const { key } of [owner, ...colleagues]) {
    const body = { email: emailOf(key), password: demoPassword }
    const answer = await testApp.app.http.inject({ method: login.method, url: login.path, payload: body })
    expect(answer.statusCode).toBe(200)
  }
})

test('the admin of the demo is in every queue, because existing clients list by queues', async () => {
  const rows = await testApp.rows(
    `select q.name from user_queues uq join users u on u.id = uq.user_id join queues q on q.id = uq.queue_id
     where u.email = $1 order by q.name`,
    [emailOf('admin')],
  )
  expect(rows.map(({ name }) => name)).toEqual(['Assistência', 'Entregas', 'Vendas'])
})

test('quick messages exist, and Marina’s newest ticket has notes of two colleagues', async () => {
  expect(await count('quick_messages where is_shared')).toBe(6)
  const notes = await testApp.rows(
    `select u.name, t.status, n.created_at < $1 as is_past from ticket_notes n
     join tickets t on t.company_id = n.company_id and t.id = n.ticket_id
     join contacts c on c.company_id = n.company_id and c.id = n.contact_id and c.name = 'Marina Duarte'
     join users u on u.company_id = n.company_id and u.id = n.user_id order by n.id`,
    [testApp.now()],
  )

  expect(notes).toEqual([
    { name: 'Bia Souza', status: 'open', is_past: true },
    { name: 'Ana Lima', status: 'open', is_past: true },
  ])
})

test('CHAT-01 the team has a group of all, one of some, and a chat of two with an unread one', async () => {
  const chats = await testApp.rows(
    `select c.title, c.last_message, c.message_count,
       (select count(*) from chat_members m where m.company_id = c.company_id and m.chat_id = c.id) as members,
       (select sum(unreads)::int from chat_members m where m.company_id = c.company_id and m.chat_id = c.id) as unread,
       c.direct_pair is not null as is_direct
     from chats c order by c.updated_at desc`,
  )
  expect(chats).toEqual([
    {
      ...{ title: 'Equipe da loja', message_count: 3, members: 5, unread: 0, is_direct: false },
      last_message: 'Ana Lima: O linho cinza-claro chega dia 27, já avisei a Marina.',
    },
    {
      ...{ title: '', message_count: 2, members: 2, unread: 1, is_direct: true },
      last_message: 'Bia Souza: Chegou agora. Marco a troca para quinta?',
    },
    {
      ...{ title: 'Entregas da semana', message_count: 3, members: 3, unread: 0, is_direct: false },
      last_message: 'Caio Ferraz: Cabe, sim. Até três volumes.',
    },
  ])
  expect(await count('chat_messages')).toBe(8)
})

test('no screen is empty, from the board and campaigns to schedules, helps and announcements', async () => {
  const campaigns = await testApp.rows(
    `select name, status, pending_count > 20 as goes_on, read_count > 0 as has_readers, skipped_count from campaigns
     order by id`,
  )
  const lists = await testApp.rows(
    'select name, valid_count > 20 as is_full, invalid_count from contact_lists order by id',
  )
  const filled = await testApp.rows(
    `select (select count(*) from ticket_tags tt join tags g on g.id = tt.tag_id and g.kanban) as cards,
       (select count(*) from file_list_options where media is not null) as files,
       (select count(*) from queue_options) as options, (select count(*) from prompts) as prompts,
       (select count(*) from queue_integrations) as integrations, (select count(*) from helps) as helps,
       (select count(*) from announcements where is_active) as announcements,
       (select count(*) from campaign_opt_outs) as opt_outs, (select count(*) from companies) as companies`,
  )
  const schedules = await testApp.rows(
    `select status, bool_and((send_at <= $1) = (status = 'ENVIADA')) as is_true, count(*) from schedules
     group by status order by status`,
    [testApp.now()],
  )

  expect(campaigns).toEqual([
    { name: 'Queima de estoque', status: 'FINALIZADA', goes_on: false, has_readers: true, skipped_count: 2 },
    { name: 'Natal na Casa Ipê', status: 'PROGRAMADA', goes_on: false, has_readers: false, skipped_count: 0 },
    { name: 'Aniversário da loja', status: 'INATIVA', goes_on: false, has_readers: false, skipped_count: 0 },
    {
      name: 'Semana do Estofado',
      status: 'EM_ANDAMENTO',
      goes_on: true,
      has_readers: true,
      skipped_count: 1,
    },
  ])
  expect(lists).toEqual([
    { name: 'Grande Porto Alegre', is_full: true, invalid_count: 1 },
    { name: 'Serra gaúcha', is_full: true, invalid_count: 2 },
  ])
  expect(filled).toEqual([
    {
      ...{ cards: 7, files: 2, options: 4, prompts: 1, integrations: 1, helps: 2 },
      ...{ announcements: 2, opt_outs: 2, companies: 5 },
    },
  ])
  expect(schedules).toEqual([
    { status: 'ENVIADA', is_true: true, count: 2 },
    { status: 'PENDENTE', is_true: true, count: 3 },
  ])
})

test('the licence ends with the open invoice, in twelve days', async () => {
  const [found] = await testApp.rows(
    `select c.due_date = i.due_date as is_same, c.due_date - ($1::timestamptz at time zone c.time_zone)::date as days
     from companies c join invoices i on i.company_id = c.id and i.status = 'open' where c.name = $2`,
    [testApp.now(), companyName],
  )
  expect(found).toEqual({ is_same: true, days: 12 })
})

test('customers gave ratings of all three values', async () => {
  const ratings = await testApp.rows(
    `select rating, bool_and(user_id is not null) as is_of_somebody from ticket_events where kind = 'rated'
     group by rating order by rating`,
  )
  expect(ratings).toEqual([1, 2, 3].map((rating) => ({ rating, is_of_somebody: true })))
})

test('the history is within the shop’s hours, and greetings match the local time', async () => {
  const [found] = await testApp.rows(
    `select count(*) filter (where extract(isodow from local) > 5) as at_weekends,
       count(*) filter (where local::time not between '09:00' and '18:00') as at_night,
       count(*) filter (where body ~ '^Bom dia' and extract(hour from local) >= 12
         or body ~ '^Boa tarde' and extract(hour from local) < 12 or body ~ '^Boa noite') as against_the_clock
     from messages, lateral (select created_at at time zone $1 as local) clock`,
    [timeZone],
  )
  expect(found).toEqual({ at_weekends: 0, at_night: 0, against_the_clock: 0 })
})

test('DASH-14 the dashboard has durations: accepts have waits, closes have attendances', async () => {
  const [found] = await testApp.rows(
    `select bool_and(seconds >= 0) as sound,
       bool_and(seconds is not null) filter (where kind = 'accepted') as waits,
       count(seconds) filter (where kind = 'closed') > 50 as attendances
     from ticket_events where kind in ('accepted', 'closed')`,
  )

  expect(found).toEqual({ sound: true, waits: true, attendances: true })
})

test('the history is consistent: no future times, rising ids, correct last messages', async () => {
  const [found] = await testApp.rows(
    `select count(*) filter (where created_at > $1) as ahead,
       count(*) filter (where body ~ '[{}]') as gaps, count(*) filter (where quoted_id is not null) as quotes,
       count(*) filter (where media is not null) as pictures
     from messages`,
    [testApp.now()],
  )
  const outOfOrder = await testApp.rows(
    `select id from (select id, created_at, lag(created_at) over (partition by ticket_id order by id) as before
       from messages) m where before > created_at`,
  )
  const wrongLast = await testApp.rows(
    `select t.id from tickets t join messages m on m.company_id = t.company_id and m.id = t.last_message_id
     where t.last_at <> m.created_at or t.unread <> (select count(*) from messages u
       where u.company_id = t.company_id and u.ticket_id = t.id and not u.is_read)`,
  )

  expect(found).toMatchObject({ ahead: 0, gaps: 0 })
  expect(Number(found?.quotes)).toBeGreaterThan(0)
  expect(Number(found?.pictures)).toBeGreaterThan(0)
  expect([outOfOrder, wrongLast]).toEqual([[], []])
  expect(
    await testApp.rows(`select status, count(*) from tickets where status <> 'closed' group by 1 order by 1`),
  ).toEqual([
    { status: 'open', count: 9 },
    { status: 'pending', count: 8 },
  ])
})

test('groups and ratings are enabled, because the demo’s phones have a group', async () => {
  const settings = await testApp.rows(
    `select s.key, s.value from settings s join companies c on c.id = s.company_id and c.name = $1
     where s.key in ('CheckMsgIsGroup', 'userRating') order by s.key`,
    [companyName],
  )
  expect(settings).toEqual([
    { key: 'CheckMsgIsGroup', value: 'disabled' },
    { key: 'userRating', value: 'enabled' },
  ])
})

test('a second start adds no rows', async () => {
  const before = [await count('users'), await count('messages')]

  await furnishDemo(testApp.app.workplace, testApp.store)

  expect([await count('users'), await count('messages')]).toEqual(before)
})

test('all customers and phones have different numbers', () => {
  const numbers = [...customers, ...shopPhones].map(({ phone }) => phone)

  expect(new Set(numbers).size).toBe(202)
})
