import { channel, type LiveAuth } from '@balcao/contract/live'
import type { CompanyId, UserId } from '@balcao/domain/ids'
import { eventKind } from '../../platform/live/event-kind'

/** A login ended the user's older session: its sockets are told, and closed (AUTH-19). */
export const openedElsewhere = eventKind<{
  user: { id: UserId; email: string; companyId: CompanyId }
  newSessionId: string
}>({
  name: 'session.opened-elsewhere',
  reach: ({ user, newSessionId }, seat) =>
    seat.viewer.userId === user.id && seat.sessionId !== newSessionId
      ? {
          channel: channel.auth(user.companyId),
          payload: { action: 'update', user } satisfies LiveAuth,
          thenClose: true,
        }
      : null,
})

/** A session ended for another cause. Nothing is said; its seats find nobody when they are looked up anew. */
export const sessionEnded = eventKind<{ userId: UserId }>({
  name: 'session.ended',
  reach: () => null,
  reseats: ({ userId }) => [userId],
})
