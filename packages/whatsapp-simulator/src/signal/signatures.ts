import { generateSignalPubKey } from 'baileys'
import { verifySignature } from 'libsignal/src/curve.js'

/** Whether the signature is true. Baileys' `Curve.verify` answers true to any 64 bytes, so it is no use here. */
export function isSigned(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== 64) return false
  return (
    verifySignature(Buffer.from(generateSignalPubKey(publicKey)), message, Buffer.from(signature)) === true
  )
}
