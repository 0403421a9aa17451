import type { UserId } from '@balcao/domain/ids'
import type { IsUserOnline } from '../../platform/live/presence'
import type { CompanyWork } from '../../platform/work'
import { companyForSession } from '../companies/companies.read'
import { userChanged } from './users.events'
import { usersByIds } from './users.queries'
import { userView } from './users.view'

/** Publishes the stored state of these users to the company, and reloads their rights on all sockets. */
export async function recordUsersChanged(
  work: CompanyWork,
  ids: readonly UserId[],
  isOnline: IsUserOnline,
): Promise<void> {
  if (ids.length === 0) return
  const company = await companyForSession(work)
  for (const row of await work.db.rows(usersByIds, { ids })) {
    const user = userView(row, isOnline)
    work.record(userChanged, { user, self: { ...user, company } })
    work.wake('access', String(row.id))
  }
}
