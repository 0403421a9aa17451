import { createHash } from 'node:crypto'
import { addressForThrottling } from '../../platform/http/counted-address'
import { refuse } from '../../platform/refusal'
import type { PlatformWork } from '../../platform/work'
import {
  deleteOldFailedLogins,
  failedLoginsAtLimit,
  insertFailedLogin,
  lockLoginAttempts,
} from './auth.queries'
import { addSeconds, loginThrottle } from './timings'

export function hashOfLoginEmail(email: string): Buffer {
  return createHash('sha256').update(email).digest()
}

/** Where a login attempt comes from: an IP address, or a browser in which the account's owner has signed in before. */
export interface LoginAttemptOrigin {
  readonly address: string
  readonly knownBrowser: string | null
}

/**
 * Counts a login as failed before the password check, so that concurrent attempts stay within the limit (SECURITY A2).
 * A known browser and an address without failures have limits of their own: a stranger's failures don't lock them out.
 */
export async function countLoginAttempt(
  { db, now }: PlatformWork,
  email: string,
  { address, knownBrowser }: LoginAttemptOrigin,
): Promise<number> {
  const from = knownBrowser === null ? addressForThrottling(address) : `browser ${knownBrowser}`
  const emailHash = hashOfLoginEmail(email)
  await db.rows(lockLoginAttempts, { email: emailHash, address: from })
  const { pair, attacked } = loginThrottle
  const filling = await db.rows(failedLoginsAtLimit, {
    email: emailHash,
    from,
    pairSince: addSeconds(now, -pair.seconds),
    pairLimit: pair.failures,
    addressSince: addSeconds(now, -loginThrottle.address.seconds),
    addressLimit: loginThrottle.address.failures,
    attackedSince: addSeconds(now, -attacked.seconds),
    attackedLimit: attacked.failuresOfAll,
    attackedPairLimit: attacked.failures,
    isKnownBrowser: knownBrowser !== null,
  })
  const openAgain = filling.map(({ by, at }) => addSeconds(at, loginThrottle[by].seconds).getTime())
  if (openAgain.length > 0) {
    const retryAfterSeconds = Math.ceil((Math.max(...openAgain) - now.getTime()) / 1000)
    throw refuse('ERR_TOO_MANY_ATTEMPTS', { retryAfterSeconds })
  }
  await db.run(deleteOldFailedLogins, { before: addSeconds(now, -attacked.seconds) })
  return (await db.one(insertFailedLogin, { email: emailHash, address: from, at: now })).id
}
