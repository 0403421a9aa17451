import type { QueueId, UserId } from '@balcao/domain/ids'
import { hook } from '../../platform/hooks'

export const userDeleting = hook<{ userId: UserId }>('user deleting')

export const userQueuesChanged = hook<{ userId: UserId; lostQueueIds: readonly QueueId[] }>(
  'user queues changed',
)

/** A user was created without a password of their own. The listener mails a link to set one. */
export const userInvited = hook<{ userId: UserId }>('user invited')

/** The user must sign in again: in all sessions, or in all but the one in which the user changed the password. */
export const userMustSignInAgain = hook<{
  readonly userId: UserId
  readonly because: 'password or profile changed' | 'signed out everywhere'
  readonly exceptSessionId: string | null
}>('user must sign in again')
