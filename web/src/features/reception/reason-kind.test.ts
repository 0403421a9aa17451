import { expect, it } from 'vitest'
import { failureKindOf } from './dead-letter-table'

it.each([
  ['Error: ENOSPC: no space left on device (ENOSPC)', 'noRoom'],
  ['error: could not extend file (53100)', 'noRoom'],
  ['error: canceling statement due to lock timeout (55P03)', 'noDatabase'],
  ['Error: connect ECONNREFUSED 127.0.0.1:5432 (ECONNREFUSED)', 'noDatabase'],
  ['Error: Unsupported state or unable to authenticate data', 'locked'],
  ['error: value too long for type … (22001)', 'refused'],
  ['error: insert or update violates a foreign key (23503)', 'refused'],
  ['SyntaxError: Unexpected token …', 'unknownForm'],
  ['Error: invalid wire type 7 at offset 3', 'unknownForm'],
  ['TypeError: Cannot read properties of undefined', 'other'],
  ['unknown', 'other'],
])('%s is %s', (reason, kind) => {
  expect(failureKindOf(reason)).toBe(kind)
})
