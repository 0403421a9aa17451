import { expect, test } from 'vitest'
import { copyProgressLine, parseMoveCompanyCommand } from './company-order'

const [a, b] = ['postgres://a/balcao', 'postgres://b/balcao']
const plain = { act: 'move', company: 7, from: a, to: b, folders: null, router: null, confirmed: '' }
const ofBoth = ['--company', '7', '--from', a, '--to', b]

test.each([
  [ofBoth, plain],
  [[...ofBoth, '--from-files', '/a', '--to-files', '/b'], { ...plain, folders: { from: '/a', to: '/b' } }],
  [[...ofBoth, '--router', '/run/admin.sock'], { ...plain, router: '/run/admin.sock' }],
  [[...ofBoth, '--undo'], { ...plain, act: 'undo' }],
  [[...ofBoth, '--remove', '--confirm', 'Uma'], { ...plain, act: 'remove', confirmed: 'Uma' }],
  [[...ofBoth, '--remove'], null],
  [[...ofBoth, '--confirm', 'Uma'], null],
  [[...ofBoth, '--undo', '--remove', '--confirm', 'Uma'], null],
  [[...ofBoth, '--from-files', '/a'], null],
  [['--company', 'Uma', '--from', a, '--to', b], null],
  [['--company', '7', '--from', a], null],
  [[...ofBoth, '--fast'], null],
  [[], null],
])('the arguments %j mean %j', (words, order) => {
  expect(parseMoveCompanyCommand(words, {})).toEqual(order)
})

test('the environment may give the addresses', () => {
  const order = parseMoveCompanyCommand(['--company', '7'], { FROM_DATABASE_URL: a, TO_DATABASE_URL: b })

  expect(order).toEqual(plain)
})

test('a line of progress says rows and the time left', () => {
  expect(copyProgressLine({ rows: 41_000, allRows: 72_000 }, 10_000)).toBe(
    '41,000 of 72,000 rows copied, about 8 seconds left',
  )
  expect(copyProgressLine({ rows: 1_000, allRows: 72_000 }, 10_000)).toMatch(/about 12 minutes left$/)
  expect(copyProgressLine({ rows: 0, allRows: 72_000 }, 10_000)).toMatch(/time left unknown$/)
})
