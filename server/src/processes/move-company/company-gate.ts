import { setTimeout as pause } from 'node:timers/promises'
import type { CellDatabase } from './cell-database'

export type CompanyMoveState = 'leaving' | 'arriving' | 'moved'

/**
 * Transactions of a leaving company hold this advisory lock in shared mode, so the mover stops them by holding
 * it alone (`require_company_here`, migration 0013).
 */
const actsLock = 7207
/** This advisory lock allows only one running move for each company. */
const moverLock = 7208

const lookEveryMs = 100

/** Reads whether the company is moving. Null: it is not, or it is not in this cell. */
export async function readMoveState(cell: CellDatabase, company: number): Promise<CompanyMoveState | null> {
  const [row] = await cell.rows<{ state: CompanyMoveState }>(
    'select state from company_moves where company = $1',
    [company],
  )
  return row?.state ?? null
}

/** Sets the company's state, which transactions that begin after the commit see. Null: the company is not moving. */
export async function setMoveState(
  cell: CellDatabase,
  company: number,
  state: CompanyMoveState | null,
): Promise<void> {
  const isNamed = (await readMoveState(cell, company)) !== null
  if (state === null) await cell.run('delete from company_moves where company = $1', [company])
  else
    await cell.run(
      `insert into company_moves (company, state, since) values ($1, $2, now())
       on conflict (company) do update set state = excluded.state, since = excluded.since`,
      [company, state],
    )
  // `open_company_moves` replaces SQL functions, so all processes must plan their queries again. It is called
  // only if the set of moving companies changes.
  if (!isNamed || state === null) await cell.run('select open_company_moves()')
}

export async function setMoveStateInTransaction(
  cell: CellDatabase,
  company: number,
  state: CompanyMoveState | null,
): Promise<void> {
  await cell.together(async () => {
    // `open_company_moves` writes all moving companies into SQL functions. Without the lock, two concurrent
    // moves would each leave the other's company out.
    await cell.run('lock table company_moves in share row exclusive mode')
    await setMoveState(cell, company, state)
  })
}

/** Waits for the transactions that run now, because they may not see the company's new state yet. */
export async function waitForRunningTransactions(cell: CellDatabase, signal: AbortSignal): Promise<void> {
  const running = async () =>
    (
      await cell.rows<{ act: string }>(`
        select l.pid || ' ' || l.virtualtransaction as act
        from pg_locks l join pg_stat_activity a on a.pid = l.pid
        where l.locktype = 'virtualxid' and a.datname = current_database() and a.backend_type = 'client backend'
          and l.pid <> pg_backend_pid()`)
    ).map(({ act }) => act)
  const earlier = new Set(await running())
  while (earlier.size > 0) {
    signal.throwIfAborted()
    const now = new Set(await running())
    for (const act of earlier) if (!now.has(act)) earlier.delete(act)
    if (earlier.size > 0) await pause(lookEveryMs)
  }
}

export async function tryAcquireMoverLock(cell: CellDatabase, company: number): Promise<boolean> {
  const [row] = await cell.rows<{ is_only: boolean }>('select pg_try_advisory_lock($1, $2) as is_only', [
    moverLock,
    company,
  ])
  return row?.is_only === true
}

/**
 * Stops new transactions of the company. False: a running one took longer than `patienceMs`, so nothing was
 * stopped. The end of this database connection also ends the stop.
 */
export async function stopTransactionsOfCompany(
  cell: CellDatabase,
  company: number,
  patienceMs: number,
): Promise<boolean> {
  await cell.run(`select set_config('lock_timeout', $1, false)`, [`${patienceMs}ms`])
  try {
    await cell.run('select pg_advisory_lock($1, $2)', [actsLock, company])
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '55P03') return false
    throw error
  } finally {
    // fails only if the connection is lost
    await cell.run(`select set_config('lock_timeout', '0', false)`).catch(() => undefined)
  }
}

export async function resumeTransactionsOfCompany(cell: CellDatabase, company: number): Promise<void> {
  await cell.run('select pg_advisory_unlock($1, $2)', [actsLock, company])
}
