import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { vi } from 'vitest'
import { loadSecrets } from '../../server/src/platform/secrets'
import { MIGRATED } from './migrated-folder'
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

/**
 * Replaces the database of a running product by a copy of the migrated one. The product loses its connections first, and
 * gets no new ones during `meanwhile`.
 */
export async function replaceDatabase(product: Product, meanwhile: () => Promise<void>): Promise<void> {
  await onDatabase(product, 'postgres', async (owner) => {
    await owner.query(`create database next template ${MIGRATED}`)
    await owner.query('alter database balcao with allow_connections false')
    await owner.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'balcao'")
  })
  await meanwhile()
  // The product that finds no database may restart the server in between, which ends this connection too.
  const owner = (act: (owner: pg.Client) => Promise<unknown>) =>
    vi.waitFor(() => onDatabase(product, 'postgres', act), { timeout: 60_000, interval: 100 })
  // In one transaction, so that the product never misses its database and creates one.
  await owner(async (client) => {
    await client.query('begin')
    await client.query('alter database balcao rename to used')
    await client.query('alter database next rename to balcao')
    await client.query('commit')
  })
  await owner((client) => client.query('drop database if exists used'))
}

async function onDatabase<Result>(
  { dataFolder }: Product,
  name: string,
  act: (owner: pg.Client) => Promise<Result>,
): Promise<Result> {
  const port = readFileSync(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3]
  const { databaseOwnerPassword } = loadSecrets(dataFolder, {})
  const owner = new pg.Client({
    connectionString: `postgres://balcao_owner:${encodeURIComponent(databaseOwnerPassword)}@127.0.0.1:${port}/${name}`,
  })
  owner.on('error', () => undefined) // the failing statement reports it
  await owner.connect()
  try {
    return await act(owner)
  } finally {
    await owner.end()
  }
}
