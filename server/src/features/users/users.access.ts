import type { UserId } from '@balcao/domain/ids'
import { isAdmin } from '@balcao/domain/people'
import { refuse } from '../../platform/refusal'
import { rowOrRefuse } from '../../platform/row-or-refuse'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { lockUser, type UserRow, userById } from './users.queries'

/** Loads a user of the company. Every other user may read it (USER-08 to USER-10). */
export async function userToRead({ db }: Pick<CompanyWork, 'db'>, id: UserId): Promise<UserRow> {
  return rowOrRefuse(await db.row(userById, { id }), 'ERR_NO_USER_FOUND')
}

/** Loads a user to change: oneself or, for an admin, others. Only super users may change super users (USER-07). */
export async function userToChange(work: PersonWork, id: UserId): Promise<UserRow> {
  if ((await work.db.row(lockUser, { id })) === null) throw refuse('ERR_NO_USER_FOUND')
  const user = await userToRead(work, id)
  if (user.id !== work.actor.userId && !isAdmin(work.actor)) throw refuse('ERR_NO_PERMISSION')
  if (user.is_super && !work.actor.isSuper) throw refuse('ERR_NO_PERMISSION')
  return user
}
