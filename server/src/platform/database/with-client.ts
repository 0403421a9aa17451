import pg from 'pg'

/** Runs `act` on a connection of its own, which ends afterwards. PostgreSQL shows `name` as its application. */
export async function withDatabaseClient<T>(
  connectionString: string,
  name: string,
  act: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString, application_name: name })
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}
