import { EventEmitter, once } from 'node:events'
import type { CompanyId } from '@balcao/domain/ids'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type JobRunner, jobKind, runJobs } from './jobs'
import { createTestDatabase, type TestDatabase } from './testing/test-database'
import type { Workplace } from './work'

let database: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

// The job below needs no act of its own.
const workplace = {} as Workplace

/** A job that a process took in hand before it was killed. */
async function leaveJobOfTheDead(): Promise<void> {
  await owner.query(
    `select graphile_worker.add_job('test.greet', '{"companyId": 1, "payload": {"name": "Ana"}}', queue_name => 'greetings')`,
  )
  await owner.query(
    `update graphile_worker._private_jobs set locked_by = 'killed', locked_at = now(), attempts = 1`,
  )
  await owner.query(`update graphile_worker._private_job_queues set locked_by = 'killed', locked_at = now()`)
}

function startJobs(onGreet: (name: string, companyId: CompanyId) => void): Promise<JobRunner> {
  const greet = jobKind({
    task: 'test.greet',
    payload: z.object({ name: z.string() }),
    carryOut: async ({ companyId }, { name }) => onGreet(name, companyId),
  })
  const log = pino({ level: 'silent' })
  return runJobs(database.ownerUrl, [greet], { workplace, log, concurrency: 2, isAlone: true })
}

test('a job that a killed process had in hand is carried out by the next one at once', async () => {
  await leaveJobOfTheDead()

  const greetings = new EventEmitter()
  const greeting = once(greetings, 'greet')
  const jobs = await startJobs((...facts) => greetings.emit('greet', ...facts))
  const greeted = await greeting
  await jobs.stop()

  expect(greeted).toEqual(['Ana', 1])
})

test('a database that stops right after the jobs did takes nobody with it', async () => {
  const jobs = await startJobs(() => undefined)

  await jobs.stop()
  await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )

  // An error that nobody hears would fail this file.
  await vi.waitFor(async () => expect(await connectionsOfJobs()).toBe(0))
})

async function connectionsOfJobs(): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()`,
    [database.name],
  )
  return rows[0]?.count ?? 0
}
