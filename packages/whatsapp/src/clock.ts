/** Time and randomness, injected so that tests control both. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** A uniform random number in 0..1. */
  chance(): number
  /** Calls `act` once, `milliseconds` later; returns a function that cancels it. */
  after(milliseconds: number, act: () => void): () => void
}

export const machineClock: Clock = {
  now: () => Date.now(),
  chance: () => Math.random(),
  after(milliseconds, act) {
    const timer = setTimeout(act, milliseconds)
    return () => clearTimeout(timer)
  },
}
