import type pg from 'pg'

type Query = Pick<pg.ClientBase, 'query'>

/** The id of the server process of a connection. */
export async function backendOf(client: Query): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

/** Ends a connection at the server, as a crash does, and waits for its end. */
export async function endBackend(owner: Query, pid: number): Promise<void> {
  await owner.query('select pg_terminate_backend($1, 10000)', [pid])
}

/** Sends a notification, as any program may that knows the channel. */
export async function notify(client: Query, channel: string, text: string): Promise<void> {
  await client.query('select pg_notify($1, $2)', [channel, text])
}
