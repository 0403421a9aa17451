import { describe, expect, test } from 'vitest'
import { estimatedMoveInSecondsLeft, isSourceDatabaseUrl, isSubfolderPath } from './move-ins'

describe('the address of a source', () => {
  test.each([
    'postgres://loja:senha@old-server/ticketz',
    'postgresql://loja:s%40nha@10.0.0.3:5433/ticketz',
    'postgres://loja:a:b@[::1]:5432/ticketz?sslmode=require',
  ])('%s is one', (address) => {
    expect(isSourceDatabaseUrl(address)).toBe(true)
  })

  test.each([
    ['mysql://a:b@host/name', 'another product'],
    ['postgres://a:b@/name?host=/var/run/postgresql', 'a socket of the server'],
    ['postgres://a:b@%2Fvar%2Frun/name', 'an escaped socket'],
    ['postgres://a:b@host/name?sslrootcert=/etc/passwd', 'a file of the server'],
    ['postgres://a:b@host/name?sslmode=require&sslkey=/etc/shadow', 'a file beside sslmode'],
    ['postgres://x?host=%2Fvar%2Frun&user=postgres&a=@h/db', 'options in place of the user'],
    ['postgres://x#@h/db', 'a fragment in place of the user'],
    ['postgres://host/name', 'no user'],
    ['postgres://a:b@host', 'no database'],
    ['postgres://a:b@ho st/name', 'a space'],
  ])('%s is none: %s', (address) => {
    expect(isSourceDatabaseUrl(address)).toBe(false)
  })
})

test.each([
  ['loja', true],
  ['loja/public', true],
  ['loja.antiga-2/public', true],
  ['../files', false],
  ['loja/../../files', false],
  ['/etc', false],
  ['loja/', false],
  ['', false],
])('the folder %j lies below another one: %s', (folder, isBelow) => {
  expect(isSubfolderPath(folder)).toBe(isBelow)
})

test('the rest of the time follows the pace of this run', () => {
  expect(estimatedMoveInSecondsLeft({ done: 600, total: 1_000, doneNow: 100, elapsedMs: 10_000 })).toBe(40)
  expect(estimatedMoveInSecondsLeft({ done: 600, total: 1_000, doneNow: 0, elapsedMs: 10_000 })).toBeNull()
})
