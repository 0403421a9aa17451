import type { UserId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { sessionUserOf } from '../users/users.read'
import { insertSession } from './auth.queries'
import type { LoginResult, SessionDependencies } from './log-in'
import { firstRefreshSecret, hashOfRefreshSecret, type RefreshToken } from './refresh-token'

export async function storeSession(
  { db, now, newUuid }: CompanyWork,
  userId: UserId,
  { expiresAt, address, userAgent }: { expiresAt: Date; address: string; userAgent: string },
  tokenKey: string,
): Promise<RefreshToken> {
  const sessionId = newUuid()
  const secret = firstRefreshSecret(tokenKey, sessionId)
  const refreshHash = hashOfRefreshSecret(secret)
  await db.run(insertSession, { id: sessionId, userId, refreshHash, expiresAt, address, userAgent, at: now })
  return { sessionId, secret }
}

/** The answer to a login or a refresh: the user and new tokens. Null: the user was deleted. */
export async function loginResultOfSession(
  work: CompanyWork,
  userId: UserId,
  refresh: RefreshToken,
  { tokens, isOnline }: SessionDependencies,
): Promise<LoginResult | null> {
  const user = await sessionUserOf(work, userId, isOnline)
  if (user === null) return null
  const { companyId, profile } = user
  const token = tokens.issue({ userId, companyId, sessionId: refresh.sessionId, profile }, work.now)
  return { token, user, refresh }
}
