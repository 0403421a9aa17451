import type { PersonActor } from '@balcao/domain/people'
import { maxSupportVisitMinutes } from '@balcao/domain/support'
import type { CallContext } from '../../platform/http/route'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { auditAuthorOf, recordAudit } from '../audit/record-audit'
import type { LoginResult, SessionDependencies } from '../auth/log-in'
import { loginResultOfSession, storeSession } from '../auth/store-session'
import { companyChanged } from '../companies/companies.events'
import { ownCompanyOrNull } from '../companies/companies.read'
import { lockCompanyForLimits } from '../companies/plan-limits'
import { createOrRenameSupportUser } from '../users/create-user'
import { endOpenSupportVisit } from './end-visit'
import { insertSupportVisit } from './support.queries'

/** A super user enters a company for an hour at most, as its support account (docs/features/support.md). */
export async function openSupportVisit(
  work: CompanyWork,
  owner: PersonActor,
  reason: string,
  { address, userAgent }: Pick<CallContext, 'address' | 'userAgent'>,
  tokenKey: string,
  parts: SessionDependencies,
): Promise<LoginResult> {
  if (work.companyId === owner.companyId) throw refuse('ERR_OWN_COMPANY')
  const company = await ownCompanyOrNull(work)
  if (company === null) throw refuse('ERR_NO_COMPANY_FOUND')
  const isOver = company.closes_at !== null && company.closes_at < work.now
  if (!company.is_active || isOver) throw refuse('ERR_SUPPORT_CLOSED_COMPANY')
  await lockCompanyForLimits(work) // The lock serializes concurrent visits.
  await endOpenSupportVisit(work, 'the visit is over')

  const userId = await createOrRenameSupportUser(work, owner.name)
  const endsAt = new Date(work.now.getTime() + maxSupportVisitMinutes * 60_000)
  const session = await storeSession(work, userId, { expiresAt: endsAt, address, userAgent }, tokenKey)
  const { id } = await work.db.one(insertSupportVisit, {
    userId,
    sessionId: session.sessionId,
    supporterId: owner.userId,
    supporterName: owner.name,
    reason,
    beganAt: work.now,
    endsAt,
  })
  work.enqueue({ task: 'support.endVisit', payload: { visitId: id }, runAt: endsAt })

  await recordAudit(work, {
    act: 'support.began',
    ...auditAuthorOf(owner),
    detail: { reason, until: endsAt.toISOString() },
  })
  work.record(companyChanged, { resubscribed: [] })
  const result = await loginResultOfSession(work, userId, session, parts)
  if (result === null) throw refuse('ERR_SESSION_EXPIRED')
  return result
}
