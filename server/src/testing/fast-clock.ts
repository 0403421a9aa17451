import type { Clock } from '../platform/clock'

/** A clock that runs `times` faster, so that tests need not wait for leases and back-offs. */
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
