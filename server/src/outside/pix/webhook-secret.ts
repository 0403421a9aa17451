import { createHmac, timingSafeEqual } from 'node:crypto'

export function deriveKey(purpose: string, secret: string): string {
  return createHmac('sha256', secret).update(`balcao ${purpose}`).digest('hex')
}

/** Compares in constant time, so that response times reveal nothing about the secret. */
export function isSameSecret(given: string, right: string): boolean {
  const [one, other] = [given, right].map((text) => createHmac('sha256', right).update(text).digest())
  return one !== undefined && other !== undefined && timingSafeEqual(one, other)
}
