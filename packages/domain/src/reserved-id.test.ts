import { expect, test } from 'vitest'
import { isReservedMessageId, reservedMessageIdOf } from './reserved-id'

test.each([
  ['a reserved id', reservedMessageIdOf('0123456789abcdef0123456789abcdef'), true],
  ['an id of Meta', 'wamid.HBgNNTUxMTk4ODg4Nzc3NxUCABIYFjNFQjA=', false],
  ['an id of a phone', '3A0123456789ABCDEF01', false],
  ['one with more behind it', '3EB00123456789ABCDEF01 ', false],
  ['small letters', '3eb00123456789abcdef01', false],
])('tells %s', (_, id, expected) => {
  expect(isReservedMessageId(id)).toBe(expected)
})
