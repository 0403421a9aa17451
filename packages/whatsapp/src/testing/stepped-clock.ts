import type { Clock } from '../clock'

/** The machine's time, which a test can advance: timers that become due fire at once, in order. */
export interface SteppedClock extends Clock {
  advance(milliseconds: number): void
}

export function steppedClock(): SteppedClock {
  const waiting = new Map<() => void, { dueAt: number; timer: NodeJS.Timeout }>()
  let ahead = 0
  const now = () => Date.now() + ahead
  return {
    now,
    chance: () => 0.5,
    after(milliseconds, act) {
      const run = () => {
        callOff()
        act()
      }
      const callOff = () => {
        clearTimeout(waiting.get(run)?.timer)
        waiting.delete(run)
      }
      waiting.set(run, { dueAt: now() + milliseconds, timer: setTimeout(run, milliseconds) })
      return callOff
    },
    advance(milliseconds) {
      ahead += milliseconds
      const due = [...waiting].filter(([, { dueAt }]) => dueAt <= now())
      for (const [run] of due.sort(([, one], [, other]) => one.dueAt - other.dueAt)) run()
    },
  }
}
