import { type Bus, singleProcessBus } from './bus'

/** `api` answers calls, `realtime` serves sockets, `worker` runs jobs, `sessions` runs WhatsApp connections. */
export const roles = ['api', 'realtime', 'worker', 'sessions'] as const
export type Role = (typeof roles)[number]

/** Another process of this installation, as last seen. Processes are checked every second. */
export interface OtherNode {
  readonly id: number
  readonly roles: readonly Role[]
  /** The address `host:port` for signed calls of other processes. Null: the process answers none. */
  readonly address: string | null
  /** True: the process is stopping and takes nothing over. */
  readonly isDraining: boolean
}

export interface Node {
  /** Never reused; identifies this process in leases. */
  readonly id: number
  readonly roles: readonly Role[]
  readonly bus: Bus
  others(): readonly OtherNode[]
  /** Called when the others have changed. The returned function stops listening. */
  onOthers(listener: () => void): () => void
  /** Called for each process that has ended, killed ones included, within two seconds. */
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
