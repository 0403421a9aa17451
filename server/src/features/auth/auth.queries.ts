import type { CompanyId, QueueId, UserId } from '@balcao/domain/ids'
import type { Profile } from '@balcao/domain/people'
import { type NoParams, statement } from '../../platform/database/statement'

export const accountByEmail = statement<
  { email: string },
  { company_id: CompanyId; user_id: UserId; name: string; password_hash: string; has_two_step: boolean }
>(
  'auth.accountByEmail',
  `
  select u.company_id, u.id as user_id, u.name, u.password_hash, exists (
      select from two_step_logins t
      where t.company_id = u.company_id and t.user_id = u.id and t.confirmed_at is not null
    ) as has_two_step
  from users u where u.email = :email and not u.is_support
  `,
)

/** Locks the user's row until the transaction ends, so that concurrent logins of one user run one after another. */
export const lockAccount = statement<
  { userId: UserId },
  { email: string; profile: Profile; password_hash: string }
>('auth.lockAccount', 'select email, profile, password_hash from users where id = :userId for no key update')

export const accountOfPasswordLink = statement<
  { userId: UserId },
  { name: string; email: string; password_hash: string; has_two_step: boolean }
>(
  'auth.accountOfLink',
  `
  select u.name, u.email, u.password_hash, exists (
      select from two_step_logins t where t.user_id = u.id and t.confirmed_at is not null
    ) as has_two_step
  from users u where u.id = :userId and not u.is_support
  `,
)

/** The company that runs the platform: that of the first super user or, without super users, the first company. */
export const platformCompany = statement<NoParams, { id: CompanyId; name: string }>(
  'auth.platformCompany',
  `
  select c.id, c.name from companies c
  order by (select min(u.id) from users u where u.company_id = c.id and u.is_super) nulls last, c.id
  limit 1
  `,
)

export const platformSupportContact = statement<
  NoParams,
  { name: string; email: string | null; phone: string | null }
>('auth.platformSupportContact', 'select name, email, phone from support_contact')

/** Takes advisory locks, so that login attempts on one account, or from one address, run one after another. */
export const lockLoginAttempts = statement<{ email: Buffer; address: string }, { locked: null }>(
  'auth.lockLoginAttempts',
  `
  select pg_advisory_xact_lock(hashtext('sign in account'), hashtext(encode(:email, 'hex'))) as locked
  union all
  select pg_advisory_xact_lock(hashtext('sign in address'), hashtext(:address))
  `,
)

export const deleteOldFailedLogins = statement<{ before: Date }>(
  'auth.forgetOldFailures',
  'delete from failed_logins where at < :before',
)

/** One row for each exhausted login limit, with the oldest failure that counts. No row: one more attempt is allowed. */
export const failedLoginsAtLimit = statement<
  {
    email: Buffer
    from: string
    pairSince: Date
    pairLimit: number
    addressSince: Date
    addressLimit: number
    attackedSince: Date
    attackedLimit: number
    attackedPairLimit: number
    isKnownBrowser: boolean
  },
  { by: 'pair' | 'address' | 'attacked'; at: Date }
>(
  'auth.fillingFailures',
  `
  (select 'pair' as by, at from failed_logins
    where email_hash = :email and address = :from and at > :pairSince order by at desc offset :pairLimit - 1 limit 1)
  union all
  (select 'address', at from failed_logins where address = :from
    and at > :addressSince order by at desc offset :addressLimit - 1 limit 1)
  union all
  (select 'attacked', at from failed_logins
    where email_hash = :email and address = :from and at > :attackedSince and not :isKnownBrowser
      and exists (select from failed_logins where email_hash = :email and at > :attackedSince offset :attackedLimit - 1)
    order by at desc offset :attackedPairLimit - 1 limit 1)
  `,
)

export const insertFailedLogin = statement<{ email: Buffer; address: string; at: Date }, { id: number }>(
  'auth.insertFailure',
  'insert into failed_logins (email_hash, address, at) values (:email, :address, :at) returning id',
)

export const deleteFailedLoginsOfEmail = statement<{ email: Buffer }>(
  'auth.forgetFailuresOf',
  'delete from failed_logins where email_hash = :email',
)

export const deleteFailedLogin = statement<{ id: number }>(
  'auth.removeFailure',
  'delete from failed_logins where id = :id',
)

export const insertSession = statement<{
  id: string
  userId: UserId
  refreshHash: Buffer
  expiresAt: Date
  address: string
  userAgent: string
  at: Date
}>(
  'auth.insertSession',
  `
  insert into sign_in_sessions (company_id, id, user_id, refresh_hash, rotated_at, expires_at, address, user_agent,
    created_at)
  values (current_company(), :id, :userId, :refreshHash, :at, :expiresAt, :address, :userAgent, :at)
  `,
)

export interface SessionRow {
  id: string
  user_id: UserId
  refresh_hash: Buffer
  previous_refresh_hash: Buffer | null
  rotated_at: Date
  expires_at: Date
  ended_at: Date | null
}

const sessionColumns = `
  id, user_id, refresh_hash, previous_refresh_hash, rotated_at, expires_at, ended_at`

/** Searches all companies, because the refresh cookie does not contain the session's company. */
export const sessionById = statement<{ id: string }, SessionRow & { company_id: CompanyId }>(
  'auth.sessionById',
  `select company_id, ${sessionColumns} from sign_in_sessions where id = :id`,
)

export const lockSession = statement<{ id: string }, SessionRow>(
  'auth.lockSession',
  `select ${sessionColumns} from sign_in_sessions where id = :id for update`,
)

export const updateSessionRefreshHash = statement<{
  id: string
  refreshHash: Buffer
  expiresAt: Date
  at: Date
}>(
  'auth.updateSessionRefreshHash',
  `
  update sign_in_sessions s
  set previous_refresh_hash = refresh_hash, refresh_hash = :refreshHash, rotated_at = :at,
    -- A refresh does not extend a support visit.
    expires_at = case when u.is_support then s.expires_at else :expiresAt end
  from users u
  where s.id = :id and u.company_id = s.company_id and u.id = s.user_id
  `,
)

export const endSessionsOfUser = statement<
  { userId: UserId; exceptId: string | null; because: string; at: Date },
  { id: string }
>(
  'auth.endSessionsOfUser',
  `
  update sign_in_sessions
  set ended_at = :at, ended_because = :because
  where user_id = :userId and ended_at is null and id is distinct from :exceptId
  returning id
  `,
)

export interface SessionPersonRow {
  user_id: UserId
  name: string
  profile: Profile
  is_super: boolean
  is_support: boolean
  all_ticket: boolean
  queue_ids: QueueId[]
}

export const personOfLiveSession = statement<{ sessionId: string; at: Date }, SessionPersonRow>(
  'auth.personOfLiveSession',
  `
  select u.id as user_id, u.name, u.profile, u.is_super, u.is_support, u.all_ticket,
    array(select uq.queue_id from user_queues uq
      where uq.company_id = u.company_id and uq.user_id = u.id order by uq.queue_id) as queue_ids
  from sign_in_sessions s
  join users u on u.company_id = s.company_id and u.id = s.user_id
  where s.id = :sessionId and s.ended_at is null and s.expires_at > :at
  `,
)

/** Needs no index on `ended_at`: a user has few sessions, and this runs only at a login. */
export const deleteOldEndedSessions = statement<{ userId: UserId; endedBefore: Date }>(
  'auth.forgetEndedSessions',
  'delete from sign_in_sessions where user_id = :userId and ended_at < :endedBefore',
)
