import type { CompanyWork, Workplace } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { ownCompany } from '../companies/companies.read'
import { lockSession, type SessionRow, sessionById, updateSessionRefreshHash } from './auth.queries'
import { endSessions } from './end-sessions'
import type { LoginResult, SessionDependencies } from './log-in'
import {
  hashOfRefreshSecret,
  isHashOfSecret,
  nextRefreshSecret,
  parseRefreshToken,
  type RefreshToken,
  wasRefreshSecretOfSession,
} from './refresh-token'
import { loginResultOfSession } from './store-session'
import { addSeconds, sessionTimings } from './timings'

/** Renews a session by its refresh cookie; null: the cookie is invalid. An expired company may only pay (AUTH-09). */
export async function refreshSession(
  workplace: Workplace,
  cookie: string | undefined,
  tokenKey: string,
  parts: SessionDependencies,
): Promise<LoginResult | null> {
  const given = parseRefreshToken(cookie)
  if (given === null) return null
  const found = await workplace.withPlatform('refresh a session', (work) =>
    work.db.row(sessionById, { id: given.sessionId }),
  )
  if (found === null) return null
  const companyId = found.company_id
  const actor = { kind: 'system', name: 'refresh a session', companyId, isAwaited: true } as const
  return workplace.withCompany(actor, (work) => rotateCookie(work, given, tokenKey, parts))
}

async function rotateCookie(
  work: CompanyWork,
  given: RefreshToken,
  tokenKey: string,
  parts: SessionDependencies,
): Promise<LoginResult | null> {
  const session = await work.db.row(lockSession, { id: given.sessionId })
  if (session === null || session.ended_at !== null || session.expires_at <= work.now) return null
  const { is_active } = await ownCompany(work)
  if (!is_active) return null

  const secret = await secretAfter(work, session, given, tokenKey)
  if (secret === null) return null
  return loginResultOfSession(work, session.user_id, { sessionId: session.id, secret }, parts)
}

/**
 * Returns the next secret for the cookie. Shortly after a rotation, the previous secret is exchanged for the current
 * one. An older secret means theft and ends the user's sessions (SECURITY A3); one never issued is only refused.
 */
async function secretAfter(
  work: CompanyWork,
  session: SessionRow,
  given: RefreshToken,
  tokenKey: string,
): Promise<string | null> {
  const isInGrace =
    session.previous_refresh_hash !== null &&
    work.now <= addSeconds(session.rotated_at, sessionTimings.graceSeconds)
  const isPresent = isHashOfSecret(session.refresh_hash, given.secret)
  if (isPresent && isInGrace) return given.secret
  if (isInGrace && isHashOfSecret(session.previous_refresh_hash, given.secret))
    return nextRefreshSecret(tokenKey, given)
  if (!isPresent) {
    if (!wasRefreshSecretOfSession(tokenKey, given)) return null
    await endSessions(work, session.user_id, 'reuse of a refresh token')
    const detail = { because: 'reuse of a refresh token' }
    await recordAudit(work, { act: 'sessions.ended', subject: { id: session.user_id }, detail })
    return null
  }
  const secret = nextRefreshSecret(tokenKey, given)
  const expiresAt = addSeconds(work.now, sessionTimings.refreshTokenSeconds)
  await work.db.run(updateSessionRefreshHash, {
    id: session.id,
    refreshHash: hashOfRefreshSecret(secret),
    expiresAt,
    at: work.now,
  })
  return secret
}
