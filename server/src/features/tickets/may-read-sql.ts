import type { QueueId, UserId } from '@balcao/domain/ids'

/** SQL condition: the viewer may read the ticket `t`, as the domain's `mayReadTicket` decides. A test compares them. */
export const mayReadTicketSql =
  'may_read_ticket(t.status, t.user_id, t.queue_id, :isAdmin, :userId, :queueIds, :allTicket)'
export type MayReadTicketParams = {
  isAdmin: boolean
  userId: UserId
  queueIds: readonly QueueId[]
  allTicket: boolean
}
