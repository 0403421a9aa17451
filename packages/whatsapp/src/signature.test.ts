import { randomBytes } from 'node:crypto'
import { calculateSignature, generateKeyPair, verifySignature } from 'libsignal/src/curve.js'
import { expect, test } from 'vitest'
import { isValidSignature } from './signature'

test('agrees with libsignal about right and spoilt signatures', () => {
  for (let round = 0; round < 8; round++) {
    const { pubKey, privKey } = generateKeyPair()
    const message = randomBytes(1 + round)
    const signature = Buffer.from(calculateSignature(privKey, message))
    const spoilt = Buffer.from(signature)
    spoilt[round * 8] = (spoilt[round * 8] ?? 0) ^ 1

    expect(isValidSignature(pubKey, message, signature)).toBe(true)
    expect(isValidSignature(pubKey.subarray(1), message, signature)).toBe(true)
    expect(verifySignature(pubKey, message, signature)).toBe(true)
    expect(isValidSignature(pubKey, message, spoilt)).toBe(false)
    expect(isValidSignature(generateKeyPair().pubKey, message, signature)).toBe(false)
  }
})

test('an invalid key or signature verifies nothing', () => {
  const { pubKey, privKey } = generateKeyPair()
  const message = Buffer.from('x')
  const signature = calculateSignature(privKey, message)

  expect(isValidSignature(pubKey, message, signature.subarray(1))).toBe(false)
  expect(isValidSignature(Buffer.alloc(0), message, signature)).toBe(false)
  expect(isValidSignature(Buffer.alloc(33, 255), message, Buffer.alloc(64, 255))).toBe(false)
})
