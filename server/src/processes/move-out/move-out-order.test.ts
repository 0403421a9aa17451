import { expect, test } from 'vitest'
import { exportedSessionInstructions, parseMoveOutCommand } from './move-out-order'

const right = ['session', '--connection', '7', '--to', './sessão']
const plain = { act: 'session', connectionId: 7, folder: './sessão', isOwned: false }

test.each([
  [right, plain],
  [[...right, '--i-own-this-number'], { ...plain, isOwned: true }],
  [['list'], { act: 'list' }],
  [['list', '--to', 'x'], null],
  [['--connection', '7', '--to', 'x'], null],
  [['session', '--connection', '0', '--to', 'x'], null],
  [['session', '--connection', 'Loja', '--to', 'x'], null],
  [['session', '--connection', '7'], null],
  [[...right, 'more'], null],
  [[...right, '--fast'], null],
  [[], null],
])('the arguments %j mean %j', (words, order) => {
  expect(parseMoveOutCommand(words)).toEqual(order)
})

test('the output says in three sentences that only one program may use the folder', () => {
  expect(exportedSessionInstructions('Loja', './sessão').split('\n')).toHaveLength(3)
  expect(exportedSessionInstructions('Loja', './sessão')).toContain('Only one program may use it')
})
