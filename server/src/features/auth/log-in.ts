import type { ParsedInputOf } from '@balcao/contract/endpoint'
import type { login, SessionUser } from '@balcao/contract/people'
import type { CompanyId, UserId } from '@balcao/domain/ids'
import type { Profile } from '@balcao/domain/people'
import { cellCookieName, cellCookieSeconds } from '../../platform/cells/cell'
import type { CellDirectory } from '../../platform/cells/directory'
import type { DataKeys } from '../../platform/encryption'
import type { CallContext } from '../../platform/http/route'
import type { IsUserOnline } from '../../platform/live/presence'
import { hashPassword, isImportedPasswordHash, isPasswordOf } from '../../platform/password-hash'
import { Refusal, refuse } from '../../platform/refusal'
import { generateSecret } from '../../platform/secrets'
import type { CompanyWork, PlatformWork, Workplace } from '../../platform/work'
import { companyIdOfPlatformEntries, recordAudit, recordPlatformAudit } from '../audit/record-audit'
import { companyForSession, ownCompany } from '../companies/companies.read'
import { replacePasswordHash } from '../users/replace-password-hash'
import type { AccessTokenSigner } from './access-token'
import { sessionOpenedElsewhere } from './auth.events'
import {
  accountByEmail,
  deleteFailedLogin,
  deleteOldEndedSessions,
  endSessionsOfUser,
  lockAccount,
} from './auth.queries'
import { countLoginAttempt } from './count-attempt'
import { knownBrowserCookieName, knownBrowserId } from './known-browser'
import type { RefreshToken } from './refresh-token'
import { requireSecondStep } from './second-step'
import { loginResultOfSession, storeSession } from './store-session'
import { addSeconds, sessionTimings } from './timings'

export interface LoginResult {
  readonly token: string
  readonly user: SessionUser
  readonly refresh: RefreshToken
}

export interface SessionDependencies {
  readonly tokens: AccessTokenSigner
  readonly isOnline: IsUserOnline
}

export interface LoginDependencies extends SessionDependencies {
  readonly dataKeys: DataKeys
  readonly tokenKey: string
  readonly cells: Pick<CellDirectory, 'cell' | 'cellOf'>
}

type Credentials = ParsedInputOf<typeof login>['body']
type Account = { company_id: CompanyId; user_id: UserId; name: string; password_hash: string }
type Origin = Pick<CallContext, 'address' | 'userAgent' | 'cookies' | 'setCookie'>

/** The hash for unknown e-mails, so that their refusal takes as long as one of a wrong password. */
const unknownUserHash = hashPassword(generateSecret())

/** Refuses an unknown e-mail like a wrong password (AUTH-07). ERR_OTHER_CELL: another installation has the account. */
export async function logIn(
  workplace: Workplace,
  { email, password, paying, code }: Credentials,
  origin: Origin,
  parts: LoginDependencies,
): Promise<LoginResult> {
  const { attempt, account } = await workplace.withPlatform('sign in', async (work) => {
    const account = await work.db.row(accountByEmail, { email })
    const known =
      account && knownBrowserId(parts.tokenKey, origin.cookies[knownBrowserCookieName], account.user_id)
    const from = { address: origin.address, knownBrowser: known }
    return { account, attempt: await countLoginAttempt(work, email, from) }
  })
  const forgiveAttempt = () =>
    workplace.withPlatform('sign in', (work) => work.db.run(deleteFailedLogin, { id: attempt }))
  if (account === null && (await routeToCellOfAccount(parts.cells, email, origin))) {
    await forgiveAttempt()
    throw refuse('ERR_OTHER_CELL')
  }
  const isRight = await isPasswordOf(account?.password_hash ?? (await unknownUserHash), password)
  if (account === null || !isRight) {
    await workplace.withPlatform('sign in', (work) => recordFailure(work, account, origin.address))
    throw refuse('ERR_INVALID_CREDENTIALS')
  }

  // Codes can be guessed like passwords, so a login with a code counts as failed until the code proves right.
  const isCodeTried = account.has_two_step && code !== ''
  if (!isCodeTried) await forgiveAttempt()

  const actor = { kind: 'system', name: 'sign in', companyId: account.company_id, isAwaited: true } as const
  const ownHash = isImportedPasswordHash(account.password_hash) ? await hashPassword(password) : null
  try {
    const signedIn = await workplace.withCompany(actor, async (work) => {
      const session = await openSession(work, { ...account, paying, code }, origin, parts)
      if (ownHash !== null) await replacePasswordHash(work, account.user_id, ownHash)
      return session
    })
    if (isCodeTried) await forgiveAttempt()
    return signedIn
  } catch (error) {
    if (error instanceof Refusal && error.code === 'ERR_TWO_STEP_CODE_WRONG')
      await workplace.withPlatform('sign in', (work) => recordFailure(work, account, origin.address))
    throw error
  }
}

