import { type LiveSignedInElsewherePayload, liveChannel } from '@balcao/contract/live'
import type { CompanyId, UserId } from '@balcao/domain/ids'
import { eventKind } from '../../platform/live/event-kind'

/** A login ended the listed older sessions (AUTH-19). The event closes only their sockets, even if it arrives late. */
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

/** A session ended without another login, for example by a logout. The server then closes its sockets. */
export const sessionEnded = eventKind<{ userId: UserId }>({
  name: 'session.ended',
  audience: () => null,
  resubscribes: ({ userId }) => [userId],
})
