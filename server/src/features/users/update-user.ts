import type { ConnectionId, QueueId, UserId } from '@balcao/domain/ids'
import { isAdmin, type Profile } from '@balcao/domain/people'
import { refuseUniqueViolation } from '../../platform/database/refuse-taken'
import type { IsUserOnline } from '../../platform/live/presence'
import { refuse } from '../../platform/refusal'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { lockCompanyForLimits } from '../companies/plan-limits'
import { refuseUnknownQueues } from '../queues/queues.access'
import { refuseUnknownConnection } from './create-user'
import { recordUsersChanged } from './record-users-changed'
import { userToChange, userToRead } from './users.access'
import { userDeleted } from './users.events'
import { userDeleting, userMustSignInAgain, userQueuesChanged } from './users.hooks'
import {
  addQueuesToUser,
  countOpenTicketsOfUser,
  countOtherAdmins,
  removeOtherQueuesOfUser,
  removeUser,
  saveLastSeen,
  saveUser,
  type UserRow,
} from './users.queries'

export interface UserChange {
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly passwordHash?: string | undefined
  readonly profile?: Profile | undefined
  readonly queueIds?: readonly QueueId[] | undefined
  readonly defaultConnectionId?: ConnectionId | null | undefined
  readonly allTicket?: boolean | undefined
}

/** Changes a user. Ignores fields that only admins may change (USER-07). A changed own password keeps this session. */
export async function updateUser(
  work: PersonWork,
  id: UserId,
  asked: UserChange,
  isOnline: IsUserOnline,
): Promise<{ row: UserRow; returnedTickets: number }> {
  const change = isAdmin(work.actor) ? asked : ownFieldsOf(asked)
  // All transactions lock the company before the user, so that they can't deadlock.
  if (change.profile !== undefined) await lockCompanyForLimits(work)
  const before = await userToChange(work, id)
  if (before.profile === 'admin' && change.profile !== undefined && change.profile !== 'admin') {
    await refuseRemovalOfLastAdmin(work, id)
  }
  await refuseUnknownQueues(work, change.queueIds ?? [])
  await refuseUnknownConnection(work, change.defaultConnectionId ?? null)

  await save(work, id, change)
  const returnedTickets = change.queueIds ? await changeQueues(work, id, change.queueIds) : 0
  const hasNewProfile = change.profile !== undefined && change.profile !== before.profile
  if (hasNewProfile || change.passwordHash !== undefined) {
    const exceptSessionId = id === work.actor.userId && !hasNewProfile ? work.actor.sessionId : null
    await work.runHook(userMustSignInAgain, {
      userId: id,
      because: 'password or profile changed',
      exceptSessionId,
    })
  }

  await recordUsersChanged(work, [id], isOnline)
  const row = await userToRead(work, id)
  await recordUserChange(work, before, row, change.passwordHash !== undefined)
  return { row, returnedTickets }
}

/** Writes the audit entries. Rights have an entry of their own, because audits search for changes of rights. */
async function recordUserChange(
  work: PersonWork,
  before: UserRow,
  after: UserRow,
  hasNewPassword: boolean,
): Promise<void> {
  const subject = { id: after.id, name: after.name }
  const changed = (['name', 'email', 'default_connection_id'] as const).filter(
    (field) => before[field] !== after[field],
  )
  const fields = [...changed, ...(hasNewPassword ? ['password'] : [])].join(', ')
  if (fields !== '') await recordAudit(work, { act: 'user.changed', subject, detail: { fields } })

  const [had, has] = [rightsOf(before), rightsOf(after)]
  if (JSON.stringify(had) === JSON.stringify(has)) return
  const former = { formerProfile: had.profile, formerQueues: had.queues, formerAllTicket: had.allTicket }
  await recordAudit(work, { act: 'user.rightsChanged', subject, detail: { ...has, ...former } })
}

function rightsOf({ profile, queues, all_ticket: allTicket }: UserRow) {
  return { profile, queues: queues.map(({ name }) => name).join(', '), allTicket }
}

