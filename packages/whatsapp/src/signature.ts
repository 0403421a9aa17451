import { createPublicKey, verify } from 'node:crypto'

/** The prime of Curve25519's field (RFC 7748). */
const prime = 2n ** 255n - 19n
/** The prefix of an Ed25519 public key in DER (RFC 8410), which 32 bytes of key follow. */
const derPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * Verifies an XEdDSA signature (signal.org/docs/specifications/xeddsa). OpenSSL needs 0.5 ms with the converted
 * Edwards key; libsignal's JavaScript blocks the thread for 9 ms. `publicKey` is 32 bytes, or 33 with WhatsApp's
 * type byte first.
 */
export function isValidSignature(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== 64 || publicKey.length < 32 || publicKey.length > 33) return false
  const edwardsKey = edwardsOf(publicKey.subarray(-32))
  const scalar = Buffer.from(signature)
  const last = scalar[63] ?? 0
  // The highest bit of the signature is the sign of the Edwards key.
  edwardsKey[31] = (edwardsKey[31] ?? 0) | (last & 0x80)
  scalar[63] = last & 0x7f
  const key = createPublicKey({ key: Buffer.concat([derPrefix, edwardsKey]), format: 'der', type: 'spki' })
  return verify(null, message, key, scalar)
}

/** Converts a Montgomery u-coordinate to y = (u - 1) / (u + 1), both little-endian. */
function edwardsOf(montgomery: Uint8Array): Buffer {
  const u = BigInt(`0x${Buffer.from(montgomery).reverse().toString('hex')}`) & (2n ** 255n - 1n)
  const y = ((u + prime - 1n) * power(u + 1n, prime - 2n)) % prime
  return Buffer.from(y.toString(16).padStart(64, '0'), 'hex').reverse()
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  let square = base % prime
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % prime
    square = (square * square) % prime
  }
  return result
}
