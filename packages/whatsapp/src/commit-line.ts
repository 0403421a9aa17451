import { AsyncResource } from 'node:async_hooks'
import type { InboundEvent, KeyChange } from './ports'

type Commit = (changes: readonly KeyChange[], entries: readonly InboundEvent[]) => Promise<void>

/** Bounds the duration of one commit, however many parts wait. */
const partsAtOnce = 32

interface Part {
  readonly changes: readonly KeyChange[]
  readonly entries: readonly InboundEvent[]
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Runs commits one after the other, in the order of requests. Requests during a commit share the next one, so that
 * concurrent requests wait for the disk once. The parts of one commit succeed or fail together.
 */
export function commitLine(commit: Commit): {
  /** Queues a part; resolves when it is committed. `start` begins committing. */
  add(changes: readonly KeyChange[], entries: readonly InboundEvent[]): Promise<void>
  start(): void
} {
  const waiting: Part[] = []
  // A commit resumes its waiting callers. Without this resource they would run in the async context of the caller of
  // `start`, and their keys would join that caller's unit of work (see signal-keys.ts).
  const outside = new AsyncResource('commit line')
  let isRunning = false

  return {
    add: (changes, entries) =>
      new Promise<void>((resolve, reject) => waiting.push({ changes, entries, resolve, reject })),
    start() {
      if (!isRunning) void outside.runInAsyncScope(run)
    },
  }

  async function run(): Promise<void> {
    isRunning = true
    while (waiting.length > 0) {
      const parts = waiting.splice(0, partsAtOnce)
      try {
        await commit(
          parts.flatMap(({ changes }) => changes),
          parts.flatMap(({ entries }) => entries),
        )
        for (const { resolve } of parts) resolve()
      } catch (error) {
        for (const { reject } of parts) reject(error)
      }
    }
    isRunning = false
  }
}
