import { type LiveUserPayload, liveChannel } from '@balcao/contract/live'
import type { SessionUser, UserView } from '@balcao/contract/people'
import type { UserId } from '@balcao/domain/ids'
import { eventKind } from '../../platform/live/event-kind'

export const userCreated = eventKind<{ user: UserView }>({
  name: 'user.created',
  audience: ({ user }, subscriber) => ({
    channel: liveChannel.user(subscriber.viewer.companyId),
    payload: { action: 'create', user } satisfies LiveUserPayload,
  }),
})

/** A user changed. The user's own pages replace their session user with `self`. */
export const userChanged = eventKind<{ user: UserView; self: SessionUser }>({
  name: 'user.changed',
  audience: ({ user, self }, subscriber) => ({
    channel: liveChannel.user(subscriber.viewer.companyId),
    payload: {
      action: 'update',
      user: subscriber.viewer.userId === user.id ? self : user,
    } satisfies LiveUserPayload,
  }),
  resubscribes: ({ user }) => [user.id],
})

export const userDeleted = eventKind<{ userId: UserId }>({
  name: 'user.deleted',
  audience: ({ userId }, subscriber) => ({
    channel: liveChannel.user(subscriber.viewer.companyId),
    payload: { action: 'delete', userId } satisfies LiveUserPayload,
  }),
  resubscribes: ({ userId }) => [userId],
})
