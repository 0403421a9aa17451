import { Worker } from 'node:worker_threads'

export interface ThreadLimits {
  readonly milliseconds: number
  /** The most heap of a thread. Codecs also use memory outside of it, which the size limit of uploads bounds. */
  readonly heapMegabytes: number
  /** The most threads that run at once; other tasks wait. */
  readonly atOnce: number
  /** Calls a task after this time, until cancelled. */
  readonly after: (milliseconds: number, task: () => void) => () => void
}

/** The program of a thread is beside its caller in the sources, and beside the bundle in a build. */
export function threadProgramUrl(name: string, callerUrl: string): URL {
  return new URL(callerUrl.endsWith('.ts') ? `./${name}-from-source.mjs` : `./${name}.js`, callerUrl)
}

/**
 * Runs a program in a thread of its own until `listen` resolves. After the time limit it resolves to `late`, unless
 * `listen` has stopped the timer. When `signal` aborts, it rejects with the signal's reason.
 */
export async function runThread<Outcome>(
  program: URL,
  workerData: unknown,
  { milliseconds, heapMegabytes, after }: ThreadLimits,
  signal: AbortSignal,
  late: Outcome,
  listen: (thread: Worker, resolve: (outcome: Outcome) => void, stopTimer: () => void) => void,
): Promise<Outcome> {
  const resourceLimits = { maxOldGenerationSizeMb: heapMegabytes }
  const thread = new Worker(program, { workerData, resourceLimits, env: {} })
  let stop = () => {}
  try {
    return await new Promise<Outcome>((resolve, reject) => {
      const giveUp = () => reject(signal.reason)
      const stopTimer = after(milliseconds, () => resolve(late))
      stop = () => {
        signal.removeEventListener('abort', giveUp)
        stopTimer()
      }
      signal.addEventListener('abort', giveUp, { once: true })
      listen(thread, resolve, stopTimer)
    })
  } finally {
    stop()
    await thread.terminate()
  }
}
