import type { CompanyId } from '@balcao/domain/ids'
import { Logger, type Runner, run, type Task, type TaskList } from 'graphile-worker'
import { z } from 'zod'
import type { Node } from './cluster/node'
import { createSharedMap } from './cluster/shared-map'
import { openPool } from './database/pool'
import { parameterValuesOf } from './database/statement'
import { countDueJobs, deleteWaitingJobRow } from './jobs.queries'
import type { Log } from './log'
import { type Metrics, runMeasuredJob } from './metrics'
import type { CompanyWork, Workplace } from './work'
import { limitJobsPerCompany, type PoolSize, pollRoundRobin, type WorkerPool } from './worker-pools'

/** A job runs at least once, so it must be idempotent. Slow work runs between its transactions. */
export interface JobKind {
  /** The kind of job, such as `media.fetch`. */
  readonly task: string
  readonly workerPool: WorkerPool
  readonly carryOut: (company: CompanyJobContext, payload: unknown) => Promise<void>
}

export interface CompanyJobContext {
  readonly companyId: CompanyId
  act<T>(act: (work: CompanyWork) => Promise<T>): Promise<T>
  /** The number of this attempt, from 1. */
  readonly attempt: number
  readonly stopping: AbortSignal
}

/** Declares a kind of job, by default in the pool `errands`. Its schema parses the payload before the job runs. */
export function jobKind<Payload extends z.ZodType>(kind: {
  readonly task: string
  readonly workerPool?: WorkerPool
  readonly payload: Payload
  readonly carryOut: (company: CompanyJobContext, payload: z.output<Payload>) => Promise<void>
}): JobKind {
  return {
    task: kind.task,
    workerPool: kind.workerPool ?? 'errands',
    carryOut: async (company, payload) => kind.carryOut(company, kind.payload.parse(payload)),
  }
}

const envelope = z.object({ companyId: z.number().int(), payload: z.unknown() })

export interface JobRunner {
  /** Ends every database connection at once. For a lost database: `stop` then does not wait for running jobs. */
  cut(): void
  stop(): Promise<void>
  /** The number of due jobs that no worker has taken, at most 100,000. */
  countDue(now: Date): Promise<number>
}

export interface JobDependencies {
  readonly workplace: Workplace
  readonly log: Log
  readonly workerPools: Readonly<Record<WorkerPool, PoolSize>>
  readonly node: Pick<Node, 'registerJobPool' | 'bus' | 'onEnded'>
  readonly metrics?: Metrics | null | undefined
}

/** The maximum delay of a job with a later start. A notification starts other jobs immediately. */
const pollIntervalMs = 1000
/** The interval of graphile-worker's own polling. Nothing relies on it, so it is slow. */
const fallbackPollIntervalMs = 60_000

/** The connections for fetching and finishing jobs. Each worker pool has one more, which listens for new jobs. */
const sharedConnections = 4

/** Jobs have increasing priority numbers per company, so the n-th waits for the first ones of all others. */
export async function runJobs(
  ownerUrl: string,
  kinds: readonly JobKind[],
  { workplace, log, workerPools, node, metrics = null }: JobDependencies,
): Promise<JobRunner> {
  const stopping = new AbortController()
  const working = Object.entries(workerPools)
    // the keys of the record are the names of pools
    .map(([name, size]) => [name as WorkerPool, size] as const)
    .filter(([workerPool]) => kinds.some((kind) => kind.workerPool === workerPool))
  // graphile-worker ignores errors of its own pool while it ends, which would end the whole process.
  const max = working.length + sharedConnections
  const pool = openPool({ connectionString: ownerUrl, max, application_name: 'balcao jobs' }, (err) => {
    if (!stopping.signal.aborted) log.warn({ err }, 'a database connection of the jobs was lost')
  })
  const runners: Runner[] = []
  const stopLooking: (() => void)[] = []
  const cut = () => {
    stopping.abort()
    pool.cut()
  }
  const stop = async () => {
    stopping.abort()
    for (const each of stopLooking) each()
    // `stop` rejects for a runner that has failed.
    await Promise.allSettled(runners.map((runner) => runner.stop()))
    await pool.close()
  }
  try {
    for (const [workerPool, size] of working) runners.push(await startWorkerPool(workerPool, size))
  } catch (error) {
    cut()
    await stop()
    throw error
  }
  return {
    cut,
    stop,
    async countDue(now) {
      const { rows } = await pool.pg.query<{ count: number }>(
        countDueJobs.text,
        parameterValuesOf(countDueJobs, { now }),
      )
      return rows[0]?.count ?? 0
    },
  }

  function startWorkerPool(workerPool: WorkerPool, { concurrency, perCompany }: PoolSize): Promise<Runner> {
    const slots = limitJobsPerCompany(perCompany, createSharedMap(node, `jobs ${workerPool}`))
    let registered = Promise.resolve()
    slots.events.on('pool:create', ({ workerPool: { id } }) => {
      registered = node.registerJobPool(id)
      registered.catch(() => undefined) // the promise is awaited below
    })
    stopLooking.push(pollRoundRobin(slots.events, pollIntervalMs))
    return run({
      ...slots,
      async forbiddenFlags() {
        // another node's `deleteDeadNodesAndReleaseJobs` would free the jobs of a pool that is not registered yet
        await registered
        return slots.forbiddenFlags()
      },
      pgPool: pool.pg,
      taskList: taskListOf(workerPool),
      concurrency,
      noHandleSignals: true,
      pollInterval: fallbackPollIntervalMs,
      logger: jobLogger(log),
      preset: { worker: { useNodeTime: true, gracefulShutdownAbortTimeout: 3000 } },
    })
  }

  function taskListOf(workerPool: WorkerPool): TaskList {
    return Object.fromEntries(
      kinds.filter((kind) => kind.workerPool === workerPool).map((kind) => [kind.task, taskOf(kind)]),
    )
  }

  function taskOf(kind: JobKind): Task {
    const task = unmeasuredTaskOf(kind)
    if (metrics === null) return task
    return (...job) => runMeasuredJob(metrics, kind.task, async () => void (await task(...job)))
  }

  function unmeasuredTaskOf(kind: JobKind): Task {
    return async (raw, { job }) => {
      const { companyId, payload } = envelope.parse(raw)
      const company = companyId as CompanyId // the server itself wrote the payload
      let willRunAgain = job.attempts < job.max_attempts
      try {
        await kind.carryOut(
          {
            companyId: company,
            act: (act) => workplace.withCompany({ kind: 'system', name: kind.task, companyId: company }, act),
            attempt: job.attempts,
            stopping: stopping.signal,
          },
          payload,
        )
        willRunAgain = false
      } finally {
        // After a crash before graphile-worker deletes the job, the job and this deletion run again.
        if (!willRunAgain)
          await pool.pg.query(
            deleteWaitingJobRow.text,
            parameterValuesOf(deleteWaitingJobRow, { jobId: job.id }),
          )
      }
    }
  }
}

/** graphile-worker warns of few connections, but each worker uses one only while it fetches or finishes a job. */
const isOfSharedConnections = (message: string) => message.includes('maxPoolSize')

function jobLogger(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error({ jobs: message }, 'a job failed')
    else if (level === 'warning' && !isOfSharedConnections(message)) log.warn({ jobs: message }, 'job runner')
  })
}
