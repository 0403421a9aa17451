import { createHmac, timingSafeEqual } from 'node:crypto'
import type { UserId } from '@balcao/domain/ids'
import { generateSecret } from '../../platform/secrets'

/** Marks a browser in which a user has signed in. Its failed logins have their own limit (decision 0003). */
export const knownBrowserCookieName = 'known_browser'
export const knownBrowserCookieSeconds = 180 * 24 * 60 * 60

export function knownBrowserCookieText(tokenKey: string, userId: UserId): string {
  const id = generateSecret()
  return `${id}.${signature(tokenKey, id, userId)}`
}

/** The id in the cookie, if this server signed the cookie for this user; otherwise null. */
export function knownBrowserId(tokenKey: string, cookie: string | undefined, userId: UserId): string | null {
  const [id = '', given = ''] = (cookie ?? '').split('.')
  const expected = signature(tokenKey, id, userId)
  const isOurs =
    given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
  return isOurs ? id : null
}

function signature(tokenKey: string, id: string, userId: UserId): string {
  return createHmac('sha256', tokenKey).update(`known browser ${id} ${userId}`).digest('base64url')
}
