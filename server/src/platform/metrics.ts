import type { Endpoint } from '@balcao/contract/endpoint'
import type { ActRank, FairQueue } from './database/fair-queue'

/** The values that are read at each scrape. `connections` has one value for each state of a WhatsApp connection. */
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

/** Counts what the process does. Labels are names from our code, never ids, numbers, texts or parts of addresses. */
export interface Metrics {
  /** Counts an HTTP call. `endpoint` is null for a call outside of the contract, such as a file or an unknown path. */
  call(endpoint: Pick<Endpoint, 'name' | 'method'> | null, status: number, seconds: number): void
  /** Reports a company's transaction, with its wait in the fair queue and its duration. */
  act(rank: ActRank, waitSeconds: number, seconds: number): void
  job(task: string, outcome: 'done' | 'failed', seconds: number): void
  eventsPublished(count: number): void
  /** Counts sent events; an event counts once for each socket that gets it. */
  eventsDelivered(count: number): void
  /** Reports the delay of the bus, from publishing a packet to receiving it. */
  busLag(seconds: number): void
  /** Declares a gauge. The metrics page calls `read` at each scrape, and omits the gauge when the reading fails. */
  gauge(name: GaugeName, read: () => GaugeReading | Promise<GaugeReading>): void
}

/** Wraps the queue, so that it reports how long each act waited and ran. */
export function measureFairQueue<Owner>(queue: FairQueue<Owner>, metrics: Metrics): FairQueue<Owner> {
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
