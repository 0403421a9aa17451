import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** The name of the refresh cookie, unchanged from the earlier API, because existing clients expect it. */
export const refreshCookieName = 'jrt'
/** The cookie with a user's own session while the user visits another company as support (docs/features/support.md). */
export const visitorOwnSessionCookieName = 'jrt_home'

/** The refresh token in the cookie: `<session id>.<secret>`. The database stores only a hash of the secret. */
export interface RefreshToken {
  readonly sessionId: string
  readonly secret: string
}

const refreshTokenPattern = z.tuple([z.uuid(), z.string().regex(/^[\w-]{43}$/)])

export function parseRefreshToken(cookie: string | undefined): RefreshToken | null {
  const parsed = refreshTokenPattern.safeParse((cookie ?? '').split('.'))
  if (!parsed.success) return null
  const [sessionId, secret] = parsed.data
  return { sessionId, secret }
}

export function refreshCookieText({ sessionId, secret }: RefreshToken): string {
  return `${sessionId}.${secret}`
}

/** A secret has two halves of this size: unguessable bytes, and an HMAC that marks the secret as the server's own. */
const secretHalfBytes = 16

export function firstRefreshSecret(tokenKey: string, sessionId: string): string {
  return withMark(tokenKey, sessionId, randomBytes(secretHalfBytes))
}

/** Derives the next secret from the last, so that two tabs that refresh at once get the same cookie in any order. */
export function nextRefreshSecret(tokenKey: string, { sessionId, secret }: RefreshToken): string {
  return withMark(tokenKey, sessionId, hmac(tokenKey, `refresh ${sessionId} ${secret}`))
}

/** Whether this server ever issued the secret for this session. One HMAC proves it; no old secrets are stored. */
export function wasRefreshSecretOfSession(tokenKey: string, { sessionId, secret }: RefreshToken): boolean {
  const core = Buffer.from(secret, 'base64url').subarray(0, secretHalfBytes)
  return timingSafeEqual(Buffer.from(secret), Buffer.from(withMark(tokenKey, sessionId, core)))
}

function withMark(tokenKey: string, sessionId: string, bytes: Buffer): string {
  const core = bytes.subarray(0, secretHalfBytes)
  const mark = hmac(tokenKey, `refresh mark ${sessionId} ${core.toString('base64url')}`)
  return Buffer.concat([core, mark.subarray(0, secretHalfBytes)]).toString('base64url')
}

function hmac(key: string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

export function hashOfRefreshSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

export function isHashOfSecret(hash: Buffer | null, secret: string): boolean {
  return hash !== null && timingSafeEqual(hash, hashOfRefreshSecret(secret))
}
