/** The only way to ask the machine for the time. Tests bring their own. */
export interface Clock {
  now(): Date
  /** Runs `task` once after `milliseconds`; the answer cancels it. A waiting task doesn't keep the process alive. */
  after(milliseconds: number, task: () => void): () => void
}

export const machineClock: Clock = {
  now: () => new Date(),
  after(milliseconds, task) {
    const timer = setTimeout(task, milliseconds)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
