import type { QueueId, UserId } from '@balcao/domain/ids'
import { reactionPoint } from '../../platform/reactions'

/** A user is about to be deleted. */
export const userLeaving = reactionPoint<{ userId: UserId }>('user leaving')

/** Queues were taken from a user. */
export const userQueuesChanged = reactionPoint<{ userId: UserId; lostQueueIds: readonly QueueId[] }>(
  'user queues changed',
)

/** Sessions of the user end: all of them, or but for the one in which they changed their password themselves. */
export const userMustSignInAgain = reactionPoint<{
  readonly userId: UserId
  readonly because: 'password or profile changed' | 'signed out everywhere'
  readonly exceptSessionId: string | null
}>('user must sign in again')
