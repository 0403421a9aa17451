import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { StartUpProblem } from '../fatal'

/** The lock by which a process claims its database. It lasts as long as its database connection. */
export interface DatabaseClaim {
  /** A connection with the owner's rights, for locks and subscriptions, never for transactions. */
  readonly connection: pg.Client
  /** Resolves when the connection ends without `release`: database and claim are lost. */
  readonly lost: Promise<void>
  /** Resolves when the connection has ended, by `release` or by losing the database. */
  readonly ended: Promise<void>
  release(): Promise<void>
}

// The key of the advisory lock: any fixed number, the same in every version of the product.
const LOCK = 7_205_011_001
const TIMEOUT_MS = 3_000
/** A connection that gives no answer for this long is closed, because a host that fails closes none itself. */
const SILENT_MS = 60_000
/**
 * `SILENT_MS` for a shared database: shorter, so that this process stops before the server releases its locks and other
 * processes take over its work.
 */
const SHARED_SILENT_MS = 15_000
/** With these settings the server releases the locks of a failed host within half a minute. */
const SERVER_KEEPALIVES =
  'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 4'

/**
 * The bus, the search for other processes and the liveness query share the connection of the claim. With `pipeline`
 * none of them waits for the answers of the others.
 */
const pipelined: object = { pipeline: true } // pg 8.23 supports `pipeline`, its types do not

/**
 * `alone`: only this process uses the database. `shared`: several processes do. `host`: like `shared`, for the process
 * that runs the embedded database.
 */
export type DatabaseClaimKind = 'alone' | 'shared' | 'host'

const locks: Readonly<Record<DatabaseClaimKind, readonly string[]>> = {
  alone: [`pg_try_advisory_lock(${LOCK})`],
  shared: [`pg_try_advisory_lock_shared(${LOCK})`],
  host: [`pg_try_advisory_lock_shared(${LOCK})`, 'pg_try_advisory_lock(7206, 1)'],
}

/**
 * Claims the database with an advisory lock, or throws StartUpProblem with the text `problem`. PostgreSQL needs time to
 * detect that the former process was killed, so the call tries for a few seconds.
 */
export async function claimDatabase(
  ownerUrl: string,
  problem: string,
  kind: DatabaseClaimKind = 'alone',
): Promise<DatabaseClaim> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    keepAlive: true,
    connectionTimeoutMillis: SILENT_MS,
    application_name: 'balcao',
    ...pipelined,
  })
  client.on('error', () => undefined) // an error is followed by `end`, which is handled below
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

function endWhenSilent(client: pg.Client, silentMs: number): () => void {
  let patience: NodeJS.Timeout | undefined
  const asking = setInterval(() => {
    if (patience !== undefined) return
    // Closes the connection if no answer comes in time. `end` works although the query still waits.
    patience = setTimeout(() => void client.end().catch(() => undefined), silentMs).unref()
    const answered = () => {
      clearTimeout(patience)
      patience = undefined
    }
    client.query('select 1').then(answered, () => undefined) // the connection's `end` event reports the error
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
