import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** The cookie's name, as existing clients of the family have it. */
export const refreshCookie = 'jrt'
/** Where the own session waits while its person visits another company as support (decision 0035). */
export const homeCookie = 'jrt_home'

/** The refresh token in the cookie: `<session id>.<secret>`. The database keeps a hash of the secret alone. */
export interface RefreshToken {
  readonly sessionId: string
  readonly secret: string
}

const shape = z.tuple([z.uuid(), z.string().regex(/^[\w-]{43}$/)])

export function parseRefreshToken(cookie: string | undefined): RefreshToken | null {
  const parsed = shape.safeParse((cookie ?? '').split('.'))
  if (!parsed.success) return null
  const [sessionId, secret] = parsed.data
  return { sessionId, secret }
}

export function cookieText({ sessionId, secret }: RefreshToken): string {
  return `${sessionId}.${secret}`
}

/** The secret that follows. Derived, not drawn, so that two tabs which refresh at once are given the same cookie,
 *  whichever answer arrives last. Nobody derives it without our key. */
export function nextSecret(tokenKey: string, { sessionId, secret }: RefreshToken): string {
  return createHmac('sha256', tokenKey).update(`refresh ${sessionId} ${secret}`).digest('base64url')
}

export function hashOfSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

export function isHashOf(hash: Buffer | null, secret: string): boolean {
  return hash !== null && timingSafeEqual(hash, hashOfSecret(secret))
}

/** Three weeks of a page that is never closed. */
const rotationsLookedAt = 2_000

/** Whether this secret was the session's before the present one: it leads there, rotation by rotation. A wrong secret
 *  beside a right session id leads nowhere. */
export function wasSecretOf(hash: Buffer, given: RefreshToken, tokenKey: string): boolean {
  let secret = given.secret
  for (let rotation = 0; rotation < rotationsLookedAt; rotation++) {
    secret = nextSecret(tokenKey, { ...given, secret })
    if (isHashOf(hash, secret)) return true
  }
  return false
}
