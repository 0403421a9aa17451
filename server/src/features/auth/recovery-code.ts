import { createHash } from 'node:crypto'
import { newSecret } from '../../platform/secrets'
import { base32 } from './totp'

const codes = 10
/** Eighty bits, so that a plain hash of it is not worth guessing at. */
const bytes = 10

/** Ten codes as people copy them: four groups of four. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: codes }, newRecoveryCode)
}

function newRecoveryCode(): string {
  const letters = base32(Buffer.from(newSecret(), 'base64url').subarray(0, bytes)).toLowerCase()
  return letters.match(/.{4}/g)?.join('-') ?? letters
}

/** Of the letters and digits alone: however they were typed off the paper. */
export function hashOfRecoveryCode(code: string): Buffer {
  return createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest()
}
