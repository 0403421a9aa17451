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

/** Claims the database for this process, or refuses with `problem` when another product holds it.
 *  An advisory lock dies with its connection, so that a killed product never has to be cleaned up after;
 *  the patience covers the moment until the database notices such a death. */
export async function claimDatabase(ownerUrl: string, problem: string): Promise<SoleProduct> {
  const client = new pg.Client({ connectionString: ownerUrl, keepAlive: true, application_name: 'balcao' })
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
  if (!(await wonLock(client))) {
    await release()
    throw new StartUpProblem(problem)
  }
  return { lost, ended, release }
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
