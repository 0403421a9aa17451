import type { UserId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { sessionUserOf } from '../users/users.read'
import { insertSession } from './auth.queries'
import type { SessionParts, SignedIn } from './log-in'
import { firstSecret, hashOfSecret, type RefreshToken } from './refresh-token'

/** A session of a support visit, opened without a password. Refreshing does not extend its end. */
export async function openVisitSession(
  { db, now, newUuid }: CompanyWork,
  userId: UserId,
  { endsAt, address, userAgent }: { endsAt: Date; address: string; userAgent: string },
  tokenKey: string,
): Promise<RefreshToken> {
  const sessionId = newUuid()
  const secret = firstSecret(tokenKey, sessionId)
  await db.run(insertSession, {
    id: sessionId,
    userId,
    refreshHash: hashOfSecret(secret),
    expiresAt: endsAt,
    address,
    userAgent,
    at: now,
  })
  return { sessionId, secret }
}

/** Builds the login answer for a session that was just opened. */
export async function signedInBy(
  work: CompanyWork,
  userId: UserId,
  refresh: RefreshToken,
  { tokens, isOnline }: SessionParts,
): Promise<SignedIn> {
  const user = await sessionUserOf(work, userId, isOnline)
  if (user === null) throw refuse('ERR_SESSION_EXPIRED')
  const { companyId, profile } = user
  return {
    token: tokens.issue({ userId, companyId, sessionId: refresh.sessionId, profile }, work.now),
    user,
    refresh,
  }
}
