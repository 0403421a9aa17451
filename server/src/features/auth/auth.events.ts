import { type LiveSignedInElsewherePayload, liveChannel } from '@balcao/contract/live'
import type { CompanyId, UserId } from '@balcao/domain/ids'
import { eventKind } from '../../platform/live/event-kind'

/**
 * A login ended the user's older session: its sockets get an event and are closed (AUTH-19). The event lists the
 * ended sessions, so that a late delivery can't close a newer one.
 */
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

/**
 * A session ended for another cause, such as a logout. Sends no payload: the server checks the user's sockets
 * again and drops those without a session.
 */
export const sessionEnded = eventKind<{ userId: UserId }>({
  name: 'session.ended',
  audience: () => null,
  resubscribes: ({ userId }) => [userId],
})
