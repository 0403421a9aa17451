import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { StartUpProblem } from '../../platform/fatal'
import type { CellDatabase } from './cell-database'
import type { CompanyMoveContext } from './check-move'
import { countRowsOfCompany } from './company-tables'

export const replicationName = (company: number): string => `balcao_move_${company}`

export interface CopyProgress {
  readonly rows: number
  readonly allRows: number
}

const lookEveryMs = 250

/** Starts the logical replication of the company's rows from the old cell to the new one, unless it runs. */
export async function beginCopy({ from, to, company, tables }: CompanyMoveContext): Promise<void> {
  const name = replicationName(company)
  if ((await from.rows('select from pg_publication where pubname = $1', [name])).length === 0) {
    const published = tables.map((table) => `public.${table.name} where (${table.key} = ${company})`)
    published.push(`public.company_move_marks where (company = ${company})`)
    await from.run(`create publication ${name} for table ${published.join(', ')}`)
  }
  if ((await to.rows('select from pg_subscription where subname = $1', [name])).length > 0) return
  await dropSlots(from, company) // removes the replication slots of a subscription whose creation failed
  const { version } = await to.one<{ version: number }>(
    `select current_setting('server_version_num')::int / 10000 as version`,
  )
  // Writes the copied rows as the subscription's owner, a superuser. From version 16 on, PostgreSQL otherwise
  // writes them as the tables' owner, whom forced row security restricts.
  const asOwner = version >= 16 ? ', run_as_owner = true' : ''
  await to.run(
    `create subscription ${name} connection '${from.url.replaceAll("'", "''")}' publication ${name}
     with (slot_name = ${name}${asOwner})`,
  )
}

/** Waits until the existing rows of all tables are copied. Throws when the copy fails. */
export async function waitForCopy(
  { from, to, company, tables }: CompanyMoveContext,
  report: (progress: CopyProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  const counts = await countRowsOfCompany(from, tables, company)
  const allRows = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const name = replicationName(company)
  for (;;) {
    signal.throwIfAborted()
    const states = await to.rows<{ name: string; state: string; rows: number }>(
      `select r.srrelid::regclass::text as name, r.srsubstate as state, coalesce(p.tuples_processed, 0)::int as rows
       from pg_subscription_rel r join pg_subscription s on s.oid = r.srsubid
       left join pg_stat_progress_copy p on p.relid = r.srrelid and p.command = 'COPY FROM'
       where s.subname = $1`,
      [name],
    )
    const rows = states.reduce(
      (sum, table) => sum + ('fsr'.includes(table.state) ? (counts.get(table.name) ?? 0) : table.rows),
      0,
    )
    report({ rows: Math.min(rows, allRows), allRows })
    if (states.length > 0 && states.every(({ state }) => state === 'r')) return
    await refuseFailures(to, name)
    await pause(lookEveryMs)
  }
}

/** Throws if the copy has failed, for example because another company of the new cell took a unique value. */
async function refuseFailures(to: CellDatabase, name: string): Promise<void> {
  const [failures] = await to.rows<{ failures: number }>(
    'select (apply_error_count + sync_error_count)::int as failures from pg_stat_subscription_stats where subname = $1',
    [name],
  )
  if ((failures?.failures ?? 0) > 2)
    throw new StartUpProblem(
      `Cell ${to.name} cannot store rows of the company: see the log of its PostgreSQL. --undo removes what was copied.`,
    )
}

/** Returns the milliseconds until all commits of the old cell are in the new one. Infinity: over `withinMs`. */
export async function waitForReplication(
  { from, to, company }: CompanyMoveContext,
  withinMs: number,
): Promise<number> {
  const began = performance.now()
  const mark = randomUUID()
  await from.together(async () => {
    // the commit must be flushed, because only flushed changes are replicated
    await from.run('set local synchronous_commit = local')
    await from.run(
      `insert into company_move_marks (company, mark) values ($1, $2)
       on conflict (company) do update set mark = excluded.mark`,
      [company, mark],
    )
  })
  for (;;) {
    const { has_come } = await to.one<{ has_come: boolean }>(
      'select exists (select from company_move_marks where company = $1 and mark = $2) as has_come',
      [company, mark],
    )
    const elapsedMs = performance.now() - began
    if (has_come) return elapsedMs
    if (elapsedMs > withinMs) return Number.POSITIVE_INFINITY
    await pause(3)
  }
}

export async function endCopy({ from, to, company }: CompanyMoveContext): Promise<void> {
  const name = replicationName(company)
  if ((await to.rows('select from pg_subscription where subname = $1', [name])).length > 0)
    await to.run(`drop subscription ${name}`)
  await from.run(`drop publication if exists ${name}`)
  await dropSlots(from, company)
  for (const cell of [from, to])
    await cell.run('delete from company_move_marks where company = $1', [company])
}

async function dropSlots(from: CellDatabase, company: number): Promise<void> {
  await from.run(
    `select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active`,
    [replicationName(company)],
  )
}
