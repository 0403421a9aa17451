import type { Clock } from '../clock'

/** The machine's time, `times` faster, so that a test need not wait for a backoff. `chance` is always 0.5. */
export function fastClock(times: number): Clock {
  const start = Date.now()
  return {
    now: () => start + (Date.now() - start) * times,
    chance: () => 0.5,
    after(milliseconds, act) {
      const timer = setTimeout(act, milliseconds / times)
      return () => clearTimeout(timer)
    },
  }
}
