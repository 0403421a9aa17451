import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** The cookie's name, as existing clients of the family have it. */
export const refreshCookie = 'jrt'
/** Where the own session waits while its person visits another company as support (docs/features/support.md). */
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

/** Each half of a secret: a core of 128 bits, and a mark by which the server recognises a secret that it gave out. */
const halfBytes = 16

/** The first secret of a session: a random core, and its mark. */
export function firstSecret(tokenKey: string, sessionId: string): string {
  return marked(tokenKey, sessionId, randomBytes(halfBytes))
}

/** The secret that follows. Its core is derived, not drawn, so that two tabs which refresh at once are given the same
 *  cookie, whichever answer arrives last. Nobody derives it without our key. */
export function nextSecret(tokenKey: string, { sessionId, secret }: RefreshToken): string {
  return marked(tokenKey, sessionId, hmac(tokenKey, `refresh ${sessionId} ${secret}`))
}

/** Whether the server gave this secret to this session, at any time. One HMAC, however many rotations ago it was: the
 *  route is public, and the session's id stands in every access token. */
export function wasSecretOf(tokenKey: string, { sessionId, secret }: RefreshToken): boolean {
  const core = Buffer.from(secret, 'base64url').subarray(0, halfBytes)
  return timingSafeEqual(Buffer.from(secret), Buffer.from(marked(tokenKey, sessionId, core)))
}

function marked(tokenKey: string, sessionId: string, bytes: Buffer): string {
  const core = bytes.subarray(0, halfBytes)
  const mark = hmac(tokenKey, `refresh mark ${sessionId} ${core.toString('base64url')}`)
  return Buffer.concat([core, mark.subarray(0, halfBytes)]).toString('base64url')
}

function hmac(key: string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

export function hashOfSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

export function isHashOf(hash: Buffer | null, secret: string): boolean {
  return hash !== null && timingSafeEqual(hash, hashOfSecret(secret))
}
