/** How long things of a session last. Seconds, but for the cache. */
export const timings = {
  accessTokenSeconds: 15 * 60,
  refreshTokenSeconds: 7 * 24 * 60 * 60,
  /** How long the refresh token before the present one is good: two tabs at once (decision 0003). */
  graceSeconds: 10,
  /** How long an ended session is kept, for whoever asks from where somebody signed in. */
  endedSessionSeconds: 14 * 24 * 60 * 60,
  /** How long the gate may answer from memory (decision 0003). */
  gateMemoryMilliseconds: 5_000,
} as const

/** Failures that close the door for a while (SECURITY A2, decision 0003). */
export const throttle = {
  /** Of one account from one address, or in one known browser. */
  pair: { failures: 10, seconds: 15 * 60 },
  /** Of one address, over all accounts. */
  address: { failures: 50, seconds: 5 * 60 },
  /** Once an account has `failuresOfAll` from wherever, each address is left so few for it. */
  attacked: { failuresOfAll: 50, failures: 3, seconds: 24 * 60 * 60 },
} as const

export function secondsAfter(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1000)
}
