import type { CallFacts } from '../../platform/http/route'
import type { Workplace } from '../../platform/work'
import type { SessionParts, SignedIn } from './log-in'
import { refreshSession } from './refresh-session'
import { cookieText, homeCookie, refreshCookie } from './refresh-token'
import { timings } from './timings'

/** The refresh token is set as an HttpOnly cookie, which no script can read; the rest is the answer. */
export function handOver(facts: CallFacts, { token, user, refresh }: SignedIn) {
  facts.setCookie(refreshCookie, cookieText(refresh), { maxAgeSeconds: timings.refreshTokenSeconds })
  return { token, user }
}

/** Like `handOver`, and stores the browser's own session in a second cookie. */
export function handOverForVisit(facts: CallFacts, session: SignedIn) {
  const home = facts.cookies[refreshCookie]
  if (home !== undefined) facts.setCookie(homeCookie, home, { maxAgeSeconds: timings.refreshTokenSeconds })
  return handOver(facts, session)
}

/**
 * The own session of a person who visits another company; null when there is none, or when it has ended meanwhile.
 */
export async function sessionAtHome(
  workplace: Workplace,
  facts: CallFacts,
  tokenKey: string,
  parts: SessionParts,
): Promise<SignedIn | null> {
  const home = facts.cookies[homeCookie]
  if (home === undefined) return null
  facts.clearCookie(homeCookie)
  return refreshSession(workplace, home, tokenKey, parts)
}