/** If another installation has the account, sets a cookie that routes the client's retry there, and returns true. */
export async function routeToCellOfAccount(
  cells: LoginDependencies['cells'],
  email: string,
  { setCookie }: Origin,
): Promise<boolean> {
  const cell = await cells.cellOf(email)
  if (cell === cells.cell) return false
  setCookie(cellCookieName, String(cell), { maxAgeSeconds: cellCookieSeconds })
  return true
}

/** Stores no e-mail of the failed login, because users sometimes type their password into that field. */
function recordFailure(work: PlatformWork, account: Account | null, address: string): Promise<void> {
  return recordPlatformAudit(work, {
    act: 'login.failed',
    companyId: account?.company_id ?? companyIdOfPlatformEntries,
    ...(account === null ? {} : { subject: { id: account.user_id, name: account.name } }),
    address,
  })
}

async function openSession(
  work: CompanyWork,
  account: Account & Pick<Credentials, 'paying' | 'code'>,
  { address, userAgent }: Origin,
  parts: LoginDependencies,
): Promise<LoginResult> {
  const { user_id: userId, name } = account
  const user = await work.db.row(lockAccount, { userId })
  // The account was deleted or got another password after the check.
  if (user?.password_hash !== account.password_hash) throw refuse('ERR_INVALID_CREDENTIALS')
  await refuseClosedCompany(work, user.profile, account.paying)
  await requireSecondStep(work, parts.dataKeys, { id: userId, name }, account.code, address)

  await endOlderSessions(work, userId, user.email)
  await work.db.run(deleteOldEndedSessions, {
    userId,
    endedBefore: addSeconds(work.now, -sessionTimings.endedSessionSeconds),
  })
  const expiresAt = addSeconds(work.now, sessionTimings.refreshTokenSeconds)
  const refresh = await storeSession(work, userId, { expiresAt, address, userAgent }, parts.tokenKey)
  await recordAudit(work, {
    act: 'login.succeeded',
    subject: { id: userId, name },
    person: { id: userId, name },
    address,
    detail: { browser: userAgent },
  })

  const result = await loginResultOfSession(work, userId, refresh, parts)
  if (result === null) throw refuse('ERR_INVALID_CREDENTIALS')
  return result
}

/** A user has one session: a login elsewhere ends the older session (AUTH-19). */
async function endOlderSessions(work: CompanyWork, userId: UserId, email: string): Promise<void> {
  const older = await work.db.rows(endSessionsOfUser, {
    userId,
    exceptId: null,
    because: 'opened elsewhere',
    at: work.now,
  })
  if (older.length === 0) return
  const user = { id: userId, email, companyId: work.companyId }
  work.record(sessionOpenedElsewhere, { user, endedSessionIds: older.map(({ id }) => id) })
  work.wake('access', String(userId))
}

/** Refuses an expired company, unless an admin signs in to pay (AUTH-08). That session can only pay (AUTH-09). */
async function refuseClosedCompany(work: CompanyWork, profile: Profile, isPaying: boolean): Promise<void> {
  const company = await ownCompany(work)
  if (!company.is_active) throw new Refusal('ERR_COMPANY_DISABLED', {}, 'ERR_NO_PERMISSION')
  if (company.closes_at === null || company.closes_at >= work.now) return
  const mayPay = profile === 'admin'
  if (mayPay && isPaying) return
  const { supportContact } = await companyForSession(work)
  const support = [supportContact?.name, supportContact?.email, supportContact?.phone]
    .filter(Boolean)
    .join(' · ')
  throw refuse('ERR_SUBSCRIPTION_EXPIRED', { dueDate: company.due_date, mayPay: mayPay ? 1 : 0, support })
}