/** Refuses to remove the last admin, because none could be added again. Runs under the company's lock. */
async function refuseRemovalOfLastAdmin({ db }: PersonWork, id: UserId): Promise<void> {
  const { count } = await db.one(countOtherAdmins, { id })
  if (count === 0) throw refuse('ERR_OWN_ACCOUNT')
}

function ownFieldsOf({ name, email, passwordHash }: UserChange): UserChange {
  return { name, email, passwordHash }
}

async function save(
  { db, now }: CompanyWork,
  id: UserId,
  change: UserChange,
  isGenerated = false,
): Promise<void> {
  await db
    .run(saveUser, {
      id,
      name: change.name ?? null,
      email: change.email ?? null,
      passwordHash: change.passwordHash ?? null,
      profile: change.profile ?? null,
      allTicket: change.allTicket ?? null,
      setConnection: change.defaultConnectionId !== undefined,
      defaultConnectionId: change.defaultConnectionId ?? null,
      at: now,
      isGenerated,
    })
    // E-mails are unique on the platform, and row security hides other companies.
    .catch(refuseUniqueViolation('users_email_key', 'ERR_EMAIL_ALREADY_EXISTS'))
}

/** Changes the queues of a user. Returns the number of open tickets that returned to pending. */
async function changeQueues(work: PersonWork, userId: UserId, queueIds: readonly QueueId[]): Promise<number> {
  const lost = await work.db.rows(removeOtherQueuesOfUser, { id: userId, queueIds })
  await work.db.run(addQueuesToUser, { id: userId, queueIds })
  if (lost.length === 0) return 0
  const before = await work.db.one(countOpenTicketsOfUser, { id: userId })
  await work.runHook(userQueuesChanged, { userId, lostQueueIds: lost.map(({ queue_id }) => queue_id) })
  const after = await work.db.one(countOpenTicketsOfUser, { id: userId })
  return before.count - after.count
}

/** Deletes a user; their open tickets return to pending (USER-13). Returns the number of those tickets. */
export async function deleteUser(work: PersonWork, id: UserId): Promise<number> {
  await lockCompanyForLimits(work)
  const user = await userToChange(work, id)
  if (user.id === work.actor.userId) throw refuse('ERR_OWN_ACCOUNT')
  // When two admins delete each other at once, the second one waits here and is refused as the last admin.
  if (user.profile === 'admin') await refuseRemovalOfLastAdmin(work, id)
  const { count } = await work.db.one(countOpenTicketsOfUser, { id })

  await work.runHook(userDeleting, { userId: id })
  await work.db.run(removeUser, { id })

  const { name, profile } = user
  await recordAudit(work, { act: 'user.deleted', subject: { id, name }, detail: { profile } })
  work.record(userDeleted, { userId: id })
  work.wake('access', String(id))
  return count
}

/** Ends every session, also the caller's own: for a lost phone, a shared computer, or a user who left. */
export async function signOutEverywhere(work: PersonWork, id: UserId): Promise<void> {
  const { name } = await userToChange(work, id)

  await work.runHook(userMustSignInAgain, {
    userId: id,
    because: 'signed out everywhere',
    exceptSessionId: null,
  })

  await recordAudit(work, { act: 'sessions.ended', subject: { id, name }, detail: { everywhere: true } })
}

/** Sets a generated password for the operator of the installation. The caller ends the sessions. */
export async function setGeneratedPassword(
  work: CompanyWork,
  { id, name }: { readonly id: UserId; readonly name: string },
  passwordHash: string,
  because: string,
): Promise<void> {
  await save(work, id, { passwordHash }, true)
  await recordAudit(work, {
    act: 'user.changed',
    subject: { id, name },
    detail: { fields: 'password', because },
  })
}

/** Stores another password. The caller ends the sessions and writes the audit entry. */
export function setPassword(work: CompanyWork, id: UserId, passwordHash: string): Promise<void> {
  return save(work, id, { passwordHash })
}

/** Stores when the user was last at the screen. The page reports this on load and every five minutes (RT-17). */
export async function recordLastSeen({ db, now }: CompanyWork, userId: UserId): Promise<void> {
  await db.run(saveLastSeen, { id: userId, at: now })
}
