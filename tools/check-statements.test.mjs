import { describe, expect, test } from 'vitest'
import { tablesWritten, wrongStatements } from './check-statements.mjs'
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
    'reception.lockPartitions',
    'signup.lockAddress',
  ])
}, 60_000)
