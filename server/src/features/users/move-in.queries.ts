import { insertRowsStatement } from '../../platform/database/insert-rows'
import { statement } from '../../platform/database/statement'

/** Runs across all companies: those of these e-mails that have an account already. */
export const takenEmails = statement<{ emails: readonly string[] }, { email: string }>(
  'users.takenEmails',
  `
  select email from users where email = any (:emails)
  `,
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
