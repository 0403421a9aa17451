import { expect, test } from 'vitest'
import { bytesPerGigabyte, hasStorageSpaceAgain, storageWarning } from './storage'

test.each([
  [null, 10 * bytesPerGigabyte, null, false],
  [5 * bytesPerGigabyte, null, null, true],
  [0, 10 * bytesPerGigabyte, null, true],
  [8.9 * bytesPerGigabyte, 10 * bytesPerGigabyte, null, true],
  [9 * bytesPerGigabyte, 10 * bytesPerGigabyte, 'nearly-full', true],
  [9.94 * bytesPerGigabyte, 10 * bytesPerGigabyte, 'nearly-full', false],
  [9.96 * bytesPerGigabyte, 10 * bytesPerGigabyte, 'full', false],
  [12 * bytesPerGigabyte, 10 * bytesPerGigabyte, 'full', false],
])('%s bytes of %s: warns of %s, room again %s', (usedBytes, limitBytes, warning, again) => {
  expect([
    storageWarning({ usedBytes, limitBytes }),
    hasStorageSpaceAgain({ usedBytes, limitBytes }),
  ]).toEqual([warning, again])
})
