import type { UserId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { endSessions, type SessionEndCause } from '../auth/end-sessions'
import { companyChanged } from '../companies/companies.events'
import { returnTicketsOfUserToQueues } from '../tickets/acts/return-tickets'
import { closeSupportVisitsOfUser, lockOpenSupportVisit } from './support.queries'

/** Ends the open visit with its session. Does nothing without one, or when `visitId` names another visit. */
export async function endOpenSupportVisit(
  work: CompanyWork,
  because: SessionEndCause,
  visitId?: number,
): Promise<void> {
  const visit = await work.db.row(lockOpenSupportVisit)
  if (visit === null || (visitId !== undefined && visit.id !== visitId)) return
  await endSessions(work, visit.user_id, because)
}

/** Closes the user's visit after its session has ended, for any cause. */
export async function closeSupportVisitOfUser(work: CompanyWork, userId: UserId): Promise<void> {
  const [visit] = await work.db.rows(closeSupportVisitsOfUser, { userId, at: work.now })
  if (visit === undefined) return

  await returnTicketsOfUserToQueues(work, userId, null)

  const person = { id: visit.supporter_id, name: visit.supporter_name }
  const minutes = Math.ceil((work.now.getTime() - visit.began_at.getTime()) / 60_000)
  await recordAudit(work, { act: 'support.ended', person, detail: { minutes } })
  work.record(companyChanged, { resubscribed: [] })
}
