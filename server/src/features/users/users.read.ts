import type { SessionUser } from '@balcao/contract/people'
import type { UserId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import type { IsOnline } from '../../platform/live/presence'
import type { CompanyWork } from '../../platform/work'
import { companyForSession } from '../companies/companies.read'
import { allUsers, countMatches, type UserRow, userById, usersPage } from './users.queries'
import { userView } from './users.view'

/** The user, or null; for the server itself. On a person's behalf ask `users.access`. */
export function userWithQueues({ db }: Pick<CompanyWork, 'db'>, id: UserId): Promise<UserRow | null> {
  return db.row(userById, [id])
}

/** The signed-in person as login, refresh, me and their own user event show them (AUTH-05); null when gone. */
export async function sessionUserOf(
  work: Pick<CompanyWork, 'db'>,
  id: UserId,
  isOnline: IsOnline,
): Promise<SessionUser | null> {
  const row = await userWithQueues(work, id)
  return row && { ...userView(row, isOnline), company: await companyForSession(work) }
}

/** One page of the users whose name or e-mail contains the words (USER-08). */
export async function findUsers(
  { db }: Pick<CompanyWork, 'db'>,
  words: string,
  pageNumber: number,
): Promise<{ users: UserRow[]; count: number; hasMore: boolean }> {
  const offset = (pageNumber - 1) * limits.listPage
  const users = await db.rows(usersPage, [words.trim(), limits.listPage, offset])
  const { count } = await db.one(countMatches, [words.trim()])
  return { users, count, hasMore: count > offset + users.length }
}

/** Every user of the company by name, for choosers (USER-09). */
export function everyUser({ db }: Pick<CompanyWork, 'db'>): Promise<UserRow[]> {
  return db.rows(allUsers, [])
}
