import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hash } from '@node-rs/bcrypt'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../testing/test-app'
import { chatwoot } from './chatwoot/chatwoot'
import { moveIn, switchOver } from './move'
import { detectProduct } from './products'
import { moveInReportLines } from './report'
import { createChatwootSource } from './testing/chatwoot-source'
import { type MoveBench, openMoveBench } from './testing/move-in-bench'
import type { SourceFixture } from './testing/whaticket-source'

let testApp: TestApp
let source: SourceFixture
let bench: MoveBench
let companyId: number
const rows = (sql: string) => testApp.rows(sql, [companyId])

beforeAll(async () => {
  testApp = await openTestApp()
  source = await createChatwootSource(await hash('senha azul', 4))
  const mapping = { companies: { '1': { move: true, name: 'Loja Azul' } }, emails: {} }
  bench = await openMoveBench(testApp, { url: source.url, product: chatwoot, mapping })
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#f00' } })
    .png()
    .toBuffer()
  await mkdir(join(bench.folder, 'ab/cd'), { recursive: true })
  await writeFile(join(bench.folder, 'ab/cd/abcdefgh1'), picture)
  await bench.with((order) => moveIn(order))
  const [moved] = await testApp.rows<{ id: number }>(`select id from companies where name = 'Loja Azul'`)
  companyId = moved?.id ?? 0
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

test('a repeated move changes nothing', async () => {
  const everything = () =>
    rows(
      `select (select count(*)::int from messages where company_id = $1) as messages,
        (select count(*)::int from ticket_notes where company_id = $1) as notes,
        (select count(*)::int from ticket_events where company_id = $1) as events,
        (select count(*)::int from move_in_skips where company_id = $1) as skips`,
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
    for await (const line of moveInReportLines(order)) found.push(line.trimEnd())
    return found
  })

  expect(lines).toContain('Loja Azul;contacts;4;4;2;yes')
  expect(lines).toContain('macros;1')
  expect(lines.filter((line) => line.endsWith('hours-lost'))).toEqual(['Loja Azul;connection;3;hours-lost'])
  expect(lines).toContain('Loja Azul;contact;2;merged')
  expect(lines).toContain('Loja Azul;contact;3;no-number')
  expect(lines).toContain('Loja Azul;ticket;4;other-channel')
  expect(lines).toContain('Loja Azul;message;7;other-channel')
})

test('after the switch a user signs in with the old password, and one whose hash is unreadable does not', async () => {
  await bench.with((order) => switchOver(order))
  const signIn = (email: string, password: string) =>
    testApp.app.http.inject({ method: 'POST', url: '/auth/login', payload: { email, password } })

  expect((await signIn('rita@azul.com', 'senha azul')).statusCode).toBe(200)
  expect((await signIn('leo@azul.com', 'pepper')).statusCode).toBe(401)
})
