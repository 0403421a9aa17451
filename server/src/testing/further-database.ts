import type pg from 'pg'

/** Creates an empty database on the server of this connection. Returns how to drop it. */
export async function createFurtherDatabase(
  owner: Pick<pg.Client, 'query'>,
  name: string,
): Promise<() => Promise<void>> {
  await owner.query(`create database ${name}`)
  return async () => void (await owner.query(`drop database ${name} with (force)`))
}
