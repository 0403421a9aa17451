import type { CellDirectory } from '../../platform/cells/directory'
import type { DataKeys } from '../../platform/encryption'
import type { Feature } from '../../platform/feature'
import { onHook } from '../../platform/hooks'
import type { IsUserOnline } from '../../platform/live/presence'
import type { Workplace } from '../../platform/work'
import { userInvited, userMustSignInAgain } from '../users/users.hooks'
import { createAccessTokenSigner } from './access-token'
import { sessionEnded, sessionOpenedElsewhere } from './auth.events'
import { authRoutes, passwordLinkRoutes, twoStepRoutes } from './auth.routes'
import { endSessions } from './end-sessions'
import { createPasswordLinkService, type PasswordLinkDependencies } from './password-links'

export interface AuthDependencies extends Pick<PasswordLinkDependencies, 'mail' | 'node'> {
  /** The key of the signatures of access tokens, and of the derivation of each refresh secret from the one before. */
  readonly tokenKey: string
  readonly isOnline: IsUserOnline
  /** Encrypts the secret from which the user's authenticator app computes the codes of the second step. */
  readonly dataKeys: DataKeys
  readonly workplace: Workplace
  readonly cells: CellDirectory
}

export function authFeature(parts: AuthDependencies): Feature {
  const links = createPasswordLinkService(parts)
  return {
    name: 'auth',
    routes: [
      ...authRoutes({ ...parts, tokens: createAccessTokenSigner(parts.tokenKey) }),
      ...twoStepRoutes(parts),
      ...passwordLinkRoutes(links),
    ],
    jobs: links.jobs,
    events: [sessionOpenedElsewhere, sessionEnded],
    hooks: [
      onHook(userMustSignInAgain, (work, { userId, because, exceptSessionId }) =>
        endSessions(work, userId, because, exceptSessionId),
      ),
      onHook(userInvited, (work, { userId }) => links.invite(work, userId)),
    ],
  }
}
