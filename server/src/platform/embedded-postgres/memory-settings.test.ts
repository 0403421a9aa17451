import { expect, test } from 'vitest'
import { postgresMemorySettings } from './postmaster'

const GB = 2 ** 30

test.each([
  [GB / 2, '128MB', '256MB', '1024MB'],
  [2 * GB, '256MB', '1024MB', '1024MB'],
  [4 * GB, '512MB', '2048MB', '1024MB'],
  [24 * GB, '1024MB', '12288MB', '2048MB'],
])('a machine of %d bytes has buffers of %s', (machine, buffers, cache, log) => {
  expect(postgresMemorySettings(machine)).toEqual({
    shared_buffers: buffers,
    effective_cache_size: cache,
    max_wal_size: log,
    checkpoint_timeout: '15min',
  })
})
