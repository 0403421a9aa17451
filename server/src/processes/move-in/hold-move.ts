import pg from 'pg'
import { StartUpProblem } from '../../platform/fatal'

export interface MoveLock {
  /** The signal is aborted when the lock's database connection is lost: another process may then work on the move. */
  readonly lost: AbortSignal
  release(): Promise<void>
}

/** Takes an advisory lock, so that only this process works on the move. Null: another process holds the lock. */
export async function lockMove(ownerUrl: string, name: string): Promise<MoveLock | null> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: 'balcao move-in',
    keepAlive: true,
  })
  const lost = new AbortController()
  let isReleased = false
  client.on('error', () => undefined) // the `end` event follows, and is handled below
  client.once('end', () => {
    if (!isReleased)
      lost.abort(new StartUpProblem('The database of this installation was lost. Repeat the command.'))
  })
  const release = async () => {
    isReleased = true
    await client.end().catch(() => undefined) // the connection may be lost already
  }
  try {
    await client.connect()
    const { rows } = await client.query<{ won: boolean }>(
      `select pg_try_advisory_lock(hashtext('balcao move in'), hashtext($1)) as won`,
      [name],
    )
    if (rows[0]?.won === true) return { lost: lost.signal, release }
  } catch (error) {
    await release()
    throw error
  }
  await release()
  return null
}

/**
 * Runs the function while this process holds the move's lock. Its signal is also aborted when the lock is lost,
 * because another process may then begin the same move.
 */
export async function withMoveLock<T>(
  { ownerUrl, name, stopping }: { ownerUrl: string; name: string; stopping: AbortSignal },
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const hold = await lockMove(ownerUrl, name)
  if (hold === null)
    throw new StartUpProblem(`Another command, or the page, works on the move ${name} at this moment.`)
  const signal = AbortSignal.any([stopping, hold.lost])
  try {
    return await act(signal)
  } catch (error) {
    signal.throwIfAborted() // throws the abort's reason instead of the error of an interrupted statement
    throw error
  } finally {
    await hold.release()
  }
}
