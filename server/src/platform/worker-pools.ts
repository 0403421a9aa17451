import { EventEmitter } from 'node:events'
import type { Worker, WorkerEvents } from 'graphile-worker'
import { z } from 'zod'
import type { SharedMap } from './cluster/shared-map'

/**
 * The pool of workers that runs a job. Each pool has its own workers, so that jobs which wait long do not block
 * others:
 * - `errands`: short jobs;
 * - `downloads`: from hosts that may send slowly;
 * - `phones`: requests to phones that may be switched off;
 * - `bots`: outside services that take time to answer;
 * - `webhooks`: calls to companies' programs;
 * - `sounds`: conversions that use a whole processor;
 * - `exports`: minutes of writing.
 */
export type WorkerPool = 'errands' | 'downloads' | 'phones' | 'bots' | 'webhooks' | 'sounds' | 'exports'

export interface PoolSize {
  /** Jobs that run at once in this process. */
  readonly concurrency: number
  /** The limit of one company over all processes, so that a worker stays free for the others. */
  readonly perCompany: number
}

/**
 * A download is in memory as a whole; a job that waits for a phone or a bot costs little. A bot may be slow in every
 * answer, and a dozen companies with such bots at once must leave workers for the others.
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

/** The flag by which `enqueue_job` marks the jobs of a company. */
const companyFlag = (companyId: number) => `company ${companyId}`
const ordered = z.object({ companyId: z.number().int() })

/**
 * Gives graphile-worker the flags of companies that have `perCompany` jobs running. `counts` holds the running jobs of a
 * company, by its id. Only one worker of this process fetches a job at a time: two concurrent fetches would not see each
 * other and could both take the company's last slot. Two processes can, so each may exceed the limit by one.
 */
export function limitJobsPerCompany(
  perCompany: number,
  counts: Pick<SharedMap<number>, 'set' | 'elsewhere' | 'keysElsewhere'>,
): {
  readonly events: WorkerEvents
  readonly forbiddenFlags: () => Promise<string[]>
} {
  const events: WorkerEvents = new EventEmitter()
  const running = new Map<number, number>()
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
      const companies = new Set([...running.keys(), ...[...counts.keysElsewhere()].map(Number)])
      return [...companies].filter((id) => runningOf(id) >= perCompany).map(companyFlag)
    },
  }

  /** Over all processes. */
  function runningOf(companyId: number): number {
    const elsewhere = [...counts.elsewhere(String(companyId)).values()]
    return elsewhere.reduce((sum, jobs) => sum + jobs, running.get(companyId) ?? 0)
  }

  /** Passes the permission directly to the next worker, so that none comes between. */
  function lookedUp(): void {
    const next = waiting.shift()
    if (next === undefined) isLooking = false
    else next()
  }

  function count(payload: unknown, change: 1 | -1): void {
    const { data } = ordered.safeParse(payload)
    if (data === undefined) return // no job of ours: it fails when it is parsed
    const jobs = (running.get(data.companyId) ?? 0) + change
    if (jobs > 0) running.set(data.companyId, jobs)
    else running.delete(data.companyId)
    counts.set(String(data.companyId), jobs > 0 ? jobs : null)
  }
}

/**
 * Lets one idle worker of a pool poll for due jobs, at this interval; a worker that finds a job makes the next one
 * poll. By default all workers poll, which was a hundred statements a second on an idle product. Returns a function
 * that stops it.
 */
export function pollRoundRobin(events: WorkerEvents, everyMs: number): () => void {
  const workers = new Set<Worker>()
  const poll = () => {
    for (const worker of workers) if (worker.nudge()) return
  }
  events.on('worker:create', ({ worker }) => workers.add(worker))
  events.on('worker:release', ({ worker }) => workers.delete(worker))
  events.on('job:start', poll)
  const clock = setInterval(poll, everyMs).unref() // does not keep the process alive if a pool failed to start
  return () => clearInterval(clock)
}
