import { AsyncResource } from 'node:async_hooks'
import type { InboundEvent, KeyChange } from './ports'

type Commit = (changes: readonly KeyChange[], entries: readonly InboundEvent[]) => Promise<void>

/** So that one commit stays short, however many wait. */
const partsAtOnce = 32

interface Part {
  readonly changes: readonly KeyChange[]
  readonly entries: readonly InboundEvent[]
  readonly stands: () => void
  readonly fails: (error: unknown) => void
}

/**
 * Commits one after the other, in the order of asking; what is asked for while one runs goes together in the next. Each
 * commit waits for the disk, so two that would wait side by side wait once. What stands together fails together.
 */
export function commitLine(commit: Commit): {
  /** Into the line; resolves when it stands. `start` sets the line going. */
  add(changes: readonly KeyChange[], entries: readonly InboundEvent[]): Promise<void>
  start(): void
} {
  const waiting: Part[] = []
  // A commit wakes others. They must not be woken in the context of whoever set the line going, within whose unit of work
  // their own would then be taken (see signal-keys.ts).
  const outside = new AsyncResource('commit line')
  let isRunning = false

  return {
    add: (changes, entries) =>
      new Promise<void>((stands, fails) => waiting.push({ changes, entries, stands, fails })),
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
        for (const { stands } of parts) stands()
      } catch (error) {
        for (const { fails } of parts) fails(error)
      }
    }
    isRunning = false
  }
}
