import { EventEmitter } from 'node:events'
import type { Worker, WorkerEvents } from 'graphile-worker'
import { z } from 'zod'

/**
 * Who carries a job out. Each worker pool has its own workers, so that jobs which wait long hold up no others:
 * - `errands`, what is soon done;
 * - `downloads`, from hosts that may send drop by drop;
 * - `phones`, which are asked for something and may be switched off;
 * - `bots`, outside services that think before they answer;
 * - `webhooks`, programs of companies that are told what happens;
 * - `sounds`, which take a processor's whole time;
 * - `exports`, which write for minutes.
 */
export type WorkerPool = 'errands' | 'downloads' | 'phones' | 'bots' | 'webhooks' | 'sounds' | 'exports'

export interface PoolSize {
  /** Jobs in hand at once in this process. */
  readonly concurrency: number
  /** Of these for one company: whatever it has ordered, a worker stays free for the others. */
  readonly perCompany: number
}

/**
 * A download lies in memory as a whole; whoever waits for a phone or a bot costs next to nothing. A bot may take its time
 * for every answer, and a dozen companies with such bots at once must leave workers for everybody else's.
 */
export const poolSizes: Readonly<Record<WorkerPool, PoolSize>> = {
  errands: { concurrency: 4, perCompany: 2 },
  downloads: { concurrency: 6, perCompany: 2 },
  phones: { concurrency: 16, perCompany: 2 },
  bots: { concurrency: 48, perCompany: 4 },
  webhooks: { concurrency: 16, perCompany: 2 },
  sounds: { concurrency: 3, perCompany: 1 },
  exports: { concurrency: 2, perCompany: 1 },
}

/** How `enqueue_job` marks the jobs of a company. */
const flagOf = (companyId: number) => `company ${companyId}`
const ordered = z.object({ companyId: z.number().int() })

/**
 * What graphile-worker must be given so that no company has more jobs in hand than `perCompany`. One worker looks for a job
 * at a time: two that look at once would not know of each other, and could both take the company's last place.
 */
export function companySlots(perCompany: number): {
  readonly events: WorkerEvents
  readonly forbiddenFlags: () => Promise<string[]>
} {
  const events: WorkerEvents = new EventEmitter()
  const inHand = new Map<number, number>()
  const waiting: (() => void)[] = []
  let isLooking = false

  events.on('job:start', ({ job }) => {
    count(job.payload, 1)
    lookedUp()
  })
  events.on('job:complete', ({ job }) => count(job.payload, -1))
  events.on('worker:getJob:empty', lookedUp)
  events.on('worker:getJob:error', lookedUp)

  return {
    events,
    async forbiddenFlags() {
      if (isLooking) await new Promise<void>((resolve) => waiting.push(resolve))
      isLooking = true
      return [...inHand].filter(([, jobs]) => jobs >= perCompany).map(([companyId]) => flagOf(companyId))
    },
  }

  /** The turn goes to the next worker directly, so that none comes in between. */
  function lookedUp(): void {
    const next = waiting.shift()
    if (next === undefined) isLooking = false
    else next()
  }

  function count(payload: unknown, change: 1 | -1): void {
    const { data } = ordered.safeParse(payload)
    if (data === undefined) return // no job of ours: it will fail when it is read
    const jobs = (inHand.get(data.companyId) ?? 0) + change
    if (jobs > 0) inHand.set(data.companyId, jobs)
    else inHand.delete(data.companyId)
  }
}

/**
 * Lets one idle worker of a worker pool look for jobs that have fallen due, every so many milliseconds; one that finds a job sends
 * the next to look for another. Left to themselves all workers look that often, which was a hundred statements a second of a
 * product at rest. Returns how to end it.
 */
export function pollRoundRobin(events: WorkerEvents, everyMs: number): () => void {
  const workers = new Set<Worker>()
  const look = () => {
    for (const worker of workers) if (worker.nudge()) return
  }
  events.on('worker:create', ({ worker }) => workers.add(worker))
  events.on('worker:release', ({ worker }) => workers.delete(worker))
  events.on('job:start', look)
  const clock = setInterval(look, everyMs).unref() // a worker pool whose start failed holds up no end
  return () => clearInterval(clock)
}
