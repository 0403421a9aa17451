import type { Feature } from '../../platform/feature'
import type { IsOnline } from '../../platform/live/presence'
import { reactTo } from '../../platform/reactions'
import { queueGone } from '../queues/queues.reactions'
import { tellUsersChanged } from './tell-users-changed'
import { userChanged, userCreated, userDeleted } from './users.events'
import { userRoutes } from './users.routes'

export interface UsersParts {
  readonly isOnline: IsOnline
}

export function usersFeature({ isOnline }: UsersParts): Feature {
  return {
    name: 'users',
    routes: userRoutes(isOnline),
    events: [userCreated, userChanged, userDeleted],
    reactions: [reactTo(queueGone, (work, { userIds }) => tellUsersChanged(work, userIds, isOnline))],
  }
}
