import type { Endpoint } from '@balcao/contract/endpoint'
import type { ActRank, FairQueue } from './database/fair-queue'

/** `connections` has one value for each state. */
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

/** A label is a name from our code, never an id, a number, a text or a part of an address. */
export interface Metrics {
  /** `endpoint` null: the call belongs to no endpoint of the contract, such as a file or an unknown path. */
  call(endpoint: Pick<Endpoint, 'name' | 'method'> | null, status: number, seconds: number): void
  /** Reports a company's transaction, with its wait in the fair queue and its duration. */
  act(rank: ActRank, waitSeconds: number, seconds: number): void
  job(task: string, outcome: 'done' | 'failed', seconds: number): void
  eventsPublished(count: number): void
  /** One event counts once for each socket. */
  eventsDelivered(count: number): void
  /** The delay of the bus, from publishing a packet to receiving it. */
  busLag(seconds: number): void
  /** The page reads the gauge at each scrape, and leaves it out when the reading fails. */
  gauge(name: GaugeName, read: () => GaugeReading | Promise<GaugeReading>): void
}

/** Reports the wait and the duration of each act of the queue. */
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
