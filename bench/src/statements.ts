import type pg from 'pg'
import { rounded } from './figures'
import { say } from './report'

const isWanted = process.env.BENCH_STATEMENTS !== undefined

interface HasOwner {
  readonly owner: pg.Pool
}

/** With `BENCH_STATEMENTS=1` PostgreSQL counts its statements from now on, which makes each a little slower. */
export async function countStatements({ owner }: HasOwner): Promise<void> {
  if (!isWanted) return
  await owner.query('create extension if not exists pg_stat_statements')
  await owner.query('select pg_stat_statements_reset()')
}

/** Prints the most expensive statements, with their counts and times. */
export async function sayStatements({ owner }: HasOwner): Promise<void> {
  if (!isWanted) return
  const { rows } = await owner.query<{ calls: number; total: number; mean: number; query: string }>(`
    select calls::int, total_exec_time as total, mean_exec_time as mean,
      left(regexp_replace(query, '[[:space:]]+', ' ', 'g'), 160) as query
    from pg_stat_statements order by total_exec_time desc limit 25`)
  for (const { calls, total, mean, query } of rows) {
    say(`${rounded(total)} ms, ${calls} × ${rounded(mean, 3)}: ${query}`)
  }
}
