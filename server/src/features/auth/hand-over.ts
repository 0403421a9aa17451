import type { CallFacts } from '../../platform/http/route'
import type { Workplace } from '../../platform/work'
import type { SessionParts, SignedIn } from './log-in'
import { refreshSession } from './refresh-session'
import { cookieText, homeCookie, refreshCookie } from './refresh-token'
import { timings } from './timings'

/** The refresh token goes into the cookie, where no script reads it; the rest is the answer. */
export function handOver(facts: CallFacts, { token, user, refresh }: SignedIn) {
  facts.setCookie(refreshCookie, cookieText(refresh), { maxAgeSeconds: timings.refreshTokenSeconds })
  return { token, user }
}

/** As `handOver`, and the session that the browser had until now waits in a cookie of its own. */
export function handOverForVisit(facts: CallFacts, session: SignedIn) {
  const home = facts.cookies[refreshCookie]
  if (home !== undefined) facts.setCookie(homeCookie, home, { maxAgeSeconds: timings.refreshTokenSeconds })
  return handOver(facts, session)
}

/** The session that waits while its person visits another company; null: none does, or it has ended meanwhile. */
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
