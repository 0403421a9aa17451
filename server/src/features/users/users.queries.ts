import type { CompanyId, ConnectionId, QueueId, UserId } from '@balcao/domain/ids'
import type { Profile } from '@balcao/domain/people'
import { ownedTicketStatuses } from '@balcao/domain/tickets'
import { type NoParams, sqlTextList, statement } from '../../platform/database/statement'

export interface UserRow {
  id: UserId
  company_id: CompanyId
  name: string
  email: string
  profile: Profile
  is_super: boolean
  all_ticket: boolean
  default_connection_id: ConnectionId | null
  last_seen_at: Date | null
  created_at: Date
  updated_at: Date
  queues: { id: QueueId; name: string; color: string }[]
}

const userColumns = `
  u.id, u.company_id, u.name, u.email, u.profile, u.is_super, u.all_ticket, u.default_connection_id, u.last_seen_at,
  u.created_at, u.updated_at, coalesce(q.queues, '[]') as queues`

const withQueues = `
  users u
  left join lateral (
    select json_agg(json_build_object('id', q.id, 'name', q.name, 'color', q.color)
      order by q.order_queue nulls last, q.id) as queues
    from user_queues uq
    join queues q on q.company_id = uq.company_id and q.id = uq.queue_id
    where uq.company_id = u.company_id and uq.user_id = u.id
  ) q on true`

export const userById = statement<{ id: UserId }, UserRow>(
  'users.byId',
  `select ${userColumns} from ${withQueues} where u.id = :id`,
)

export const usersByIds = statement<{ ids: readonly UserId[] }, UserRow>(
  'users.byIds',
  `select ${userColumns} from ${withQueues} where u.id = any (:ids) and not u.is_support order by u.id`,
)

/** SQL: the name, ignoring case and accents, or the e-mail contains the text. Excludes the platform's support. */
const matchesUserSearch = `not u.is_support and (position(plain_text(:words) in plain_text(u.name)) > 0
  or position(lower(:words) in u.email) > 0)`

export const usersPage = statement<{ words: string; limit: number; offset: number }, UserRow>(
  'users.page',
  `
  select ${userColumns} from ${withQueues} where ${matchesUserSearch} order by u.name, u.id limit :limit offset :offset
  `,
)

export const countMatchingUsers = statement<{ words: string }, { count: number }>(
  'users.countMatches',
  `select count(*)::int as count from users u where ${matchesUserSearch}`,
)

export const allUsers = statement<NoParams, UserRow>(
  'users.all',
  `select ${userColumns} from ${withQueues} where not u.is_support order by u.name, u.id`,
)

export const userNames = statement<NoParams, { id: UserId; name: string }>(
  'users.names',
  'select u.id, u.name from users u where not u.is_support order by u.name, u.id',
)

/** Locks a user; no row for the platform's support. Rows that reference the user can still be written meanwhile. */
export const lockUser = statement<{ id: UserId }, { id: UserId }>(
  'users.lock',
  'select id from users where id = :id and not is_support for no key update',
)

export const countUsers = statement<NoParams, { count: number }>(
  'users.count',
  'select count(*)::int as count from users where not is_support',
)

export const countOtherAdmins = statement<{ id: UserId }, { count: number }>(
  'users.countOtherAdmins',
  `select count(*)::int as count from users where profile = 'admin' and id <> :id and not is_support`,
)

export const isConnectionOfCompany = statement<{ id: ConnectionId }, { found: boolean }>(
  'users.isOurConnection',
  'select exists (select from connections where id = :id) as found',
)

export const countOpenTicketsOfUser = statement<{ id: UserId }, { count: number }>(
  'users.countOpenTicketsOfUser',
  `select count(*)::int as count from tickets where user_id = :id and status in (${sqlTextList(ownedTicketStatuses)})`,
)

export const userEmailsPage = statement<{ after: string; limit: number }, { email: string }>(
  'users.userEmailsPage',
  'select email from users where email > :after and not is_support order by email limit :limit',
)

export const insertUser = statement<
  {
    companyId: CompanyId
    name: string
    email: string
    passwordHash: string
    profile: Profile
    isSuper: boolean
    allTicket: boolean
    defaultConnectionId: ConnectionId | null
    hasGeneratedPassword: boolean
    at: Date
  },
  { id: UserId }
>(
  'users.insert',
  `
  insert into users (company_id, name, email, password_hash, profile, is_super, all_ticket, default_connection_id,
    has_generated_password, created_at, updated_at)
  values (:companyId, :name, :email, :passwordHash, :profile, :isSuper, :allTicket, :defaultConnectionId,
    :hasGeneratedPassword, :at, :at)
  on conflict (email) do nothing
  returning id
  `,
)

/** Null leaves a field unchanged. The connection has a flag of its own, because null removes it. */
export const saveUser = statement<{
  id: UserId
  name: string | null
  email: string | null
  passwordHash: string | null
  profile: Profile | null
  allTicket: boolean | null
  setConnection: boolean
  defaultConnectionId: ConnectionId | null
  at: Date
  /** Whether the server generated the password, because the user typed none. */
  isGenerated: boolean
}>(
  'users.save',
  `
  update users
  set name = coalesce(:name, name), email = coalesce(:email, email),
    password_hash = coalesce(:passwordHash, password_hash),
    profile = coalesce(:profile, profile), all_ticket = coalesce(:allTicket, all_ticket),
    default_connection_id = case when :setConnection then :defaultConnectionId::int else default_connection_id end,
    has_generated_password = case when :passwordHash::text is null then has_generated_password else :isGenerated end,
      updated_at = :at
  where id = :id
  `,
)

export const savePasswordHash = statement<{ id: UserId; passwordHash: string }>(
  'users.savePasswordHash',
  'update users set password_hash = :passwordHash where id = :id',
)

export const addQueuesToUser = statement<{ id: UserId; queueIds: readonly QueueId[] }>(
  'users.addQueues',
  `
  insert into user_queues (company_id, user_id, queue_id)
  select current_company(), :id, queue_id from unnest(:queueIds::int[]) as given (queue_id)
  on conflict do nothing
  `,
)

export const removeOtherQueuesOfUser = statement<
  { id: UserId; queueIds: readonly QueueId[] },
  { queue_id: QueueId }
>(
  'users.removeOtherQueues',
  'delete from user_queues where user_id = :id and queue_id <> all (:queueIds::int[]) returning queue_id',
)

export const removeUser = statement<{ id: UserId }>('users.remove', 'delete from users where id = :id')

export const saveLastSeen = statement<{ id: UserId; at: Date }>(
  'users.stampLastSeen',
  'update users set last_seen_at = :at where id = :id',
)

/** Creates or renames the platform's support account. Its hash is empty, so no password matches. */
export const saveSupportUser = statement<{ name: string; email: string; at: Date }, { id: UserId }>(
  'users.saveSupport',
  `
  insert into users (company_id, name, email, password_hash, profile, all_ticket, is_support, created_at, updated_at)
  values (current_company(), :name, :email, '', 'admin', true, true, :at, :at)
  on conflict (company_id) where is_support do update set name = excluded.name, updated_at = excluded.updated_at
  returning id
  `,
)
