/** The machine's time and chance, handed in so that tests decide both. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Evenly in 0..1. */
  chance(): number
  /** Calls `act` once, `milliseconds` later; gives the way to call it off. */
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
