import type { Clock } from '../platform/clock'
import type { Log } from '../platform/log'

export interface RepeatedTask {
  /** Resolves when the running call of the task has ended. */
  stop(): Promise<void>
}

export interface RepetitionDependencies {
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
}

/** Calls the task repeatedly, never twice at once. `stop` aborts the running call's signal. Errors are logged. */
export function repeatTask(
  { clock, log }: RepetitionDependencies,
  { firstMs, everyMs }: { readonly firstMs: number; readonly everyMs: number },
  failure: string,
  task: (stopping: AbortSignal) => Promise<unknown>,
): RepeatedTask {
  const stopping = new AbortController()
  let call: Promise<unknown> = Promise.resolve()
  let cancel = clock.after(firstMs, begin)

  return {
    async stop() {
      stopping.abort(new Error('the process stops'))
      cancel()
      await call
    },
  }

  function begin(): void {
    call = task(stopping.signal)
      .catch((err) => log.warn({ err }, failure))
      .finally(() => {
        if (!stopping.signal.aborted) cancel = clock.after(everyMs, begin)
      })
  }
}
