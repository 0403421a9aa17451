import type { Clock } from '../platform/clock'

/** A clock whose waiting tasks run when the test says so. */
export function manualTimers(now: () => Date): Clock & { fire(): void; waiting(): number } {
  const tasks = new Set<() => void>()
  return {
    now,
    after(_, task) {
      const once = () => task()
      tasks.add(once)
      return () => tasks.delete(once)
    },
    waiting: () => tasks.size,
    /** Runs every waiting task. */
    fire() {
      for (const task of [...tasks]) if (tasks.delete(task)) task()
    },
  }
}
