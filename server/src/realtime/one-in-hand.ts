type Act = () => Promise<void>

/** Acts by key: one of each key runs, and at most one waits. */
export interface OneInHand {
  /**
   * Runs the act now, or after the running one of this key, in place of the one that waits. Resolves when it, or its
   * replacement, has ended. After `stop` it does nothing.
   */
  ask(key: unknown, act: Act): Promise<void>
  /** Drops waiting acts; running ones continue to their end. */
  stop(): void
  /** Resolves when no act runs or waits. */
  settled(): Promise<void>
}

interface Line {
  readonly running: Promise<void>
  waiting: { act: Act; readonly over: Promise<void> } | null
}

export function oneInHand(onError: (error: unknown) => void): OneInHand {
  const lines = new Map<unknown, Line>()
  let isStopped = false

  function begin(key: unknown, act: Act): Promise<void> {
    const line: Line = { running: perform(act), waiting: null }
    lines.set(key, line)
    void line.running.then(() => line.waiting === null && lines.delete(key))
    return line.running
  }

  async function perform(act: Act): Promise<void> {
    try {
      await act()
    } catch (error) {
      onError(error)
    }
  }

  async function goOn(key: unknown, { waiting }: Line): Promise<void> {
    if (isStopped || waiting === null) lines.delete(key)
    else await begin(key, waiting.act)
  }

  return {
    async ask(key, act) {
      if (isStopped) return
      const line = lines.get(key)
      if (line === undefined) return begin(key, act)
      if (line.waiting === null) line.waiting = { act, over: line.running.then(() => goOn(key, line)) }
      else line.waiting.act = act
      return line.waiting.over
    },
    stop() {
      isStopped = true
    },
    async settled() {
      while (lines.size > 0) {
        await Promise.all([...lines.values()].map(({ running, waiting }) => waiting?.over ?? running))
      }
    },
  }
}
