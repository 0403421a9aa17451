import type { SessionUser } from '@balcao/contract/people'
import type { UserId } from '@balcao/domain/ids'
import { type ListPage, readListPage } from '../../platform/database/list-page'
import type { IsUserOnline } from '../../platform/live/presence'
import type { CompanyWork } from '../../platform/work'
import { companyForSession } from '../companies/companies.read'
import { allUsers, countMatchingUsers, type UserRow, userById, userNames, usersPage } from './users.queries'
import { userView } from './users.view'

/** The user or null, for code of the system. Code for a person loads users through `users.access`. */
export function userWithQueues({ db }: Pick<CompanyWork, 'db'>, id: UserId): Promise<UserRow | null> {
  return db.row(userById, { id })
}

/** The signed-in user with the company, as pages need it (AUTH-05). Null: the user was deleted. */
export async function sessionUserOf(
  work: Pick<CompanyWork, 'db'>,
  id: UserId,
  isOnline: IsUserOnline,
): Promise<SessionUser | null> {
  const row = await userWithQueues(work, id)
  return row && { ...userView(row, isOnline), company: await companyForSession(work) }
}

export function findUsers(
  { db }: Pick<CompanyWork, 'db'>,
  words: string,
  pageNumber: number,
): Promise<ListPage<UserRow>> {
  const statements = { page: usersPage, count: countMatchingUsers }
  return readListPage(db, statements, { words: words.trim() }, pageNumber)
}

export function usersOfCompany({ db }: Pick<CompanyWork, 'db'>): Promise<UserRow[]> {
  return db.rows(allUsers)
}

export function namesOfUsers({ db }: Pick<CompanyWork, 'db'>): Promise<{ id: UserId; name: string }[]> {
  return db.rows(userNames)
}
