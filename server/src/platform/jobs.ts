import type { CompanyId } from '@balcao/domain/ids'
import { Logger, type Runner, run, type Task, type TaskList } from 'graphile-worker'
import { z } from 'zod'
import type { Node } from './cluster/node'
import { createSharedMap } from './cluster/shared-map'
import { openDatabasePool } from './database/pool'
import { parameterValuesOf } from './database/statement'
import { countDueJobs, deleteWaitingJobRow } from './jobs.queries'
import type { Log } from './log'
import { type Metrics, runMeasuredJob } from './metrics'
import type { CompanyWork, Workplace } from './work'
import { limitJobsPerCompany, pollRoundRobin, type WorkerPool, type WorkerPoolSize } from './worker-pools'

/** A kind of job. A job may run more than once, so it must be idempotent. Slow work runs between its transactions. */
export interface JobKind {
  /** The name of this kind, such as `media.fetch`. */
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

/** Declares a kind of job, by default for the pool `errands`. `payload` parses a job's payload before it runs. */
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
  /** Ends all database connections at once after a lost database. `stop` then does not wait for running jobs. */
  cut(): void
  stop(): Promise<void>
  /** The number of due jobs that no worker has taken, at most 100,000. */
  countDue(now: Date): Promise<number>
}

export interface JobDependencies {
  readonly workplace: Workplace
  readonly log: Log
  readonly workerPools: Readonly<Record<WorkerPool, WorkerPoolSize>>
  readonly node: Pick<Node, 'registerJobPool' | 'bus' | 'onEnded'>
  readonly metrics?: Metrics | null | undefined
}

/** How often one worker looks for jobs with a later start. New jobs start at once, by a notification. */
const pollIntervalMs = 1000
/** The interval of graphile-worker's own polling. It is slow, because `pollRoundRobin` replaces it. */
const fallbackPollIntervalMs = 60_000

/** The connections that workers share to fetch and finish jobs. Each pool has one more, to listen for new jobs. */
const sharedConnections = 4

/** Runs jobs. A company's n-th waiting job has priority n, so it runs after the first n − 1 of every other company. */
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
  // A pool of ours, because graphile-worker's own has no error listener while it closes, and would end the process.
  const max = working.length + sharedConnections
  const pool = openDatabasePool(
    { connectionString: ownerUrl, max, application_name: 'balcao jobs' },
    (err) => {
      if (!stopping.signal.aborted) log.warn({ err }, 'a database connection of the jobs was lost')
    },
  )
  const runners: Runner[] = []
  const stopLooking: (() => void)[] = []
  const cut = () => {
    stopping.abort()
    pool.cut()
  }
  const stop = async () => {
    stopping.abort()
    for (const each of stopLooking) each()
    // `allSettled`, because `stop` rejects for a runner that has failed
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

  function startWorkerPool(
    workerPool: WorkerPool,
    { concurrency, perCompany }: WorkerPoolSize,
  ): Promise<Runner> {
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
        // Waits for the registration of this pool. Until then the `deleteDeadNodesAndReleaseJobs` of another node would
        // release the jobs of this pool as those of a dead node.
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
      const company = companyId as CompanyId // the cast is safe: the server itself wrote the payload
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
        // A job that does not run again no longer counts as waiting. If the process crashes before graphile-worker
        // deletes the job, the job and this deletion run again.
        if (!willRunAgain)
          await pool.pg.query(
            deleteWaitingJobRow.text,
            parameterValuesOf(deleteWaitingJobRow, { jobId: job.id }),
          )
      }
    }
  }
}

/** The warning of too few connections is not logged, because a worker needs one only for a moment. */
const isOfSharedConnections = (message: string) => message.includes('maxPoolSize')

function jobLogger(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error({ jobs: message }, 'a job failed')
    else if (level === 'warning' && !isOfSharedConnections(message)) log.warn({ jobs: message }, 'job runner')
  })
}
