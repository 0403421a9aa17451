import type { UserId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { sessionUserOf } from '../users/users.read'
import { insertSession } from './auth.queries'
import type { LoginResult, SessionDependencies } from './log-in'
import { firstRefreshSecret, hashOfRefreshSecret, type RefreshToken } from './refresh-token'

/** A session of a support visit, opened without a password. Refreshing does not extend its end. */
export async function openSupportVisitSession(
  { db, now, newUuid }: CompanyWork,
  userId: UserId,
  { endsAt, address, userAgent }: { endsAt: Date; address: string; userAgent: string },
  tokenKey: string,
): Promise<RefreshToken> {
  const sessionId = newUuid()
  const secret = firstRefreshSecret(tokenKey, sessionId)
  await db.run(insertSession, {
    id: sessionId,
    userId,
    refreshHash: hashOfRefreshSecret(secret),
    expiresAt: endsAt,
    address,
    userAgent,
    at: now,
  })
  return { sessionId, secret }
}

export async function loginResultOfSession(
  work: CompanyWork,
  userId: UserId,
  refresh: RefreshToken,
  { tokens, isOnline }: SessionDependencies,
): Promise<LoginResult> {
  const user = await sessionUserOf(work, userId, isOnline)
  if (user === null) throw refuse('ERR_SESSION_EXPIRED')
  const { companyId, profile } = user
  return {
    token: tokens.issue({ userId, companyId, sessionId: refresh.sessionId, profile }, work.now),
    user,
    refresh,
  }
}
