import type { ConnectionStatus, DisconnectionCause } from '@balcao/domain/connections'
import { type NoParams, statement } from '../../platform/database/statement'

export const databaseSummary = statement<NoParams, { version: string; bytes: number; at: Date }>(
  'doctor.database',
  `
  select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes,
    clock_timestamp() as at
  `,
)

export const appliedMigrations = statement<NoParams, { name: string }>(
  'doctor.migrations',
  `
  select name from schema_migrations
  `,
)

export const livingProcessCountsByVersion = statement<NoParams, { version: string | null; count: number }>(
  'doctor.processes',
  `
  select n.version, count(*)::int as count
  from nodes n
  join living_nodes l on l.id = n.id
  group by n.version order by n.version
  `,
)

export const connectionCountsByStatus = statement<
  NoParams,
  { status: ConnectionStatus; cause: DisconnectionCause | null; provider: string; count: number }
>(
  'doctor.connections',
  `
  select status, cause, provider, count(*)::int as count from connections
  group by status, cause, provider order by count(*) desc
  `,
)

/** Counts graphile-worker's due jobs that no process has taken, and its jobs that have failed for good. */
export const jobSummary = statement<{ now: Date }, { due_since: Date | null; due: number; failed: number }>(
  'doctor.jobs',
  `
  select min(run_at) filter (where is_available and run_at <= :now) as due_since,
    count(*) filter (where is_available and run_at <= :now)::int as due,
    count(*) filter (where attempts >= max_attempts)::int as failed
  from graphile_worker._private_jobs
  `,
)

/** Counts the dead letters: inbound events that could not be handled. */
export const deadLetterCount = statement<NoParams, { count: number }>(
  'doctor.deadLetters',
  `
  select count(*)::int as count from inbound_events where dead_because is not null
  `,
)
