import type { UserId } from '@balcao/domain/ids'
import { insertRowsStatement, type JsonRows } from '../../platform/database/insert-rows'
import { statement } from '../../platform/database/statement'

export const takenEmails = statement<{ emails: readonly string[] }, { email: string }>(
  'users.takenEmails',
  'select email from users where email = any (:emails)',
)

export const insertMovedUsers = insertRowsStatement(
  'users.insertMoved',
  'users',
  'id, name, email, password_hash, profile, all_ticket, default_connection_id, created_at, updated_at',
)

export const insertMovedUserQueues = insertRowsStatement(
  'users.insertMovedQueues',
  'user_queues',
  'user_id, queue_id',
  'on conflict do nothing',
)

/** SQL: only the import has written this user. Any later change makes `updated_at` differ from `created_at`. */
const isUntouched =
  'u.updated_at = u.created_at and u.last_seen_at is null and not u.is_super and not u.is_support'

/** Updates imported users that changed in the source product. A null password hash leaves the password. */
export const updateMovedUsers = statement<JsonRows>(
  'users.updateMoved',
  `
  update users u
  set name = coalesce(nullif(r.name, ''), u.name), profile = r.profile, all_ticket = r.all_ticket,
    password_hash = coalesce(r.password_hash, u.password_hash)
  from jsonb_to_recordset(:rows::jsonb)
    as r (id int, name text, profile text, all_ticket boolean, password_hash text)
  where u.id = r.id and ${isUntouched}
    and (coalesce(nullif(r.name, ''), u.name), r.profile, r.all_ticket, coalesce(r.password_hash, u.password_hash))
      is distinct from (u.name, u.profile, u.all_ticket, u.password_hash)
  `,
)

/** Locks those among these users that only the import has written. */
export const lockUntouchedMovedUsers = statement<{ ids: readonly number[] }, { id: UserId }>(
  'users.lockUntouchedMoved',
  `select u.id from users u where u.id = any (:ids) and ${isUntouched} order by u.id for update`,
)

export const removeMovedUsers = statement<{ ids: readonly UserId[] }>(
  'users.removeMoved',
  'delete from users where id = any (:ids)',
)

/** Removes imported queues that users have no longer in the source. `rows` are the pairs that they still have there. */
export const removeObsoleteQueuesOfMovedUsers = statement<{
  userIds: readonly string[]
  queueIds: readonly string[]
}>(
  'users.removeObsoleteQueuesOfMovedUsers',
  `
  delete from user_queues p
  using users u, move_in_ids iu, move_in_ids iq
  where u.company_id = p.company_id and u.id = p.user_id and ${isUntouched}
    and iu.company_id = p.company_id and iu.kind = 'user' and iu.target_id = p.user_id
    and iq.company_id = p.company_id and iq.kind = 'queue' and iq.target_id = p.queue_id
    and (iu.source_id, iq.source_id) not in (select * from unnest(:userIds::text[], :queueIds::text[]))
  `,
)
