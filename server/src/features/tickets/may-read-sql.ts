import type { QueueId, UserId } from '@balcao/domain/ids'

/**
 * `mayReadTicket` of the domain as a condition over the tickets `t`; a test compares the two. It needs
 * `MayReadParams`: `userId` is the viewer.
 */
export const mayRead =
  'may_read_ticket(t.status, t.user_id, t.queue_id, :isAdmin, :userId, :queueIds, :allTicket)'
export type MayReadParams = {
  isAdmin: boolean
  userId: UserId
  queueIds: readonly QueueId[]
  allTicket: boolean
}
