import type { SessionUser } from '@balcao/contract/people'
import type { CompanyId, UserId } from '@balcao/domain/ids'
import type { CallFacts } from '../../platform/http/route'
import type { IsOnline } from '../../platform/live/presence'
import { hashPassword, isPasswordOf } from '../../platform/password-hash'
import { Refusal, refuse } from '../../platform/refusal'
import { newSecret } from '../../platform/secrets'
import type { CompanyWork, Workplace } from '../../platform/work'
import { ownCompany } from '../companies/companies.read'
import { sessionUserOf } from '../users/users.read'
import type { AccessTokens } from './access-token'
import { openedElsewhere } from './auth.events'
import {
  accountByEmail,
  endSessionsOfUser,
  forgetEndedSessions,
  insertSession,
  lockAccount,
  removeFailure,
} from './auth.queries'
import { countAttempt } from './count-attempt'
import { hashOfSecret, type RefreshToken } from './refresh-token'
import { secondsAfter, timings } from './timings'

export interface SignedIn {
  readonly token: string
  readonly user: SessionUser
  readonly refresh: RefreshToken
}

export interface SessionParts {
  readonly tokens: AccessTokens
  readonly isOnline: IsOnline
}

type Account = { company_id: CompanyId; user_id: UserId; password_hash: string }
type Origin = Pick<CallFacts, 'address' | 'userAgent'>

/** Someone who isn't here takes as long to refuse as someone with another password. */
const nobody = hashPassword(newSecret())

/** Signs in and ends the user's older session. One refusal for unknown e-mail and wrong password (AUTH-07). */
export async function logIn(
  workplace: Workplace,
  { email, password }: { email: string; password: string },
  origin: Origin,
  parts: SessionParts,
): Promise<SignedIn> {
  const { attempt, account } = await workplace.withPlatform('sign in', async (work) => ({
    attempt: await countAttempt(work, email, origin.address),
    account: await work.db.row(accountByEmail, [email]),
  }))
  const isRight = await isPasswordOf(account?.password_hash ?? (await nobody), password)
  if (account === null || !isRight) throw refuse('ERR_INVALID_CREDENTIALS')

  await workplace.withPlatform('sign in', (work) => work.db.run(removeFailure, [attempt]))
  const actor = { kind: 'house', name: 'sign in', companyId: account.company_id } as const
  return workplace.withCompany(actor, (work) => openSession(work, account, origin, parts))
}

async function openSession(
  work: CompanyWork,
  account: Account,
  { address, userAgent }: Origin,
  { tokens, isOnline }: SessionParts,
): Promise<SignedIn> {
  const { companyId, now } = work
  const userId = account.user_id
  const user = await work.db.row(lockAccount, [userId])
  // Deleted, or given another password, since the password was tried.
  if (user?.password_hash !== account.password_hash) throw refuse('ERR_INVALID_CREDENTIALS')
  await refuseClosedCompany(work)

  await endOlderSessions(work, userId, user.email)
  await work.db.run(forgetEndedSessions, [userId, secondsAfter(now, -timings.endedSessionSeconds)])
  const refresh = { sessionId: work.newUuid(), secret: newSecret() }
  await work.db.run(insertSession, [
    refresh.sessionId,
    userId,
    hashOfSecret(refresh.secret),
    secondsAfter(now, timings.refreshTokenSeconds),
    address,
    userAgent,
    now,
  ])

  const self = await sessionUserOf(work, userId, isOnline)
  if (self === null) throw refuse('ERR_INVALID_CREDENTIALS')
  return {
    token: tokens.issue({ userId, companyId, sessionId: refresh.sessionId, profile: user.profile }, now),
    user: self,
    refresh,
  }
}

/** One session per user: whoever opens the account elsewhere closes it here (AUTH-19). */
async function endOlderSessions(work: CompanyWork, userId: UserId, email: string): Promise<void> {
  const older = await work.db.rows(endSessionsOfUser, [userId, null, 'opened elsewhere', work.now])
  if (older.length === 0) return
  const user = { id: userId, email, companyId: work.companyId }
  work.record(openedElsewhere, { user, endedSessionIds: older.map(({ id }) => id) })
  work.wake('access', String(userId))
}

/** Told only to who had the right password: the company is switched off (AUTH-30) or its time is over (AUTH-08). */
async function refuseClosedCompany(work: CompanyWork): Promise<void> {
  const company = await ownCompany(work)
  if (!company.is_active) throw new Refusal('ERR_COMPANY_DISABLED', {}, 'ERR_NO_PERMISSION')
  if (company.paid_until < work.now) throw refuse('ERR_SUBSCRIPTION_EXPIRED', { dueDate: company.due_date })
}
