import type { CompanyId, UserId } from '@balcao/domain/ids'
import type { Profile } from '@balcao/domain/people'
import { createSigner, createVerifier } from 'fast-jwt'
import { z } from 'zod'
import { addSeconds, sessionTimings } from './timings'

/** The token carries no rights: the server reads a user's rights from the database on each call. */
export interface AccessTokenClaims {
  readonly userId: UserId
  readonly companyId: CompanyId
  readonly sessionId: string
}

export interface AccessTokenSigner {
  issue(bearer: AccessTokenClaims & { readonly profile: Profile }, now: Date): string
  /** Null: this server did not sign the token. The caller checks `expiresAt` against the clock of its transaction. */
  read(token: string): (AccessTokenClaims & { readonly expiresAt: Date }) | null
}

const tokenClaims = z.object({
  id: z.number().int(),
  companyId: z.number().int(),
  sessionId: z.uuid(),
  exp: z.number(),
})

/** Signs and verifies access tokens (AUTH-20): JWT under HS256, valid for 15 minutes. */
export function createAccessTokenSigner(tokenKey: string): AccessTokenSigner {
  const sign = createSigner({ key: tokenKey, algorithm: 'HS256' })
  const verify = createVerifier({ key: tokenKey, algorithms: ['HS256'], ignoreExpiration: true })

  return {
    issue({ userId, companyId, sessionId, profile }, now) {
      const exp = seconds(addSeconds(now, sessionTimings.accessTokenSeconds))
      return sign({ id: userId, companyId, profile, sessionId, iat: seconds(now), exp })
    },
    read(token) {
      const said = tokenClaims.safeParse(verified(token))
      if (!said.success) return null
      const { id, companyId, sessionId, exp } = said.data
      const expiresAt = new Date(exp * 1000)
      // The schema has checked the ids; the casts only add the branded types.
      return { userId: id as UserId, companyId: companyId as CompanyId, sessionId, expiresAt }
    },
  }

  function verified(token: string): unknown {
    try {
      return verify(token)
    } catch {
      return null // The token is forged, truncated, or signed with another key.
    }
  }
}

function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1000)
}
