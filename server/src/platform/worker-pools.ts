import { EventEmitter } from 'node:events'
import type { Worker, WorkerEvents } from 'graphile-worker'
import { z } from 'zod'
import type { SharedMap } from './cluster/shared-map'

/**
 * A pool of workers for one kind of load, so that jobs which wait long do not block others. `errands`: short jobs.
 * `downloads`: files from hosts that may send slowly. `phones`: requests to phones that may be switched off. `bots`:
 * outside services that take time to answer. `webhooks`: calls to companies' programs. `sounds`: conversions that use a
 * whole processor. `exports`: exports that take minutes.
 */
export type WorkerPool = 'errands' | 'downloads' | 'phones' | 'bots' | 'webhooks' | 'sounds' | 'exports'

export interface WorkerPoolSize {
  readonly concurrency: number
  /** The most running jobs of one company over all processes, so that a worker stays free for the other companies. */
  readonly perCompany: number
}

/**
 * `downloads` has few workers, because a download is in memory as a whole. `bots` has many, so that slow bots of a
 * dozen companies leave workers for the others.
 */
export const workerPoolSizes: Readonly<Record<WorkerPool, WorkerPoolSize>> = {
  errands: { concurrency: 4, perCompany: 2 },
  downloads: { concurrency: 6, perCompany: 2 },
  phones: { concurrency: 16, perCompany: 2 },
  bots: { concurrency: 48, perCompany: 4 },
  webhooks: { concurrency: 16, perCompany: 2 },
  sounds: { concurrency: 3, perCompany: 1 },
  exports: { concurrency: 2, perCompany: 1 },
}

/** The flag that `enqueue_job` gives to the jobs of a company. */
const companyFlag = (companyId: number) => `company ${companyId}`
const ordered = z.object({ companyId: z.number().int() })

/**
 * Limits the running jobs of a company. `counts` holds their number by company id, over all processes. Only one worker
 * of this process fetches a job at a time, because two concurrent fetches could both take the company's last slot.
 * Processes do not exclude each other, so each may exceed the limit by one.
 */
export function limitJobsPerCompany(
  perCompany: number,
  counts: Pick<SharedMap<number>, 'set' | 'elsewhere' | 'keysElsewhere'>,
): { readonly events: WorkerEvents; readonly forbiddenFlags: () => Promise<string[]> } {
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

  function runningOf(companyId: number): number {
    const elsewhere = [...counts.elsewhere(String(companyId)).values()]
    return elsewhere.reduce((sum, jobs) => sum + jobs, running.get(companyId) ?? 0)
  }

  /**
   * Lets the next waiting worker fetch a job. `isLooking` stays true meanwhile, so that no worker that arrives later
   * fetches one first.
   */
  function lookedUp(): void {
    const next = waiting.shift()
    if (next === undefined) isLooking = false
    else next()
  }

  function count(payload: unknown, change: 1 | -1): void {
    const { data } = ordered.safeParse(payload)
    if (data === undefined) return // not counted: the payload has no company, so the job fails when it is parsed
    const jobs = (running.get(data.companyId) ?? 0) + change
    if (jobs > 0) running.set(data.companyId, jobs)
    else running.delete(data.companyId)
    counts.set(String(data.companyId), jobs > 0 ? jobs : null)
  }
}

/** Lets one idle worker look for jobs at this interval. All of them would send a hundred statements a second. */
export function pollRoundRobin(events: WorkerEvents, everyMs: number): () => void {
  const workers = new Set<Worker>()
  const poll = () => {
    for (const worker of workers) if (worker.nudge()) return
  }
  events.on('worker:create', ({ worker }) => workers.add(worker))
  events.on('worker:release', ({ worker }) => workers.delete(worker))
  events.on('job:start', poll)
  // `unref`: this timer must not keep the process alive if a pool failed to start
  const clock = setInterval(poll, everyMs).unref()
  return () => clearInterval(clock)
}
