import { cellCookieName, companyCookieName } from '../../platform/cells/cell'
import type { CellDirectory } from '../../platform/cells/directory'
import type { CallContext } from '../../platform/http/route'
import type { Workplace } from '../../platform/work'
import type { LoginResult, SessionDependencies } from './log-in'
import { refreshSession } from './refresh-session'
import { refreshCookieName, refreshCookieText, visitorOwnSessionCookieName } from './refresh-token'
import { sessionTimings } from './timings'

/** Sets the refresh token as an HttpOnly cookie and, with several installations, a company cookie for their router. */
export function issueLoginAnswer(
  facts: CallContext,
  { token, user, refresh }: LoginResult,
  { cell }: Pick<CellDirectory, 'cell'>,
) {
  const lasting = { maxAgeSeconds: sessionTimings.refreshTokenSeconds }
  facts.setCookie(refreshCookieName, refreshCookieText(refresh), lasting)
  if (cell !== null) facts.setCookie(companyCookieName, String(user.companyId), lasting)
  if (facts.cookies[cellCookieName] !== undefined) facts.clearCookie(cellCookieName)
  return { token, user }
}

/** Like `issueLoginAnswer`, and keeps the visitor's own session in a second cookie for the return. */
export function issueSupportVisitAnswer(
  facts: CallContext,
  session: LoginResult,
  cells: Pick<CellDirectory, 'cell'>,
) {
  const home = facts.cookies[refreshCookieName]
  if (home !== undefined)
    facts.setCookie(visitorOwnSessionCookieName, home, { maxAgeSeconds: sessionTimings.refreshTokenSeconds })
  return issueLoginAnswer(facts, session, cells)
}

/** Ends a support visit in the browser: continues the visitor's own session. Null: there is none, or it has ended. */
export async function restoreOwnSessionOfVisitor(
  workplace: Workplace,
  facts: CallContext,
  tokenKey: string,
  parts: SessionDependencies,
): Promise<LoginResult | null> {
  const home = facts.cookies[visitorOwnSessionCookieName]
  if (home === undefined) return null
  facts.clearCookie(visitorOwnSessionCookieName)
  return refreshSession(workplace, home, tokenKey, parts)
}
