import { expect, test } from 'vitest'
import { securityHeaders } from './security-headers'

test.each([
  [true, 'max-age=31536000'],
  [false, undefined],
])('C2 HSTS is sent when the public address is https: %s', (isHttps, value) => {
  const headers = securityHeaders({ isHttps })

  expect(headers['strict-transport-security']).toBe(value)
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' })
})
