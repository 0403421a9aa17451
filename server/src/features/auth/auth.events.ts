import { channel, type LiveAuth } from '@balcao/contract/live'
import type { CompanyId, UserId } from '@balcao/domain/ids'
import { eventKind } from '../../platform/live/event-kind'

/** A login ended the user's older session: its sockets are told, and closed (AUTH-19). The ended ones are named, so that
 *  an event which is delivered late can not hit a session that is newer still. */
export const openedElsewhere = eventKind<{
  user: { id: UserId; email: string; companyId: CompanyId }
  endedSessionIds: readonly string[]
}>({
  name: 'session.opened-elsewhere',
  audience: ({ user, endedSessionIds }, subscriber) =>
    endedSessionIds.includes(subscriber.sessionId)
      ? {
          channel: channel.auth(user.companyId),
          payload: { action: 'update', user } satisfies LiveAuth,
          thenClose: true,
        }
      : null,
})

/** A session ended for another cause. Nothing is said; its subscribers find nobody when they are looked up anew. */
export const sessionEnded = eventKind<{ userId: UserId }>({
  name: 'session.ended',
  audience: () => null,
  resubscribes: ({ userId }) => [userId],
})
