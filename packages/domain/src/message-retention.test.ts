import { expect, test } from 'vitest'
import { messageRetentionCutoff } from './message-retention'

test.each([
  ['forever', '2026-11-22T10:00:00.000Z', null],
  ['6', '2026-11-22T10:00:00.000Z', '2026-05-22T10:00:00.000Z'],
  ['6', '2026-08-31T10:00:00.000Z', '2026-02-28T10:00:00.000Z'],
  ['12', '2024-02-29T23:59:00.000Z', '2023-02-28T23:59:00.000Z'],
  ['60', '2026-01-01T00:00:00.000Z', '2021-01-01T00:00:00.000Z'],
] as const)('O5 the retention period for %s at %s begins %s', (retention, now, begins) => {
  expect(messageRetentionCutoff(retention, new Date(now))?.toISOString() ?? null).toBe(begins)
})
