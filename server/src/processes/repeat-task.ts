import type { Clock } from '../platform/clock'
import type { Log } from '../platform/log'

export interface RepeatedTask {
  /** Stops the repetition. Resolves when the running call of the task has ended. */
  stop(): Promise<void>
}

interface RoundsDependencies {
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
}

interface Pauses {
  readonly firstMs: number
  readonly everyMs: number
}

/**
 * Repeats a task until stopped. One call ends before the next begins. Logs an error with the text `failure`.
 */
export function repeatTask(
  { clock, log }: RoundsDependencies,
  { firstMs, everyMs }: Pauses,
  act: (isStopping: () => boolean) => Promise<unknown>,
  failure: string,
): RepeatedTask {
  let isStopping = false
  let round: Promise<unknown> = Promise.resolve()
  let cancel = clock.after(firstMs, begin)

  return {
    async stop() {
      isStopping = true
      cancel()
      await round
    },
  }

  function begin(): void {
    round = act(() => isStopping)
      .catch((err) => log.warn({ err }, failure))
      .finally(() => {
        if (!isStopping) cancel = clock.after(everyMs, begin)
      })
  }
}
