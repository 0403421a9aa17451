import type { CompanyId } from '@balcao/domain/ids'
import { Logger, type Runner, run } from 'graphile-worker'
import pg from 'pg'
import { z } from 'zod'
import { releaseAllJobs } from './jobs.queries'
import type { Log } from './log'
import type { CompanyWork, Workplace } from './work'

/**
 * A job: an order of a company, carried out at least once. What it does must bear a repeat. It gets the workplace, not
 * an act, because slow and outside work must stand between two acts, never inside a transaction.
 */
export interface JobKind {
  /** `media.fetch`. */
  readonly task: string
  readonly carryOut: (company: JobCompany, payload: unknown) => Promise<void>
}

/** The company that a job belongs to, and the way to act in it. */
export interface JobCompany {
  readonly companyId: CompanyId
  act<T>(act: (work: CompanyWork) => Promise<T>): Promise<T>
  /** 1 the first time. */
  readonly attempt: number
  readonly stopping: AbortSignal
}

/** Declares a kind of job; its payload is read by its schema before anything is done. */
export function jobKind<Payload extends z.ZodType>(kind: {
  readonly task: string
  readonly payload: Payload
  readonly carryOut: (company: JobCompany, payload: z.output<Payload>) => Promise<void>
}): JobKind {
  return {
    task: kind.task,
    carryOut: async (company, payload) => kind.carryOut(company, kind.payload.parse(payload)),
  }
}

const envelope = z.object({ companyId: z.number().int(), payload: z.unknown() })

export interface JobRunner {
  stop(): Promise<void>
}

export interface JobParts {
  readonly workplace: Workplace
  readonly log: Log
  readonly concurrency: number
  /** No other process runs on this database, so jobs in hand are those of the dead, and wait again. */
  readonly isAlone: boolean
}

/** Listening for new jobs holds one connection, fetching and finishing them another. */
const connectionsBesideJobs = 2

/** Runs the jobs of all companies in this process until stopped. */
export async function runJobs(
  ownerUrl: string,
  kinds: readonly JobKind[],
  { workplace, log, concurrency, isAlone }: JobParts,
): Promise<JobRunner> {
  const stopping = new AbortController()
  // Ours, for graphile-worker ends its own pool without waiting and stops listening to its errors: the database that
  // stops next then took the whole process down.
  const pool = new pg.Pool({
    connectionString: ownerUrl,
    max: concurrency + connectionsBesideJobs,
    application_name: 'balcao jobs',
  })
  const hearError = (err: Error) => {
    if (!stopping.signal.aborted) log.warn({ err }, 'a database connection of the jobs was lost')
  }
  pool.on('error', hearError)
  pool.on('connect', (client) => client.on('error', hearError))
  // Left to itself, a job whose process was killed comes again after four hours.
  if (isAlone) await pool.query(releaseAllJobs.text)
  const taskList = Object.fromEntries(
    kinds.map((kind) => [
      kind.task,
      async (raw: unknown, helpers: { job: { attempts: number } }) => {
        const { companyId, payload } = envelope.parse(raw)
        const company = companyId as CompanyId // branding is parsing
        await kind.carryOut(
          {
            companyId: company,
            act: (act) => workplace.withCompany({ kind: 'house', name: kind.task, companyId: company }, act),
            attempt: helpers.job.attempts,
            stopping: stopping.signal,
          },
          payload,
        )
      },
    ]),
  )
  const runner: Runner = await run({
    pgPool: pool,
    taskList,
    concurrency,
    noHandleSignals: true,
    pollInterval: 1000,
    logger: jobLogger(log),
    preset: { worker: { useNodeTime: true, gracefulShutdownAbortTimeout: 3000 } },
  })
  return {
    async stop() {
      stopping.abort()
      await runner.stop()
      await pool.end()
    },
  }
}

/** graphile-worker's chatter is not the day's news; its warnings and errors are. */
function jobLogger(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error({ jobs: message }, 'a job failed')
    else if (level === 'warning') log.warn({ jobs: message }, 'job runner')
  })
}
