import { AsyncResource } from 'node:async_hooks'
import type { InboundEvent, KeyChange } from './ports'

type Commit = (changes: readonly KeyChange[], entries: readonly InboundEvent[]) => Promise<void>

/** The most requests in one commit, to limit its duration. */
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
  /** Queues a request without starting a commit. Resolves when the request is committed. */
  add(changes: readonly KeyChange[], entries: readonly InboundEvent[]): Promise<void>
  start(): void
  /** Runs `follower` once all earlier requests are committed, in the order of calls. */
  follow(follower: Follower): void
}

/** Group commit: requests that arrive during a commit share the next one, which succeeds or fails as a whole. */
export function commitQueue(commit: Commit): CommitQueue {
  const waiting: (Part | Follower)[] = []
  // Without this resource, callbacks of a commit would run in the async context of the caller that started the commit,
  // and would join that caller's unit of work.
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
