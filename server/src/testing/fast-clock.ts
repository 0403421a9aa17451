import type { Clock } from '../platform/clock'

/** The machine's time, `times` faster, so that a test need not sit out leases and back-offs. */
export function fastClock(times: number): Clock {
  const start = Date.now()
  return {
    now: () => new Date(start + (Date.now() - start) * times),
    after(milliseconds, task) {
      const timer = setTimeout(task, milliseconds / times)
      return () => clearTimeout(timer)
    },
  }
}
