import { expect, test } from 'vitest'
import { connectionStatuses, isConnectionDown, isConnectionStatusAlarming } from './connections'

test.each(connectionStatuses)('SHELL-33 the drawer warns unless a connection is CONNECTED: %s', (status) => {
  expect(isConnectionStatusAlarming(status)).toBe(status !== 'CONNECTED')
})

const used = { since: '2026-11-20T12:00:00Z', number: '5551', lastTrafficAt: null }
const after = (seconds: number) => Date.parse(used.since) + seconds * 1_000

test.each([
  ['CONNECTED', 3_600, false],
  ['DISCONNECTED', 0, true],
  ['TIMEOUT', 59, false],
  ['TIMEOUT', 60, true],
  ['OPENING', 59, false],
  ['OPENING', 60, true],
  ['qrcode', 60, true],
  ['PAIRING', 60, true],
] as const)('messages over a connection that is %s for %i s wait: %s', (status, seconds, expected) => {
  expect(isConnectionDown({ ...used, status }, after(seconds))).toBe(expected)
})

test('a number that was unlinked is down; a connection that was never linked is not', () => {
  const unlinked = { ...used, number: null, status: 'DISCONNECTED' } as const

  expect(isConnectionDown({ ...unlinked, lastTrafficAt: used.since }, after(0))).toBe(true)
  expect(isConnectionDown(unlinked, after(3_600))).toBe(false)
})
