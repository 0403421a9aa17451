export const sessionTimings = {
  accessTokenSeconds: 15 * 60,
  refreshTokenSeconds: 7 * 24 * 60 * 60,
  /** How long the previous refresh token stays valid, because two tabs may refresh at once (decision 0003). */
  graceSeconds: 10,
  /** How long an ended session is stored, as a record of where the user signed in. */
  endedSessionSeconds: 14 * 24 * 60 * 60,
  /** The longest time that a cached session is used without a new read of the database (decision 0003). */
  gateMemoryMilliseconds: 5_000,
} as const

/** How many failed logins block further attempts, and for how long (SECURITY A2, decision 0003). */
export const loginThrottle = {
  /** The limit for one account from one IP address, or in one known browser. */
  pair: { failures: 10, seconds: 15 * 60 },
  /** The limit for one IP address, across all accounts. */
  address: { failures: 50, seconds: 5 * 60 },
  /** After `failuresOfAll` failures of an account, each IP address has only `failures` attempts for that account. */
  attacked: { failuresOfAll: 50, failures: 3, seconds: 24 * 60 * 60 },
} as const

export function addSeconds(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1000)
}
