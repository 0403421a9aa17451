import type { UserId } from '@balcao/domain/ids'
import { isAdmin } from '@balcao/domain/people'
import { refuse } from '../../platform/refusal'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { lockUser, type UserRow, userById } from './users.queries'

/** Every user of the company may see its users (USER-08 to USER-10). */
export async function userToRead({ db }: Pick<CompanyWork, 'db'>, id: UserId): Promise<UserRow> {
  const user = await db.row(userById, [id])
  if (user === null) throw refuse('ERR_NO_USER_FOUND')
  return user
}

/** The user, held to the end of the act: anybody for themselves, admins for all (USER-07). A super user's account opens
 *  the platform, so that only a super user touches it. */
export async function userToChange(work: PersonWork, id: UserId): Promise<UserRow> {
  if ((await work.db.row(lockUser, [id])) === null) throw refuse('ERR_NO_USER_FOUND')
  const user = await userToRead(work, id)
  if (user.id !== work.actor.userId && !isAdmin(work.actor)) throw refuse('ERR_NO_PERMISSION')
  if (user.is_super && !work.actor.isSuper) throw refuse('ERR_NO_PERMISSION')
  return user
}
