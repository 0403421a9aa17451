import { expect, test } from 'vitest'
import { gigabyte, hasStorageSpaceAgain, storageWarning } from './storage'

test.each([
  [null, 10 * gigabyte, null, false],
  [5 * gigabyte, null, null, true],
  [0, 10 * gigabyte, null, true],
  [8.9 * gigabyte, 10 * gigabyte, null, true],
  [9 * gigabyte, 10 * gigabyte, 'nearly-full', true],
  [9.94 * gigabyte, 10 * gigabyte, 'nearly-full', false],
  [9.96 * gigabyte, 10 * gigabyte, 'full', false],
  [12 * gigabyte, 10 * gigabyte, 'full', false],
])('%s bytes of %s: warns of %s, room again %s', (usedBytes, limitBytes, warning, again) => {
  expect([
    storageWarning({ usedBytes, limitBytes }),
    hasStorageSpaceAgain({ usedBytes, limitBytes }),
  ]).toEqual([warning, again])
})
