import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { StartUpProblem } from '../fatal'

/** The claim of a process on its database, which lasts as long as its connection. */
export interface DatabaseClaim {
  /** The connection of the claim, as the owner. Locks and subscriptions of the process belong to it; no transaction does. */
  readonly connection: pg.Client
  /** Resolves when the connection ends without `release`: database and claim are lost. */
  readonly lost: Promise<void>
  /** Resolves when the claim has ended, by `release` or by losing the database. */
  readonly ended: Promise<void>
  release(): Promise<void>
}

// Any fixed number works, if it is the same in every version of the product.
const LOCK = 7_205_011_001
const TIMEOUT_MS = 3_000
/** A host that vanishes closes no connection, so only a query detects it. */
const SILENT_MS = 60_000
/** Others may take over soon after the server has given up a vanished process: it must have noticed by then. */
const SHARED_SILENT_MS = 15_000
/** The reverse: the server releases the lock of a vanished host within half a minute. */
const SERVER_KEEPALIVES =
  'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 4'

/** Bus, look and probe use it side by side. */
const pipelined: object = { pipeline: true } // pg 8.23 supports it, its types do not

/**
 * `alone`: no other process may use the database. `shared`: those that don't claim it alone may. `host`: the same, but
 * only one process may run the database for the others.
 */
export type ClaimKind = 'alone' | 'shared' | 'host'

const locks: Readonly<Record<ClaimKind, readonly string[]>> = {
  alone: [`pg_try_advisory_lock(${LOCK})`],
  shared: [`pg_try_advisory_lock_shared(${LOCK})`],
  host: [`pg_try_advisory_lock_shared(${LOCK})`, 'pg_try_advisory_lock(7206, 1)'],
}

/**
 * Claims the database for this process, or refuses with `problem` when a claim of another process excludes it. The claim
 * is an advisory lock, which ends with its connection, so that a killed process needs no cleanup. The patience covers
 * the time until the database detects such an end.
 */
export async function claimDatabase(
  ownerUrl: string,
  problem: string,
  kind: ClaimKind = 'alone',
): Promise<DatabaseClaim> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    keepAlive: true,
    connectionTimeoutMillis: SILENT_MS,
    application_name: 'balcao',
    ...pipelined,
  })
  client.on('error', () => undefined) // the following end of the connection is handled
  let released = false
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  const lost = new Promise<void>((resolve) => {
    client.once('end', () => {
      if (!released) resolve()
    })
  })
  const release = async () => {
    released = true
    await client.end()
  }
  await client.connect()
  await client.query(SERVER_KEEPALIVES)
  if (!(await wonLocks(client, locks[kind]))) {
    await release()
    throw new StartUpProblem(problem)
  }
  const stopAsking = endWhenSilent(client, kind === 'alone' ? SILENT_MS : SHARED_SILENT_MS)
  void ended.then(stopAsking)
  return { connection: client, lost, ended, release }
}

/** Ends the connection when the database does not answer a query for so long. */
function endWhenSilent(client: pg.Client, silentMs: number): () => void {
  let patience: NodeJS.Timeout | undefined
  const asking = setInterval(() => {
    if (patience !== undefined) return
    // `end` closes the socket of a connection that waits for an answer.
    patience = setTimeout(() => void client.end().catch(() => undefined), silentMs).unref()
    const answered = () => {
      clearTimeout(patience)
      patience = undefined
    }
    client.query('select 1').then(answered, () => undefined) // the end of the connection is handled
  }, silentMs / 6).unref()
  return () => {
    clearInterval(asking)
    clearTimeout(patience)
  }
}

async function wonLocks(client: pg.Client, wanted: readonly string[]): Promise<boolean> {
  const deadline = performance.now() + TIMEOUT_MS
  for (const lock of wanted) {
    while (!(await won(client, lock))) {
      if (performance.now() > deadline) return false
      await pause(100)
    }
  }
  return true
}

async function won(client: pg.Client, lock: string): Promise<boolean> {
  const answer = await client.query<{ won: boolean }>(`select ${lock} as won`)
  return answer.rows[0]?.won === true
}
