import { describe, expect, test } from 'vitest'
import { type DataKeys, decrypt, decryptText, encrypt, encryptText, parseDataKeys } from './encryption'

const OLD = `k1:${'1a'.repeat(32)}`
const NEW = `k2:${'2b'.repeat(32)}`

function keysOf(text: string): DataKeys {
  const keys = parseDataKeys(text)
  if (!keys) throw new Error(`not a list of keys: ${text}`)
  return keys
}

describe('encryption at rest', () => {
  test('O1 an encrypted value decrypts again, and reveals nothing', () => {
    const sealed = encryptText(keysOf(OLD), 'um segredo', 'prompts.api_key/7')

    expect(sealed).not.toContain('segredo')
    expect(decryptText(keysOf(OLD), sealed, 'prompts.api_key/7')).toBe('um segredo')
  })

  test('O1 encrypting the same text twice gives two different values', () => {
    expect(encryptText(keysOf(OLD), 'a', 'c')).not.toBe(encryptText(keysOf(OLD), 'a', 'c'))
  })

  test('O1 a value copied to another row does not decrypt there', () => {
    const sealed = encryptText(keysOf(OLD), 'a', 'prompts.api_key/7')

    expect(() => decryptText(keysOf(OLD), sealed, 'prompts.api_key/8')).toThrow()
  })

  test('O1 a value changed in any byte does not decrypt', () => {
    const sealed = encrypt(keysOf(OLD), Buffer.from('abc'), 'c')

    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed)
      changed[at] = (sealed[at] ?? 0) ^ 1
      expect(() => decrypt(keysOf(OLD), changed, 'c')).toThrow()
    }
  })

  test('O1 a value cut off at any byte does not decrypt', () => {
    const sealed = encrypt(keysOf(OLD), Buffer.from('abc'), 'c')

    for (let length = 0; length < sealed.length; length++) {
      expect(() => decrypt(keysOf(OLD), sealed.subarray(0, length), 'c')).toThrow()
    }
  })

  test('after a key change the old key still decrypts, and the new one encrypts', () => {
    const before = encryptText(keysOf(OLD), 'a', 'c')
    const after = encryptText(keysOf(`${NEW},${OLD}`), 'b', 'c')

    expect(decryptText(keysOf(`${NEW},${OLD}`), before, 'c')).toBe('a')
    expect(decryptText(keysOf(NEW), after, 'c')).toBe('b')
    expect(() => decryptText(keysOf(NEW), before, 'c')).toThrow('no data key named k1')
  })

  test.each(['', 'k1', 'k1:zz', `${OLD},${OLD}`, `${OLD},`, `:${'1a'.repeat(32)}`])(
    '%j is no list of keys',
    (text) => {
      expect(parseDataKeys(text)).toBeUndefined()
    },
  )
})
