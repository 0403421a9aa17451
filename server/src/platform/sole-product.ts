import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { StartUpProblem } from './fatal'

/** The right to be the only product on a database, held as long as its connection lives. */
export interface SoleProduct {
  /** Settles when the connection ends without `release`: the database is gone, and with it the right. */
  readonly lost: Promise<void>
  /** Settles when the right has ended either way. */
  readonly ended: Promise<void>
  release(): Promise<void>
}

// Any fixed number serves: it only has to be the same in every version of the product.
const LOCK = 7_205_011_001
const PATIENCE_MS = 3_000
/** A host that vanishes closes no connection: only a question shows that nobody is there to answer it. */
const ASK_EVERY_MS = 10_000
const SILENT_MS = 60_000
/** Likewise at the other end: the server lets go of the lock of a host that vanished within half a minute. */
const SERVER_KEEPALIVES =
  'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 4'

/** Claims the database for this process, or refuses with `problem` when another product holds it.
 *  An advisory lock dies with its connection, so that a killed product never has to be cleaned up after;
 *  the patience covers the moment until the database notices such a death. */
export async function claimDatabase(ownerUrl: string, problem: string): Promise<SoleProduct> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    keepAlive: true,
    connectionTimeoutMillis: SILENT_MS,
    application_name: 'balcao',
  })
  client.on('error', () => undefined) // the end that follows is what counts
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
  if (!(await wonLock(client))) {
    await release()
    throw new StartUpProblem(problem)
  }
  const stopAsking = endWhenSilent(client)
  void ended.then(stopAsking)
  return { lost, ended, release }
}

/** Ends the connection when the database leaves a question unanswered for a minute. */
function endWhenSilent(client: pg.Client): () => void {
  let patience: NodeJS.Timeout | undefined
  const asking = setInterval(() => {
    if (patience !== undefined) return
    // `end` closes the socket of a connection that waits for an answer.
    patience = setTimeout(() => void client.end().catch(() => undefined), SILENT_MS).unref()
    const answered = () => {
      clearTimeout(patience)
      patience = undefined
    }
    client.query('select 1').then(answered, () => undefined) // its end is heard of
  }, ASK_EVERY_MS).unref()
  return () => {
    clearInterval(asking)
    clearTimeout(patience)
  }
}

async function wonLock(client: pg.Client): Promise<boolean> {
  const deadline = performance.now() + PATIENCE_MS
  while (true) {
    const answer = await client.query<{ won: boolean }>('select pg_try_advisory_lock($1) as won', [LOCK])
    if (answer.rows[0]?.won) return true
    if (performance.now() > deadline) return false
    await pause(100)
  }
}
