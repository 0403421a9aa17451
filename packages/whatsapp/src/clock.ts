/** Time and randomness. They are injected so that tests can control them. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** A uniform random number from 0 to 1. */
  chance(): number
  /** Calls `act` once after `milliseconds`. The returned function cancels the call. */
  after(milliseconds: number, act: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  chance: () => Math.random(),
  after(milliseconds, act) {
    const timer = setTimeout(act, milliseconds)
    return () => clearTimeout(timer)
  },
}
