import { createPublicKey, type KeyObject, verify } from 'node:crypto'

const prime = 2n ** 255n - 19n
/** The start of an Ed25519 key in DER, before its 32 bytes. */
const derStart = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * True when this key of Signal has signed the message (XEdDSA). The key is converted to Ed25519, which Node.js verifies
 * ten times as fast as libsignal's JavaScript. Baileys' `Curve.verify` accepts any 64 bytes, so it cannot be used here.
 */
export function isSigned(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== 64) return false
  const plain = Buffer.from(signature)
  const last = plain[63] ?? 0
  plain[63] = last & 0x7f
  return verify(null, message, edwardsKey(publicKey, last & 0x80), plain)
}

/** The Ed25519 key of a key of Signal, with or without its first byte. XEdDSA puts the key's sign into the signature. */
function edwardsKey(publicKey: Uint8Array, sign: number): KeyObject {
  const bytes = Buffer.from(publicKey.subarray(-32)).reverse()
  const u = BigInt(`0x${bytes.toString('hex')}`) & (2n ** 255n - 1n)
  const y = (((u - 1n + prime) % prime) * inverse(u + 1n)) % prime
  const key = Buffer.from(y.toString(16).padStart(64, '0'), 'hex').reverse()
  key[31] = (key[31] ?? 0) | sign
  return createPublicKey({ key: Buffer.concat([derStart, key]), format: 'der', type: 'spki' })
}

function inverse(value: bigint): bigint {
  let result = 1n
  let square = value % prime
  for (let exponent = prime - 2n; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * square) % prime
    square = (square * square) % prime
  }
  return result
}
