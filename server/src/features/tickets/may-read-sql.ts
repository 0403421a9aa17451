import type { QueueId, UserId } from '@balcao/domain/ids'

/**
 * `mayReadTicket` of the domain as a condition; a test holds the two together. `$1` admin, `$2` the viewer, `$3` the
 * viewer's queues, `$4` allTicket.
 */
export const mayRead = `
  ($1::boolean
    or (t.status = 'open' and t.user_id = $2::int)
    or t.queue_id = any ($3::int[])
    or ($4::boolean and (t.status = 'pending' or t.queue_id is null)))`
export type MayReadParams = [
  isAdmin: boolean,
  userId: UserId,
  queueIds: readonly QueueId[],
  allTicket: boolean,
]
