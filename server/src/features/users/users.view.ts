import type { UserView } from '@balcao/contract/people'
import type { IsUserOnline } from '../../platform/live/presence'
import type { UserRow } from './users.queries'

/** The wire format of a user. Each queue has a `UserQueue` object, which clients of the earlier API read. */
export function userView(row: UserRow, isOnline: IsUserOnline): UserView {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    profile: row.profile,
    super: row.is_super,
    companyId: row.company_id,
    whatsappId: row.default_connection_id,
    allTicket: row.all_ticket ? 'enable' : 'disable',
    online: isOnline(row.id),
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    queues: row.queues.map((queue) => ({ ...queue, UserQueue: { queueId: queue.id, userId: row.id } })),
  }
}
