import { expect, test } from 'vitest'
import { adminOrderOf } from './admin-order'

test.each([
  [['reset-password', 'ana@example.com'], { email: 'ana@example.com', withoutTwoStep: false }],
  [
    ['reset-password', 'ana@example.com', '--without-two-step'],
    { email: 'ana@example.com', withoutTwoStep: true },
  ],
  [
    ['reset-password', '--without-two-step', 'ana@example.com'],
    { email: 'ana@example.com', withoutTwoStep: true },
  ],
  [[], null],
  [['reset-password'], null],
  [['reset-password', 'ana@example.com', 'bia@example.com'], null],
  [['reset-password', 'ana@example.com', '--force'], null],
  [['delete-everything', 'ana@example.com'], null],
])('the arguments %j mean %j', (words, order) => {
  expect(adminOrderOf(words)).toEqual(order)
})
