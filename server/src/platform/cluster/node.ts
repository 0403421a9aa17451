import { type Bus, singleProcessBus } from './bus'

/** What a process does. `api` answers calls, `realtime` serves sockets, `worker` runs jobs and clocks, `sessions` links numbers. */
export const roles = ['api', 'realtime', 'worker', 'sessions'] as const
export type Role = (typeof roles)[number]

/** Another process of this installation, as of the last second. */
export interface OtherNode {
  readonly id: number
  readonly roles: readonly Role[]
  /** `host:port` at which it answers signed calls of the others; null: it does not. */
  readonly address: string | null
  /** It is stopping and takes over nothing more. */
  readonly isDraining: boolean
}

/** This process among those of its installation. */
export interface Node {
  /** Never reused; identifies this process in leases. */
  readonly id: number
  readonly roles: readonly Role[]
  readonly bus: Bus
  /** The other living processes, as of the last second. */
  others(): readonly OtherNode[]
  /** Called when the others have changed. The returned function stops listening. */
  onOthers(listener: () => void): () => void
  /** Called for each process that has ended, killed ones included, within two seconds. */
  onEnded(listener: (id: number) => void): () => void
  /** Registers a pool of graphile-worker, so that its jobs are freed when this process dies. */
  registerJobPool(poolId: string): Promise<void>
  /** Calls `start` when this process is the one that runs the clocks; at once when it is alone. */
  whenClock(start: () => void): void
  /** The others give this process nothing more to take over. */
  announceDrain(): Promise<void>
}

/** A process that runs alone. */
export function singleNode(id: number): Node {
  return {
    id,
    roles,
    bus: singleProcessBus,
    others: () => [],
    onOthers: () => () => undefined,
    onEnded: () => () => undefined,
    registerJobPool: () => Promise.resolve(),
    whenClock: (start) => start(),
    announceDrain: () => Promise.resolve(),
  }
}
