import { login } from '@balcao/contract/people'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTown, type Town } from '../../src/testing/town'
import { colleagues, demoPassword, emailOf, owner } from './company'
import { furnishDemo } from './furnish-demo'
import { customers, shopPhones } from './people'

let town: Town
beforeEach(async () => {
  town = await openTown()
  await furnishDemo(town.house.workplace, town.store)
})
afterEach(() => town.close())

const count = async (what: string) =>
  (await town.rows<{ count: number }>(`select count(*) from ${what}`))[0]?.count

test('the demo has three queues, five people of all profiles, two connections and two hundred customers', async () => {
  expect(await count('queues')).toBe(3)
  expect(await count('connections')).toBe(2)
  expect(await count('contacts')).toBe(200)
  const people = await town.rows('select email, profile, is_super from users order by email')
  expect(people.map(({ profile }) => profile)).toEqual(['admin', 'user', 'user', 'supervisor', 'admin'])
  expect(people.filter(({ is_super }) => is_super)).toMatchObject([{ email: 'dono@demo.local' }])
})

test('everybody of the demo signs in with the one password', async () => {
  for (const { key } of [owner, ...colleagues]) {
    const body = { email: emailOf(key), password: demoPassword }
    const answer = await town.house.http.inject({ method: login.method, url: login.path, payload: body })
    expect(answer.statusCode).toBe(200)
  }
})

test('quick answers stand behind the slash, and Marina’s newest ticket has the notes of two colleagues', async () => {
  expect(await count('quick_messages where is_shared')).toBe(6)
  const notes = await town.rows(
    `select u.name, t.status, n.created_at < $1 as is_past from ticket_notes n
     join tickets t on t.company_id = n.company_id and t.id = n.ticket_id
     join contacts c on c.company_id = n.company_id and c.id = n.contact_id and c.name = 'Marina Duarte'
     join users u on u.company_id = n.company_id and u.id = n.user_id order by n.id`,
    [town.now()],
  )

  expect(notes).toEqual([
    { name: 'Bia Souza', status: 'open', is_past: true },
    { name: 'Ana Lima', status: 'open', is_past: true },
  ])
})

test('CHAT-01 the team has a group of everybody, in which three of them spoke', async () => {
  const [chat] = await town.rows('select title, last_message, message_count from chats')
  expect(chat).toEqual({
    title: 'Equipe da loja',
    last_message: 'Ana Lima: O linho cinza-claro chega dia 27, já avisei a Marina.',
    message_count: 3,
  })
  expect([await count('chat_members'), await count('chat_messages')]).toEqual([5, 3])
})

test('DASH-14 its dashboard has times to show: every acceptance ended a wait, every close of an accepted one an attendance', async () => {
  const [found] = await town.rows(
    `select bool_and(seconds >= 0) as sound,
       bool_and(seconds is not null) filter (where kind = 'accepted') as waits,
       count(seconds) filter (where kind = 'closed') > 50 as attendances
     from ticket_events where kind in ('accepted', 'closed')`,
  )

  expect(found).toEqual({ sound: true, waits: true, attendances: true })
})

test('its history is whole: nothing lies ahead, identities rise with time, lists say what stands last', async () => {
  const [found] = await town.rows(
    `select count(*) filter (where created_at > $1) as ahead,
       count(*) filter (where body ~ '[{}]') as gaps, count(*) filter (where quoted_id is not null) as quotes,
       count(*) filter (where media is not null) as pictures
     from messages`,
    [town.now()],
  )
  const outOfOrder = await town.rows(
    `select id from (select id, created_at, lag(created_at) over (partition by ticket_id order by id) as before
       from messages) m where before > created_at`,
  )
  const wrongLast = await town.rows(
    `select t.id from tickets t join messages m on m.company_id = t.company_id and m.id = t.last_message_id
     where t.last_at <> m.created_at or t.unread <> (select count(*) from messages u
       where u.company_id = t.company_id and u.ticket_id = t.id and not u.is_read)`,
  )

  expect(found).toMatchObject({ ahead: 0, gaps: 0 })
  expect(Number(found?.quotes)).toBeGreaterThan(0)
  expect(Number(found?.pictures)).toBeGreaterThan(0)
  expect([outOfOrder, wrongLast]).toEqual([[], []])
  expect(
    await town.rows(`select status, count(*) from tickets where status <> 'closed' group by 1 order by 1`),
  ).toEqual([
    { status: 'open', count: 9 },
    { status: 'pending', count: 8 },
  ])
})

test('groups are let in: the demo’s phones have one', async () => {
  const settings = await town.rows(`select value from settings where key = 'CheckMsgIsGroup'`)
  expect(settings).toEqual([{ value: 'disabled' }])
})

test('a second start adds nothing', async () => {
  const before = [await count('users'), await count('messages')]

  await furnishDemo(town.house.workplace, town.store)

  expect([await count('users'), await count('messages')]).toEqual(before)
})

test('no two customers or phones share a number', () => {
  const numbers = [...customers, ...shopPhones].map(({ phone }) => phone)

  expect(new Set(numbers).size).toBe(202)
})
