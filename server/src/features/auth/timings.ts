/** How long things of a session last. Seconds, but for the cache. */
export const timings = {
  accessTokenSeconds: 15 * 60,
  refreshTokenSeconds: 7 * 24 * 60 * 60,
  /** How long the refresh token before the present one is good: two tabs at once (docs/decisions/0003). */
  graceSeconds: 10,
  /** How long an ended session is kept, for whoever asks from where somebody signed in. */
  endedSessionSeconds: 14 * 24 * 60 * 60,
  /** How long the gate may answer from memory (docs/decisions/0003). */
  gateMemoryMilliseconds: 5_000,
} as const

/** Failures that close the door for a while (SECURITY A2). */
export const throttle = {
  email: { failures: 10, seconds: 15 * 60 },
  address: { failures: 50, seconds: 5 * 60 },
} as const

export function secondsAfter(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1000)
}
