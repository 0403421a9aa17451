import type { CompanyId, ConnectionId, QueueId, UserId } from '@balcao/domain/ids'
import type { PersonActor, Profile } from '@balcao/domain/people'
import { refuse } from '../../platform/refusal'
import type { CompanyWork, PlatformWork } from '../../platform/work'
import { auditAuthorOf, recordAudit } from '../audit/record-audit'
import { lockCompanyForLimits, refuseBeyondPlanLimit } from '../companies/plan-limits'
import { refuseUnknownQueues } from '../queues/queues.access'
import { userToRead } from './users.access'
import { userCreated } from './users.events'
import {
  addQueuesToUser,
  countUsers,
  insertUser,
  isConnectionOfCompany,
  saveSupportUser,
  type UserRow,
} from './users.queries'
import { userView } from './users.view'

export interface NewUser {
  readonly name: string
  readonly email: string
  readonly passwordHash: string
  readonly profile: Profile
  readonly queueIds: readonly QueueId[]
  readonly defaultConnectionId: ConnectionId | null
  readonly allTicket: boolean
}

/** Creates a user of the company, within the plan's limit (USER-11). A form cannot create a super user. */
export async function createUser(
  work: CompanyWork,
  form: NewUser,
  by: PersonActor | null = null,
): Promise<UserRow> {
  const plan = await lockCompanyForLimits(work)
  const { count } = await work.db.one(countUsers)
  refuseBeyondPlanLimit(plan, 'users', count)
  await refuseUnknownQueues(work, form.queueIds)
  await refuseUnknownConnection(work, form.defaultConnectionId)

  const id = await insertUserRow(work, work.companyId, form, { isSuper: false, hasGeneratedPassword: false })
  await work.db.run(addQueuesToUser, { id, queueIds: form.queueIds })

  const user = await userToRead(work, id)
  const { profile, allTicket } = form
  await recordAudit(work, {
    act: 'user.created',
    subject: { id, name: user.name },
    detail: { profile, allTicket },
    ...(by !== null && auditAuthorOf(by)),
  })
  work.record(userCreated, { user: userView(user, () => false) })
  return user
}

export function createFirstUser(
  work: PlatformWork,
  companyId: CompanyId,
  {
    isSuper,
    hasGeneratedPassword = false,
    ...person
  }: { name: string; email: string; passwordHash: string; isSuper: boolean; hasGeneratedPassword?: boolean },
): Promise<UserId> {
  const form = {
    ...person,
    profile: 'admin',
    queueIds: [],
    defaultConnectionId: null,
    allTicket: true,
  } as const
  return insertUserRow(work, companyId, form, { isSuper, hasGeneratedPassword })
}

export async function refuseUnknownConnection(
  { db }: Pick<CompanyWork, 'db'>,
  id: ConnectionId | null,
): Promise<void> {
  if (id !== null && !(await db.one(isConnectionOfCompany, { id })).found) throw refuse('ERR_NO_WAPP_FOUND')
}

/** Inserts the user. Row security hides other companies, so only the unique index detects a taken e-mail (USER-06). */
async function insertUserRow(
  { db, now }: Pick<CompanyWork, 'now'> & Pick<CompanyWork | PlatformWork, 'db'>,
  companyId: CompanyId,
  form: NewUser,
  { isSuper, hasGeneratedPassword }: { readonly isSuper: boolean; readonly hasGeneratedPassword: boolean },
): Promise<UserId> {
  const { name, email, passwordHash, profile, allTicket, defaultConnectionId } = form
  const row = await db.row(insertUser, {
    companyId,
    name,
    email,
    passwordHash,
    profile,
    isSuper,
    allTicket,
    defaultConnectionId,
    hasGeneratedPassword,
    at: now,
  })
  if (row === null) throw refuse('ERR_EMAIL_ALREADY_EXISTS')
  return row.id
}

/** Creates or renames the account of support visits. It has an admin's rights, but is in no list and no limit. */
export async function createOrRenameSupportUser(
  { db, now, newUuid }: CompanyWork,
  supporterName: string,
): Promise<UserId> {
  // RFC 2606 reserves this domain, so no stranger can register the address first.
  const email = `${newUuid()}@support.invalid`
  return (await db.one(saveSupportUser, { name: `${supporterName} · Suporte`, email, at: now })).id
}
