import { channel, type LiveUser } from '@balcao/contract/live'
import type { SessionUser, UserView } from '@balcao/contract/people'
import type { UserId } from '@balcao/domain/ids'
import { eventKind } from '../../platform/live/event-kind'

export const userCreated = eventKind<{ user: UserView }>({
  name: 'user.created',
  reach: ({ user }, seat) => ({
    channel: channel.user(seat.viewer.companyId),
    payload: { action: 'create', user } satisfies LiveUser,
  }),
})

/** Users are known to everybody of the company; the own page replaces its whole session user with what it gets. */
export const userChanged = eventKind<{ user: UserView; self: SessionUser }>({
  name: 'user.changed',
  reach: ({ user, self }, seat) => ({
    channel: channel.user(seat.viewer.companyId),
    payload: { action: 'update', user: seat.viewer.userId === user.id ? self : user } satisfies LiveUser,
  }),
  reseats: ({ user }) => [user.id],
})

export const userDeleted = eventKind<{ userId: UserId }>({
  name: 'user.deleted',
  reach: ({ userId }, seat) => ({
    channel: channel.user(seat.viewer.companyId),
    payload: { action: 'delete', userId } satisfies LiveUser,
  }),
  reseats: ({ userId }) => [userId],
})
