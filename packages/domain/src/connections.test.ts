import { expect, test } from 'vitest'
import { connectionStatuses, needsAttention } from './connections'

test.each(connectionStatuses)('SHELL-33 the drawer warns unless a connection is CONNECTED: %s', (status) => {
  expect(needsAttention(status)).toBe(status !== 'CONNECTED')
})
