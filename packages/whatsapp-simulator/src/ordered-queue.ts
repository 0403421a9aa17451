/** Runs its entries in order, each no earlier than its delay; later entries never overtake. */
interface OrderedQueue {
  /** `delayMs` 0 runs at once when the queue is empty. */
  put(run: () => void, delayMs: number): void
  /** Drops entries that have not run. */
  clear(): void
}

/**
 * A queue with latency. Delays overlap as on a real network (a hundred stanzas with 40 ms each take 40 ms, not four
 * seconds). Each entry waits for the one in front, which preserves the order.
 */
export function openOrderedQueue(): OrderedQueue {
  let waiting: { run: () => void; dueAt: number }[] = []
  let timer: NodeJS.Timeout | undefined
  const leave = () => {
    timer = undefined
    for (let first = waiting[0]; first && first.dueAt <= performance.now(); first = waiting[0]) {
      waiting.shift()
      first.run()
    }
    schedule()
  }
  const schedule = () => {
    const [first] = waiting
    if (first && !timer) timer = setTimeout(leave, Math.max(0, first.dueAt - performance.now()))
  }
  const put = (run: () => void, delayMs: number) => {
    if (delayMs === 0 && waiting.length === 0) return run()
    const after = waiting.at(-1)?.dueAt ?? 0
    waiting.push({ run, dueAt: Math.max(after, performance.now() + delayMs) })
    schedule()
  }
  const clear = () => {
    clearTimeout(timer)
    waiting = []
  }
  return { put, clear }
}
