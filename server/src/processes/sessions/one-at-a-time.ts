/**
 * Returns a runner that never runs the task twice at once. `ask` during a run starts one more run after it. The
 * task must not reject.
 */
export function createNonConcurrentRunner(task: () => Promise<void>): {
  ask(): void
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
