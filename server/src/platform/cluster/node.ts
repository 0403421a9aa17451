import { type Bus, singleProcessBus } from './bus'

/**
 * The roles of a process: `api` answers calls, `realtime` serves sockets, `worker` runs jobs, and `sessions` runs
 * WhatsApp connections.
 */
export const nodeRoles = ['api', 'realtime', 'worker', 'sessions'] as const
export type NodeRole = (typeof nodeRoles)[number]

/** Another process of this installation, as it was when it was last checked. The checks run every second. */
export interface OtherNode {
  readonly id: number
  readonly roles: readonly NodeRole[]
  /** The address `host:port` for signed calls of other processes. Null: the process answers none. */
  readonly address: string | null
  /** True: the process is stopping, so it takes over no work from others. */
  readonly isDraining: boolean
}

export interface Node {
  /** Identifies this process in leases. An id is never used again. */
  readonly id: number
  readonly roles: readonly NodeRole[]
  readonly bus: Bus
  others(): readonly OtherNode[]
  /** Calls the listener when another process starts, stops or ends. The returned function removes the listener. */
  onOthers(listener: () => void): () => void
  /** Calls the listener with the id of each process that has ended, also a killed one, within two seconds. */
  onEnded(listener: (id: number) => void): () => void
  /** Registers a pool of graphile-worker, so that its jobs are freed when this process dies. */
  registerJobPool(poolId: string): Promise<void>
  /** Calls `start` when this process becomes the one that runs the periodic tasks. */
  whenClock(start: () => void): void
  /** Announces that this process is stopping, so that the others give it nothing to take over. */
  announceDrain(): Promise<void>
}

export function createSingleNode(id: number): Node {
  return {
    id,
    roles: nodeRoles,
    bus: singleProcessBus,
    others: () => [],
    onOthers: () => () => undefined,
    onEnded: () => () => undefined,
    registerJobPool: () => Promise.resolve(),
    whenClock: (start) => start(),
    announceDrain: () => Promise.resolve(),
  }
}
