import * as calls from '@balcao/contract/people'
import { type CallFacts, publicRoute, type Route, route } from '../../platform/http/route'
import { refuse } from '../../platform/refusal'
import { sessionUserOf } from '../users/users.read'
import { logIn, type SessionParts, type SignedIn } from './log-in'
import { logOut } from './log-out'
import { refreshSession } from './refresh-session'
import { cookieText, refreshCookie } from './refresh-token'
import { timings } from './timings'

export function authRoutes(tokenKey: string, parts: SessionParts): readonly Route[] {
  return [
    publicRoute(calls.login, async ({ facts, workplace }, { body }) =>
      handOver(facts, await logIn(workplace, body, facts, parts)),
    ),
    publicRoute(calls.refreshToken, async ({ facts, workplace }) => {
      const session = await refreshSession(workplace, facts.cookies[refreshCookie], tokenKey, parts)
      if (session === null) facts.clearCookie(refreshCookie)
      if (session === null) throw refuse('ERR_SESSION_EXPIRED')
      return handOver(facts, session)
    }),
    publicRoute(calls.logout, async ({ facts, workplace }) => {
      await logOut(workplace, facts, parts.tokens)
      facts.clearCookie(refreshCookie)
      return { message: 'logged out' }
    }),
    route(calls.me, async (work) => {
      const user = await sessionUserOf(work, work.actor.userId, parts.isOnline)
      if (user === null) throw refuse('ERR_SESSION_EXPIRED')
      return user
    }),
  ]
}

/** The refresh token goes into the cookie, where no script reads it; the rest is the answer. */
function handOver(facts: CallFacts, { token, user, refresh }: SignedIn) {
  facts.setCookie(refreshCookie, cookieText(refresh), { maxAgeSeconds: timings.refreshTokenSeconds })
  return { token, user }
}
