import type { QueueId, UserId } from '@balcao/domain/ids'

/**
 * `mayReadTicket` of the domain as a condition over the tickets `t`; a test compares the two. It needs
 * `MayReadParams`: `userId` is the viewer.
 */
export const mayRead = `
  (:isAdmin::boolean
    or (t.status = 'open' and t.user_id = :userId::int)
    or t.queue_id = any (:queueIds::int[])
    or (:allTicket::boolean and (t.status = 'pending' or t.queue_id is null)))`
export type MayReadParams = {
  isAdmin: boolean
  userId: UserId
  queueIds: readonly QueueId[]
  allTicket: boolean
}
