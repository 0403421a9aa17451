import { generateSignalPubKey } from 'baileys'
import { verifySignature } from 'libsignal/src/curve.js'

/** True when the signature is valid. Baileys' `Curve.verify` accepts any 64 bytes, so it cannot be used here. */
export function isSigned(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== 64) return false
  return (
    verifySignature(Buffer.from(generateSignalPubKey(publicKey)), message, Buffer.from(signature)) === true
  )
}
