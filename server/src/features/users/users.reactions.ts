import type { QueueId, UserId } from '@balcao/domain/ids'
import { reactionPoint } from '../../platform/reactions'

/** A user is about to be deleted. */
export const userLeaving = reactionPoint<{ userId: UserId }>('user leaving')

/** Queues were taken from a user. */
export const userQueuesChanged = reactionPoint<{ userId: UserId; lostQueueIds: readonly QueueId[] }>(
  'user queues changed',
)

/** A password or profile changed: sessions of the user end, but for the one in which they changed it themselves. */
export const userMustSignInAgain = reactionPoint<{ userId: UserId; exceptSessionId: string | null }>(
  'user must sign in again',
)
