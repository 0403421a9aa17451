import type pg from 'pg'

/** Ends the connections of this application to the database, as a restart of the database does. */
export async function endConnections(owner: Pick<pg.Client, 'query'>, application: string): Promise<void> {
  await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = $1 and datname = current_database()`,
    [application],
  )
}
