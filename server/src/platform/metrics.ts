import type { Endpoint } from '@balcao/contract/endpoint'
import type { ActRank, FairQueue } from './database/fair-queue'

/** Values that are read at each scrape; `connections` has a value for each state. */
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
 * Where measured code reports, when the process has metrics; code that gets null measures nothing. A label is a name of our
 * code: never an id, a number, a text or a part of an address.
 */
export interface Metrics {
  /** An answer was sent. Null: of no endpoint of the contract, such as a file or an unknown path. */
  call(endpoint: Pick<Endpoint, 'name' | 'method'> | null, status: number, seconds: number): void
  /** An act of a company has ended, after its wait in the fair queue. */
  act(rank: ActRank, waitSeconds: number, seconds: number): void
  /** An attempt at a job has ended. */
  job(task: string, outcome: 'done' | 'failed', seconds: number): void
  eventsPublished(count: number): void
  /** Events are written to sockets; one event counts for each of its sockets. */
  eventsDelivered(count: number): void
  /** From publishing a packet to hearing it. */
  busLag(seconds: number): void
  /** Reads the gauge at each scrape, in place of an earlier `read`. The page leaves out a gauge whose reading fails. */
  gauge(name: GaugeName, read: () => GaugeReading | Promise<GaugeReading>): void
}

/** The queue, which reports each of its acts. */
export function measuredQueue<Owner>(queue: FairQueue<Owner>, metrics: Metrics): FairQueue<Owner> {
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

/** Runs an attempt at a job, and reports it. */
export async function measuredJob(
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
