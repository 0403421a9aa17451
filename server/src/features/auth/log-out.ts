import type { CompanyId } from '@balcao/domain/ids'
import type { CallContext } from '../../platform/http/route'
import type { Workplace } from '../../platform/work'
import type { AccessTokenSigner } from './access-token'
import { lockSession, type SessionRow, sessionById } from './auth.queries'
import { endSessions } from './end-sessions'
import { isHashOfSecret, parseRefreshToken, refreshCookieName } from './refresh-token'

/** Ends a session by an access token of this server, even an expired one, or else by a refresh cookie (AUTH-15). */
export async function logOut(
  workplace: Workplace,
  { cookies, bearer }: Pick<CallContext, 'cookies' | 'bearer'>,
  tokens: AccessTokenSigner,
): Promise<void> {
  const token = bearer === null ? null : tokens.read(bearer)
  if (token !== null) return endSession(workplace, token.companyId, token.sessionId)

  const cookie = parseRefreshToken(cookies[refreshCookieName])
  if (cookie === null) return
  const session = await workplace.withPlatform('log out', (work) =>
    work.db.row(sessionById, { id: cookie.sessionId }),
  )
  if (session === null || !isSecretOf(session, cookie.secret)) return
  await endSession(workplace, session.company_id, session.id)
}

async function endSession(workplace: Workplace, companyId: CompanyId, sessionId: string): Promise<void> {
  await workplace.withCompany(
    { kind: 'system', name: 'log out', companyId, isAwaited: true },
    async (work) => {
      const session = await work.db.row(lockSession, { id: sessionId })
      // This session has ended already. Its old token must not end the user's newer sessions.
      if (session === null || session.ended_at !== null) return
      await endSessions(work, session.user_id, 'logout')
    },
  )
}

function isSecretOf(session: SessionRow, secret: string): boolean {
  return isHashOfSecret(session.refresh_hash, secret) || isHashOfSecret(session.previous_refresh_hash, secret)
}
