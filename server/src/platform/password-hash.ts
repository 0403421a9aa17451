import { hash, verify } from '@node-rs/argon2'
import { verify as verifyBcrypt } from '@node-rs/bcrypt'

/** OWASP's minimum for argon2id: 19 MiB, two passes. A hash takes about 30 ms, off the main thread. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The form of bcrypt hashes, which users have who were imported from another product (docs/features/move-ins.md). */
const bcryptForm = /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/

/** Hashes a password, slowly on purpose, so it must never run inside a transaction. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost) // argon2id is the library's default
}

/** Whether the hash belongs to the password. It is as slow as `hashPassword`. bcrypt uses only the first 72 bytes. */
export function isPasswordOf(passwordHash: string, password: string): Promise<boolean> {
  return isImportedPasswordHash(passwordHash)
    ? verifyBcrypt(password, passwordHash)
    : verify(passwordHash, password)
}

/** Whether another product made the hash. The next sign-in then replaces it. */
export function isImportedPasswordHash(passwordHash: string): boolean {
  return bcryptForm.test(passwordHash)
}
