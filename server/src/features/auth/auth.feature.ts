import type { Feature } from '../../platform/feature'
import type { IsOnline } from '../../platform/live/presence'
import { reactTo } from '../../platform/reactions'
import { userMustSignInAgain } from '../users/users.reactions'
import { createAccessTokens } from './access-token'
import { openedElsewhere, sessionEnded } from './auth.events'
import { authRoutes } from './auth.routes'
import { endSessions } from './end-sessions'

export interface AuthParts {
  /** Signs access tokens and leads from one refresh token to the next. */
  readonly tokenKey: string
  readonly isOnline: IsOnline
}

export function authFeature({ tokenKey, isOnline }: AuthParts): Feature {
  return {
    name: 'auth',
    routes: authRoutes(tokenKey, { tokens: createAccessTokens(tokenKey), isOnline }),
    events: [openedElsewhere, sessionEnded],
    reactions: [
      reactTo(userMustSignInAgain, (work, { userId, exceptSessionId }) =>
        endSessions(work, userId, 'password or profile changed', exceptSessionId),
      ),
    ],
  }
}
