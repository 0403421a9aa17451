import { expect, it } from 'vitest'
import { parseByteRange } from './public-files-route'

it.each([
  [undefined, 'all'],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=100-', 'beyond'],
  ['bytes=-0', 'beyond'],
  ['bytes=20-10', 'all'],
  ['bytes=0-1,5-6', 'all'],
  ['bytes=-', 'all'],
  ['pages=1-2', 'all'],
  ['bytes=a-b', 'all'],
])('a range of %s out of 100 bytes is %o', (header, expected) => {
  expect(parseByteRange(header, 100)).toEqual(expected)
})
