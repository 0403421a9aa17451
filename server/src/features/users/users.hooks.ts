import type { QueueId, UserId } from '@balcao/domain/ids'
import { hook } from '../../platform/hooks'

/** A user is about to be deleted. */
export const userLeaving = hook<{ userId: UserId }>('user leaving')

/** Queues were taken from a user. */
export const userQueuesChanged = hook<{ userId: UserId; lostQueueIds: readonly QueueId[] }>(
  'user queues changed',
)

/** Sessions of the user end: all of them, or but for the one in which they changed their password themselves. */
export const userMustSignInAgain = hook<{
  readonly userId: UserId
  readonly because: 'password or profile changed' | 'signed out everywhere'
  readonly exceptSessionId: string | null
}>('user must sign in again')
