import type { QueueId, UserId } from '@balcao/domain/ids'

/**
 * SQL condition: the viewer may read the ticket `t`, as `mayReadTicket` of the domain decides. A test
 * compares the two. Requires `MayReadParams`.
 */
export const mayReadSql =
  'may_read_ticket(t.status, t.user_id, t.queue_id, :isAdmin, :userId, :queueIds, :allTicket)'
export type MayReadParams = {
  isAdmin: boolean
  userId: UserId
  queueIds: readonly QueueId[]
  allTicket: boolean
}
