import type { Feature } from '../../platform/feature'
import { onHook } from '../../platform/hooks'
import type { IsOnline } from '../../platform/live/presence'
import { queueGone } from '../queues/queues.hooks'
import { tellUsersChanged } from './tell-users-changed'
import { userChanged, userCreated, userDeleted } from './users.events'
import { type ProvePassword, userRoutes } from './users.routes'

export interface UsersParts {
  readonly isOnline: IsOnline
  /** Refuses with `ERR_PASSWORD_WRONG` unless the password is the caller's; counts attempts like the log-in. */
  readonly provePassword: ProvePassword
}

export function usersFeature({ isOnline, provePassword }: UsersParts): Feature {
  return {
    name: 'users',
    routes: userRoutes(isOnline, provePassword),
    events: [userCreated, userChanged, userDeleted],
    hooks: [onHook(queueGone, (work, { userIds }) => tellUsersChanged(work, userIds, isOnline))],
  }
}
