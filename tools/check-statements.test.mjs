import { describe, expect, test } from 'vitest'
import { tablesWritten, wrongStatements } from './check-statements.mjs'
import { isSql, sqlIn } from './sql-in-tests.mjs'
import { allStatements } from './statements.mjs'

/** @param {string} feature @param {string} name @param {string} text */
const statement = (feature, name, text) => ({
  file: `server/src/features/${feature}/${feature}.queries.ts`,
  name,
  text,
  parameters: [],
  keys: [],
  isComposed: false,
})

describe('one writer per table', () => {
  test.each([
    ['insert into tickets (id) values (1) on conflict (id) do update set id = 2', ['tickets']],
    ['update only tickets t set status = :status', ['tickets']],
    ['update tickets as t\n set status = :status', ['tickets']],
    ['with gone as (delete from ticket_tags where true returning 1) select * from gone', ['ticket_tags']],
    ['select id from tickets for update skip locked', []],
    ["select 'delete from tickets' -- update tickets set x = 1", []],
  ])('%s writes %j', (text, tables) => {
    expect(tablesWritten(text)).toEqual(tables)
  })

  test('a table that two features write is reported with both', () => {
    const problems = wrongStatements([
      statement('tickets', 'tickets.close', 'update tickets set status = :status'),
      statement('messages', 'messages.touch', 'update tickets set last_message = :words'),
    ])

    expect(problems).toEqual(['tickets is written by messages and tickets: one feature owns a table'])
  })

  test('a feature may write its table in many statements, and others may read it', () => {
    const problems = wrongStatements([
      statement('tickets', 'tickets.close', 'update tickets set status = :status'),
      statement('tickets', 'tickets.delete', 'delete from tickets where id = :id'),
      statement(
        'messages',
        'messages.ofTicket',
        'select m.id from messages m join tickets t on t.id = m.ticket_id',
      ),
    ])

    expect(problems).toEqual([])
  })
})

test('two statements of one name are reported: a prepared statement is identified by its name', () => {
  const problems = wrongStatements([
    statement('tags', 'tags.all', 'select 1'),
    statement('users', 'tags.all', 'select 2'),
  ])

  expect(problems).toEqual([expect.stringContaining('another statement is named tags.all too')])
})

test("SQL that reads the database's clock is reported", () => {
  const problems = wrongStatements([
    statement('tags', 'tags.new', 'select id from tags where created_at < now()'),
  ])

  expect(problems).toEqual([expect.stringContaining('it comes from work.now')])
})

test('a text and a parameter type with different names are reported', () => {
  const problems = wrongStatements([
    { ...statement('tags', 'tags.byId', 'select :id'), parameters: ['id'], keys: ['tagId'] },
  ])

  expect(problems).toEqual([
    expect.stringContaining('the type of tags.byId lacks :id'),
    expect.stringContaining('the text of tags.byId has no :tagId'),
  ])
})

describe('SQL in tests', () => {
  test.each([
    "select media ->> 'key' as key from quick_messages where id = $1",
    'select 1',
    'select pg_backend_pid() as pid',
    'select from move_outs',
    '\n  select t.id, c.name from tickets t\n  join contacts c on c.id = t.contact_id',
    'select $0 as value from tickets where id = $1',
    'insert into figures_kept (company_id, event_id) values ($1, 5)',
    'insert into lists select 1',
    "update outbox set state = 'sent'",
    'update "Companies" as c set name = $1',
    'update plans set $0 where id = $1',
    'delete from holidays',
    'DELETE FROM holidays h WHERE h.company_id = $1',
    'with gone as (delete from ticket_tags returning 1) select count(*) from gone',
    'truncate settings, live_events',
    'create trigger failing before insert on queues execute function fail_insert()',
    'create unique index if not exists by_name on tags (name)',
    'alter table tags disable trigger user',
    'drop function fail_insert',
    'explain (analyze) select 1',
    'grant select on tags to balcao_app',
    'lock table tags in share mode',
    'set local role balcao_app',
  ])('%s is a statement', (text) => {
    expect(isSql(text)).toBe(true)
  })

  test.each([
    'with a name',
    'with a list (of names) as before',
    'update of a row',
    'update the set of tags',
    'select an option',
    'select one of the queues, then a user from the list',
    'select all (or none)',
    'insert into the field',
    'delete from the list what is old',
    'delete',
    'drop',
    'drop a file on the page',
    'create a table with a header',
    'create table of contents',
    'set the role to admin',
    'set aside',
    'begin',
    'commit',
    'begins with a whole word',
    'explains why',
    'grant the permission on a queue to a user',
    'lock the screen',
  ])('%s is a sentence', (text) => {
    expect(isSql(text)).toBe(false)
  })

  test('a statement is found in strings and templates, and any verb in what is sent', () => {
    const text = [
      "it('select an option', async () => {",
      "  await owner.query('begin')",
      '  await testApp.rows<Row>(`',
      '    reset role`)',
      '  const text = `select #{columns} from tags where id = #{id}`',
      "  await page.reload({ waitUntil: 'commit' })",
      '})',
    ].join('\n')

    expect(sqlIn('a.test.ts', text.replaceAll('#{', '${'))).toEqual([
      '2: begin',
      '3: reset role',
      '5: select $0 from tags where id = $0',
    ])
  })
})

test('T5 a lock names the company, or an object that is unique on the whole platform', async () => {
  const statements = await allStatements()
  const locks = statements.filter(
    ({ text }) => text.includes('advisory') && !text.includes('current_company()'),
  )

  // E-mails are unique on the platform. Network addresses and the first company belong to no company. The ids of
  // connections come from one sequence, and a setting of the platform holds for every company.
  expect(locks.map(({ name }) => name).toSorted()).toEqual([
    'auth.lockLoginAttempts',
    'companies.lockFounding',
    'nodes.add',
    'nodes.tryPeriodicTaskLock',
    'platformSettings.lock',
    'reception.lockInboundPartitions',
    'signup.lockAddress',
  ])
}, 60_000)
