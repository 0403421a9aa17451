type Act = () => Promise<void>

/** Runs at most one task per key. While it runs, one further task waits, and a newer task replaces the waiting one. */
export interface KeyedTaskCoalescer {
  /** Resolves when the task, or the one that replaced it, has ended. After `stop` it does nothing. */
  run(key: unknown, act: Act): Promise<void>
  /** Drops waiting tasks; running ones continue to their end. */
  stop(): void
  settled(): Promise<void>
}

interface KeyState {
  readonly running: Promise<void>
  waiting: { act: Act; readonly ended: Promise<void> } | null
}

export function createKeyedTaskCoalescer(onError: (error: unknown) => void): KeyedTaskCoalescer {
  const states = new Map<unknown, KeyState>()
  let isStopped = false

  function begin(key: unknown, act: Act): Promise<void> {
    const state: KeyState = { running: perform(act), waiting: null }
    states.set(key, state)
    void state.running.then(() => state.waiting === null && states.delete(key))
    return state.running
  }

  async function perform(act: Act): Promise<void> {
    try {
      await act()
    } catch (error) {
      onError(error)
    }
  }

  async function runWaiting(key: unknown, { waiting }: KeyState): Promise<void> {
    if (isStopped || waiting === null) states.delete(key)
    else await begin(key, waiting.act)
  }

  return {
    async run(key, act) {
      if (isStopped) return
      const state = states.get(key)
      if (state === undefined) return begin(key, act)
      if (state.waiting === null)
        state.waiting = { act, ended: state.running.then(() => runWaiting(key, state)) }
      else state.waiting.act = act
      return state.waiting.ended
    },
    stop() {
      isStopped = true
    },
    async settled() {
      while (states.size > 0) {
        await Promise.all([...states.values()].map(({ running, waiting }) => waiting?.ended ?? running))
      }
    },
  }
}
