/** The only source of time. Tests have a clock of their own. */
export interface Clock {
  now(): Date
  /** Runs the task later; the returned function cancels it. A waiting task does not keep the process alive. */
  after(milliseconds: number, task: () => void): () => void
}

export const systemClock: Clock = {
  now: () => new Date(),
  after(milliseconds, task) {
    const timer = setTimeout(task, milliseconds)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
