import type { UserId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import type { PersonWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { lockCompanyForLimits } from '../companies/plan-limits'
import { refuseLastAdmin } from './update-user'
import { userToChange } from './users.access'
import { userDeleted } from './users.events'
import { userLeaving } from './users.hooks'
import { countOpenTickets, removeUser } from './users.queries'

/** Deletes a user; their open tickets return to pending (USER-13). Returns the number of those tickets. */
export async function deleteUser(work: PersonWork, id: UserId): Promise<number> {
  await lockCompanyForLimits(work)
  const user = await userToChange(work, id)
  if (user.id === work.actor.userId) throw refuse('ERR_OWN_ACCOUNT')
  // When two admins delete each other concurrently, the second one is the last and is refused.
  if (user.profile === 'admin') await refuseLastAdmin(work, id)
  const { count } = await work.db.one(countOpenTickets, { id })

  await work.runHook(userLeaving, { userId: id })
  await work.db.run(removeUser, { id })

  const { name, profile } = user
  await recordAudit(work, { act: 'user.deleted', subject: { id, name }, detail: { profile } })
  work.record(userDeleted, { userId: id })
  work.wake('access', String(id))
  return count
}
