import { createHash } from 'node:crypto'
import { generateSecret } from '../../platform/secrets'
import { toBase32 } from './totp'

const recoveryCodeCount = 10
/** Eighty random bits, so a fast hash of the code resists guessing. */
const recoveryCodeBytes = 10

/** Ten codes, each in four groups of four characters, for copying by hand. */
export function generateRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, newRecoveryCode)
}

function newRecoveryCode(): string {
  const letters = toBase32(
    Buffer.from(generateSecret(), 'base64url').subarray(0, recoveryCodeBytes),
  ).toLowerCase()
  return letters.match(/.{4}/g)?.join('-') ?? letters
}

/** Hashes letters and digits only, so that spacing and case don't matter. */
export function hashOfRecoveryCode(code: string): Buffer {
  return createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest()
}
