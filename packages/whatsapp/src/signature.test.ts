import { randomBytes } from 'node:crypto'
import { calculateSignature, generateKeyPair, verifySignature } from 'libsignal/src/curve.js'
import { expect, test } from 'vitest'
import { isSigned } from './signature'

test('agrees with libsignal about right and spoilt signatures', () => {
  for (let round = 0; round < 8; round++) {
    const { pubKey, privKey } = generateKeyPair()
    const message = randomBytes(1 + round)
    const signature = Buffer.from(calculateSignature(privKey, message))
    const spoilt = Buffer.from(signature)
    spoilt[round * 8] = (spoilt[round * 8] ?? 0) ^ 1

    expect(isSigned(pubKey, message, signature)).toBe(true)
    expect(isSigned(pubKey.subarray(1), message, signature)).toBe(true)
    expect(verifySignature(pubKey, message, signature)).toBe(true)
    expect(isSigned(pubKey, message, spoilt)).toBe(false)
    expect(isSigned(generateKeyPair().pubKey, message, signature)).toBe(false)
  }
})

test('an invalid key or signature verifies nothing', () => {
  const { pubKey, privKey } = generateKeyPair()
  const message = Buffer.from('x')
  const signature = calculateSignature(privKey, message)

  expect(isSigned(pubKey, message, signature.subarray(1))).toBe(false)
  expect(isSigned(Buffer.alloc(0), message, signature)).toBe(false)
  expect(isSigned(Buffer.alloc(33, 255), message, Buffer.alloc(64, 255))).toBe(false)
})
