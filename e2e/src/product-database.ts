import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { loadSecrets } from '../../server/src/platform/secrets'
import type { Product } from './product'

/**
 * Runs one statement as the owner of the product's embedded database: for faults that cannot be caused from outside.
 */
export async function atTheDatabase(product: Product, sql: string): Promise<void> {
  await rowsAtTheDatabase(product, sql)
}

/** Queries the product's embedded database at its current port. */
export async function rowsAtTheDatabase<Row>(
  product: Product,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return onDatabase(product, 'balcao', async (owner) => (await owner.query(sql, [...values])).rows as Row[]) // the caller names the columns and their types
}

/** Creates an empty database beside the product's. */
export async function createDatabase(product: Product, name: string): Promise<void> {
  await atTheDatabase(product, `create database ${name}`)
}

export async function onDatabase<Result>(
  product: Product,
  name: string,
  act: (owner: pg.Client) => Promise<Result>,
): Promise<Result> {
  const owner = new pg.Client({ connectionString: addressAt(product, name) })
  owner.on('error', () => undefined) // the failing statement reports it
  await owner.connect()
  try {
    return await act(owner)
  } finally {
    await owner.end()
  }
}

/** The address of a database beside the product's, for its owner. */
export function addressAt({ dataFolder }: Product, name: string): string {
  const port = readFileSync(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3]
  const { databaseOwnerPassword } = loadSecrets(dataFolder, {})
  return `postgres://balcao_owner:${encodeURIComponent(databaseOwnerPassword)}@127.0.0.1:${port}/${name}`
}
