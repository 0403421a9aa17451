import { expect, test } from 'vitest'
import { otpauthUri, toBase32, totpCodeOfStep, totpStepAt, totpStepOfCode } from './totp'

const secret = Buffer.from('12345678901234567890')

test.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('A6 at second %i the code is the last six digits of the vector of RFC 6238, %s', (second, vector) => {
  expect(totpCodeOfStep(secret, totpStepAt(new Date(second * 1000)))).toBe(vector.slice(-6))
})

test('A6 a code is accepted one step before and after its own, once, and never after a newer one', () => {
  const at = new Date(1111111111_000)
  const step = totpStepAt(at)
  const take = (of: number, lastStep = 0) => totpStepOfCode(secret, totpCodeOfStep(secret, of), at, lastStep)

  expect([-2, -1, 0, 1, 2].map((drift) => take(step + drift))).toEqual([null, step - 1, step, step + 1, null])
  expect(take(step, step)).toBeNull()
  expect(take(step - 1, step)).toBeNull()
  expect(take(step + 1, step)).toBe(step + 1)
  expect(totpStepOfCode(secret, 'não é', at, 0)).toBeNull()
})

test('A6 the secret is written in base32 (RFC 4648) and is part of the URI in the QR', () => {
  expect(['f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => toBase32(Buffer.from(text)))).toEqual([
    'MY',
    'MZXQ',
    'MZXW6',
    'MZXW6YQ',
    'MZXW6YTB',
    'MZXW6YTBOI',
  ])
  expect(otpauthUri(secret, 'ana+1@casa.com')).toBe(
    'otpauth://totp/Balc%C3%A3o:ana%2B1%40casa.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' +
      '&issuer=Balc%C3%A3o&algorithm=SHA1&digits=6&period=30',
  )
})
