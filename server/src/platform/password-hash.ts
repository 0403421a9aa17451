import { hash, verify } from '@node-rs/argon2'

/** OWASP's minimum for argon2id: 19 MiB, two passes, one thread. About 30 ms on one core, off the main thread. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes a password for storage. Slow on purpose, so never inside a transaction. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost) // argon2id is the library's default
}

/** Whether the hash belongs to the password. As slow as `hashPassword`. */
export function isPasswordOf(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password)
}
