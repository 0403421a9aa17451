import { AsyncResource } from 'node:async_hooks'
import type { InboundEvent, KeyChange } from './ports'

type Commit = (changes: readonly KeyChange[], entries: readonly InboundEvent[]) => Promise<void>

/** Limits the duration of one commit. */
const partsAtOnce = 64

interface Part {
  readonly changes: readonly KeyChange[]
  readonly entries: readonly InboundEvent[]
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** A callback that runs when all earlier requests are committed, or with the error of a failed one. */
type Follower = (error?: unknown) => void

export interface CommitQueue {
  /** Resolves when the changes and events are committed. */
  add(changes: readonly KeyChange[], entries: readonly InboundEvent[]): Promise<void>
  start(): void
  /** Runs `follower` once all earlier requests are committed, in the order of calls. */
  follow(follower: Follower): void
}

/** Group commit: requests during a commit share the next one. It succeeds or fails as a whole. */
export function commitQueue(commit: Commit): CommitQueue {
  const waiting: (Part | Follower)[] = []
  // A commit resumes its waiting callers. Without this AsyncResource, their keys would join the unit of work of the
  // caller of `start`.
  const outside = new AsyncResource('commit line')
  let isRunning = false

  function start(): void {
    if (!isRunning) void outside.runInAsyncScope(run)
  }

  return {
    start,
    add: (changes, entries) =>
      new Promise<void>((resolve, reject) => waiting.push({ changes, entries, resolve, reject })),
    follow(follower) {
      if (!isRunning && waiting.length === 0) return follower()
      waiting.push(follower)
      start()
    },
  }

  async function run(): Promise<void> {
    isRunning = true
    while (waiting.length > 0) {
      const taken = waiting.splice(0, partsAtOnce)
      const parts = taken.filter((one) => typeof one !== 'function')
      let failure: unknown
      try {
        await commit(
          parts.flatMap(({ changes }) => changes),
          parts.flatMap(({ entries }) => entries),
        )
      } catch (error) {
        failure = error
      }
      for (const one of taken) {
        if (typeof one === 'function') one(failure)
        else if (failure === undefined) one.resolve()
        else one.reject(failure)
      }
    }
    isRunning = false
  }
}
