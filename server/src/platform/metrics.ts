import type { Endpoint } from '@balcao/contract/endpoint'
import type { ActRank, FairQueue } from './database/fair-queue'

/** The names of values that are read at each scrape. `connections` has one value for each state. */
export type GaugeName =
  | 'sockets'
  | 'connections'
  | 'nodes'
  | 'busConnected'
  | 'notificationQueueUsage'
  | 'jobsWaiting'
  | 'outboxAgeSeconds'
  | 'inboundAgeSeconds'
  | 'backupAgeSeconds'

export type GaugeReading = number | Readonly<Record<string, number>>

/**
 * The functions by which code reports measurements. A process that measures nothing passes null instead. A
 * label is a name from our code, never an id, a number, a text or a part of an address.
 */
export interface Metrics {
  /**
   * Reports that an answer was sent. `endpoint` null: the call belongs to no endpoint of the contract, such
   * as a file or an unknown path.
   */
  call(endpoint: Pick<Endpoint, 'name' | 'method'> | null, status: number, seconds: number): void
  /** Reports that a company's transaction has ended, with its wait in the fair queue and its duration. */
  act(rank: ActRank, waitSeconds: number, seconds: number): void
  /** Reports that an attempt at a job has ended. */
  job(task: string, outcome: 'done' | 'failed', seconds: number): void
  eventsPublished(count: number): void
  /** Reports that events were written to sockets. One event counts once for each socket. */
  eventsDelivered(count: number): void
  /** Reports the delay of the bus, from publishing a packet to receiving it. */
  busLag(seconds: number): void
  /**
   * Registers a function that reads the gauge at each scrape, and replaces an earlier one. The page leaves
   * out a gauge whose reading fails.
   */
  gauge(name: GaugeName, read: () => GaugeReading | Promise<GaugeReading>): void
}

/** Wraps a fair queue so that it reports the wait and the duration of each act. */
export function measureQueue<Owner>(queue: FairQueue<Owner>, metrics: Metrics): FairQueue<Owner> {
  return {
    take(owner, rank, act) {
      const queuedAt = performance.now()
      return queue.take(owner, rank, async () => {
        const begunAt = performance.now()
        try {
          return await act()
        } finally {
          metrics.act(rank, (begunAt - queuedAt) / 1000, (performance.now() - begunAt) / 1000)
        }
      })
    },
  }
}

/** Runs an attempt at a job, and reports its outcome. */
export async function runMeasuredJob(
  metrics: Metrics,
  task: string,
  attempt: () => Promise<void>,
): Promise<void> {
  const begunAt = performance.now()
  let outcome: 'done' | 'failed' = 'failed'
  try {
    await attempt()
    outcome = 'done'
  } finally {
    metrics.job(task, outcome, (performance.now() - begunAt) / 1000)
  }
}
