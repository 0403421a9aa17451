/**
 * Runs a task, but never concurrently with itself. A request during a run starts one more run afterwards,
 * which sees all changes made meanwhile. `task` must not reject.
 */
export function createNonConcurrentRunner(task: () => Promise<void>): {
  ask(): void
  /** Resolves when no run is active or requested. */
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
