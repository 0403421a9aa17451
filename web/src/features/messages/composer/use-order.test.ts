import { expect, it } from 'vitest'
import { withItemMoved } from './use-order'

it.each([
  ['down', 0, 1, 'bac'],
  ['to the end', 0, 2, 'bca'],
  ['to the front', 2, 0, 'cab'],
  ['to its own place', 1, 1, 'abc'],
  ['above the first: nowhere', 0, -1, 'abc'],
  ['below the last: nowhere', 2, 3, 'abc'],
  ['from a place outside the list', 7, 0, 'abc'],
])('CONVO-15 an item moves %s', (_, from, to, expected) => {
  expect(withItemMoved([...'abc'], from, to).join('')).toBe(expected)
})
