import { hash, verify } from '@node-rs/argon2'

/** OWASP's least for argon2id: 19 MiB, two passes, one lane. About 30 ms on one core, off the main thread. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A password as it may be kept. Slow on purpose: never inside a transaction. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost) // argon2id is the library's default
}

/** Whether the hash is the password's. As slow as `hashPassword`. */
export function isPasswordOf(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password)
}
