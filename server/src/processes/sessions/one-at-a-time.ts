/**
 * A task that never runs beside itself. Asked for while it runs, it runs once more afterwards: whatever became true
 * meanwhile is seen. `task` must not reject.
 */
export function oneAtATime(task: () => Promise<void>): {
  ask(): void
  /** Resolves when it neither runs nor is asked for. */
  idle(): Promise<void>
} {
  let running: Promise<void> | null = null
  let isAsked = false

  return {
    ask() {
      isAsked = true
      running ??= run()
    },
    idle: async () => {
      await running
    },
  }

  async function run(): Promise<void> {
    while (isAsked) {
      isAsked = false
      await task()
    }
    running = null
  }
}
