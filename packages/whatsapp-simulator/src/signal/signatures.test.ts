import { Curve, generateSignalPubKey } from 'baileys'
import { verifySignature } from 'libsignal/src/curve.js'
import { expect, test } from 'vitest'
import { isSigned } from './signatures'

test('agrees with libsignal on genuine and forged signatures', () => {
  for (let turn = 0; turn < 20; turn++) {
    const pair = Curve.generateKeyPair()
    const message = Buffer.from(`message ${turn}`)
    const signature = Curve.sign(pair.private, message)
    const forged = Buffer.from(signature)
    forged[turn] = (forged[turn] ?? 0) ^ 1
    const other = Curve.generateKeyPair().public

    for (const [key, given] of [
      [pair.public, signature],
      [pair.public, forged],
      [other, signature],
    ] as const) {
      const prefixed = Buffer.from(generateSignalPubKey(key))
      const expected = verifySignature(prefixed, message, Buffer.from(given)) === true
      expect(expected).toBe(key === pair.public && given === signature)
      expect([isSigned(key, message, given), isSigned(prefixed, message, given)]).toEqual([
        expected,
        expected,
      ])
    }
    expect(isSigned(pair.public, Buffer.from('another'), signature)).toBe(false)
  }
  expect(isSigned(Curve.generateKeyPair().public, Buffer.from('short'), Buffer.alloc(63))).toBe(false)
})
