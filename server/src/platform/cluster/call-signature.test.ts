import { describe, expect, test } from 'vitest'
import {
  createProcessCallVerifier,
  deriveProcessCallKey,
  isProcessAnswerSigned,
  signProcessAnswer,
  signProcessCall,
} from './call-signature'

const key = deriveProcessCallKey('the key that signs tokens')
const start = Date.parse('2026-11-20T12:00:00Z')
const body = '{"method":"logout"}'

/** The checker of process 7, and its clock. */
function checking() {
  let at = start
  const isSigned = createProcessCallVerifier(key, 7, { now: () => new Date(at) })
  return { isSigned, pass: (ms: number) => (at += ms) }
}
const signed = (to = 7, by = key, at = start) => signProcessCall(by, to, body, new Date(at))

describe('N1 a signature of a call', () => {
  test('is valid for its body and its process, once', () => {
    const { isSigned } = checking()
    const signature = signed()

    expect(isSigned(signature, body)).toBe(true)
    expect(isSigned(signature, body), 'again').toBe(false)
    expect(isSigned(signed(), body), 'another call with the same body').toBe(true)
  })

  test.each([
    ['by another key', signed(7, deriveProcessCallKey('the key of another installation')), body],
    ['by the token key itself', signed(7, Buffer.from('the key that signs tokens')), body],
    ['for another process', signed(8), body],
    ['of another body', signed(), `${body} `],
    ['with another time', signed().replace(/^\d/, '2'), body],
    ['with another nonce', signed().replace(/\.(.)/, (_, first) => (first === 'A' ? '.B' : '.A')), body],
    ['that is cut', signed().slice(0, -1), body],
    ['that is missing', '', body],
    ['that has something behind it', `${signed()}.`, body],
    ['of an answer', signProcessAnswer(key, signed(), body), body],
  ])('%s is refused', (_, signature, of) => {
    expect(checking().isSigned(signature, of)).toBe(false)
  })

  test.each([
    [-30_001, false],
    [-30_000, true],
    [30_000, true],
    [30_001, false],
  ])('made %i ms from now is valid: %s', (ms, isValid) => {
    expect(checking().isSigned(signed(7, key, start + ms), body)).toBe(isValid)
  })

  test('of a clock that is ahead comes once in its whole time', () => {
    const { isSigned, pass } = checking()
    const ahead = signed(7, key, start + 30_000)
    expect(isSigned(ahead, body)).toBe(true)

    const repeated = [0, 29_999, 1, 29_999, 1, 1].map((ms) => {
      pass(ms)
      isSigned(signed(7, key, start + 60_000), body) // makes it forget what has ended
      return isSigned(ahead, body)
    })

    expect(repeated).toEqual(repeated.map(() => false))
  })
})

test('N1 a signature of an answer is valid for its call and its body', () => {
  const call = signed()
  const signature = signProcessAnswer(key, call, body)

  expect(isProcessAnswerSigned(key, call, body, signature)).toBe(true)
  expect(isProcessAnswerSigned(key, signed(), body, signature)).toBe(false)
  expect(isProcessAnswerSigned(key, call, '{}', signature)).toBe(false)
  expect(isProcessAnswerSigned(key, call, body, call)).toBe(false)
})
