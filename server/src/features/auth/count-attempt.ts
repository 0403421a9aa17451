import { createHash } from 'node:crypto'
import { countedAddress } from '../../platform/http/counted-address'
import { refuse } from '../../platform/refusal'
import type { PlatformWork } from '../../platform/work'
import { fillingFailures, forgetOldFailures, insertFailure, lockAttempts } from './auth.queries'
import { secondsAfter, throttle } from './timings'

/**
 * Counts an attempt as failed before it is tried, and refuses when there were too many (SECURITY A2). Counting first
 * makes a hundred attempts at once no way around the limit; the attempt that succeeds is taken off again by its id.
 */
export async function countAttempt(
  { db, now }: PlatformWork,
  email: string,
  address: string,
): Promise<number> {
  const from = countedAddress(address)
  const emailHash = createHash('sha256').update(email).digest()
  await db.rows(lockAttempts, [emailHash, from])
  const filling = await db.rows(fillingFailures, [
    emailHash,
    secondsAfter(now, -throttle.email.seconds),
    throttle.email.failures,
    from,
    secondsAfter(now, -throttle.address.seconds),
    throttle.address.failures,
  ])
  const openAgain = filling.map(({ by, at }) => secondsAfter(at, throttle[by].seconds).getTime())
  if (openAgain.length > 0) {
    const retryAfterSeconds = Math.ceil((Math.max(...openAgain) - now.getTime()) / 1000)
    throw refuse('ERR_TOO_MANY_ATTEMPTS', { retryAfterSeconds })
  }
  await db.run(forgetOldFailures, [secondsAfter(now, -throttle.email.seconds)])
  return (await db.one(insertFailure, [emailHash, from, now])).id
}
