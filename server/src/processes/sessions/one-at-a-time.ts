/** Runs the task when asked, never twice at once. Asking during a run starts one more. It must not reject. */
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
