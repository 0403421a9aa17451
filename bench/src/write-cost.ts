import type pg from 'pg'
import { rounded } from './figures'

/** What the database has written so far. */
export interface Written {
  /** Transactions that got an id: commits that changed or locked a row, and rolled back ones. */
  readonly commits: number
  readonly walBytes: number
}

export async function writtenSoFar({ owner }: { readonly owner: pg.Pool }): Promise<Written> {
  const { rows } = await owner.query<{ commits: string; bytes: string }>(
    "select pg_snapshot_xmax(pg_current_snapshot())::text as commits, pg_current_wal_insert_lsn() - '0/0' as bytes",
  )
  return { commits: Number(rows[0]?.commits), walBytes: Number(rows[0]?.bytes) }
}

/** Commits, and kB of the log of changes, for each of `works` operations between two measurements. */
export function writtenPerWork(
  before: Written,
  after: Written,
  works: number,
): { commits: number; 'WAL kB': number } {
  return {
    commits: rounded((after.commits - before.commits) / works, 2),
    'WAL kB': rounded((after.walBytes - before.walBytes) / works / 1024),
  }
}
