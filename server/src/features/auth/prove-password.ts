import type { UserCaller } from '../../platform/http/route'
import { isPasswordOf } from '../../platform/password-hash'
import { refuse } from '../../platform/refusal'
import type { PersonWork, Workplace } from '../../platform/work'
import { userToChange } from '../users/users.access'
import type { UserRow } from '../users/users.queries'
import { deleteFailedLogin, lockAccount } from './auth.queries'
import { countLoginAttempt } from './count-attempt'
import { knownBrowserCookieName, knownBrowserId } from './known-browser'

export interface LoginAttemptDependencies {
  readonly workplace: Workplace
  /** The key of the signature in the cookie of a known browser. */
  readonly tokenKey: string
}

/** Creates the check that a password is the caller's own. `users` gets it injected, because `auth` imports `users`. */
export function createOwnPasswordCheck(parts: LoginAttemptDependencies) {
  return (caller: UserCaller, password: string): Promise<void> =>
    withLoginThrottle(caller, parts, async () => undefined, password)
}

/** Runs `act` under the limits of failed logins, so that a stolen session allows no extra guesses of the password. */
export async function withLoginThrottle<T>(
  caller: UserCaller,
  { workplace, tokenKey }: LoginAttemptDependencies,
  act: (work: PersonWork, user: UserRow) => Promise<T>,
  password?: string,
): Promise<T> {
  const account = await caller.act(async (work) => {
    const { id, email } = await userToChange(work, work.actor.userId)
    return { email, passwordHash: (await work.db.one(lockAccount, { userId: id })).password_hash }
  })
  const { address, cookies } = caller.facts
  const known = knownBrowserId(tokenKey, cookies[knownBrowserCookieName], caller.actor.userId)
  const attempt = await workplace.withPlatform('prove oneself', (work) =>
    countLoginAttempt(work, account.email, { address, knownBrowser: known }),
  )
  // Hashing is slow on purpose, so it runs between the transactions.
  if (password !== undefined && !(await isPasswordOf(account.passwordHash, password)))
    throw refuse('ERR_PASSWORD_WRONG')

  const result = await caller.act(async (work) => act(work, await userToChange(work, work.actor.userId)))
  await workplace.withPlatform('prove oneself', (work) => work.db.run(deleteFailedLogin, { id: attempt }))
  return result
}
