import { expect, test } from 'vitest'
import { parseAdminCommand } from './admin-order'

const email = 'ana@example.com'

test.each([
  [['reset-password', email], { command: 'reset-password', email, withoutTwoStep: false }],
  [
    ['reset-password', email, '--without-two-step'],
    { command: 'reset-password', email, withoutTwoStep: true },
  ],
  [
    ['reset-password', '--without-two-step', email],
    { command: 'reset-password', email, withoutTwoStep: true },
  ],
  [['create-super', email], { command: 'create-super', email, name: 'Administrador' }],
  [['create-super', email, 'Ana', 'Lima'], { command: 'create-super', email, name: 'Ana Lima' }],
  [['unread-part', 'cloud:unread:0f'], { command: 'unread-part', key: 'cloud:unread:0f' }],
  [['unread-part'], null],
  [['unread-part', 'cloud:unread:0f', 'more'], null],
  [['doctor'], { command: 'doctor' }],
  [[], null],
  [['reset-password'], null],
  [['reset-password', email, 'bia@example.com'], null],
  [['reset-password', email, '--force'], null],
  [['create-super'], null],
  [['create-super', email, '--without-two-step'], null],
  [['doctor', email], null],
  [['delete-everything', email], null],
])('the arguments %j mean %j', (words, order) => {
  expect(parseAdminCommand(words)).toEqual(order)
})
