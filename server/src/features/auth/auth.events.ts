import { type LiveSignedInElsewherePayload, liveChannel } from '@balcao/contract/live'
import type { CompanyId, UserId } from '@balcao/domain/ids'
import { eventKind } from '../../platform/live/event-kind'

/** A login ended the listed older sessions (AUTH-19); a late delivery of this event must not close a newer one. */
export const sessionOpenedElsewhere = eventKind<{
  user: { id: UserId; email: string; companyId: CompanyId }
  endedSessionIds: readonly string[]
}>({
  name: 'session.opened-elsewhere',
  audience: ({ user, endedSessionIds }, subscriber) =>
    endedSessionIds.includes(subscriber.sessionId)
      ? {
          channel: liveChannel.auth(user.companyId),
          payload: { action: 'update', user } satisfies LiveSignedInElsewherePayload,
          thenClose: true,
        }
      : null,
})

/** A session ended for another cause, such as a logout. The server then drops the user's sockets without a session. */
export const sessionEnded = eventKind<{ userId: UserId }>({
  name: 'session.ended',
  audience: () => null,
  resubscribes: ({ userId }) => [userId],
})
