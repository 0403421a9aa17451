import { cellCookieName, companyCookieName } from '../../platform/cells/cell'
import type { CellDirectory } from '../../platform/cells/directory'
import type { CallContext } from '../../platform/http/route'
import type { Workplace } from '../../platform/work'
import type { SessionParts, SignedIn } from './log-in'
import { refreshSession } from './refresh-session'
import { cookieText, homeCookie, refreshCookie } from './refresh-token'
import { timings } from './timings'

/**
 * Sets the refresh token as an HttpOnly cookie, which no script can read, and returns the rest as the answer.
 * With several cells, a second cookie tells the router the company's cell.
 */
export function handOver(
  facts: CallContext,
  { token, user, refresh }: SignedIn,
  { cell }: Pick<CellDirectory, 'cell'>,
) {
  const lasting = { maxAgeSeconds: timings.refreshTokenSeconds }
  facts.setCookie(refreshCookie, cookieText(refresh), lasting)
  if (cell !== null) facts.setCookie(companyCookieName, String(user.companyId), lasting)
  if (facts.cookies[cellCookieName] !== undefined) facts.clearCookie(cellCookieName)
  return { token, user }
}

/** Like `handOver`, and stores the browser's own session in a second cookie. */
export function handOverForVisit(facts: CallContext, session: SignedIn, cells: Pick<CellDirectory, 'cell'>) {
  const home = facts.cookies[refreshCookie]
  if (home !== undefined) facts.setCookie(homeCookie, home, { maxAgeSeconds: timings.refreshTokenSeconds })
  return handOver(facts, session, cells)
}

/**
 * The own session of a person who visits another company; null when there is none, or when it has ended meanwhile.
 */
export async function sessionAtHome(
  workplace: Workplace,
  facts: CallContext,
  tokenKey: string,
  parts: SessionParts,
): Promise<SignedIn | null> {
  const home = facts.cookies[homeCookie]
  if (home === undefined) return null
  facts.clearCookie(homeCookie)
  return refreshSession(workplace, home, tokenKey, parts)
}
