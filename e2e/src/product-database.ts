import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { loadSecrets } from '../../server/src/platform/secrets'
import type { Product } from './product'

/** Runs one statement as the owner of the product's embedded database: for troubles that nobody can cause from outside. */
export async function atTheDatabase({ dataFolder }: Product, sql: string): Promise<void> {
  const port = readFileSync(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3]
  const { databaseOwnerPassword } = loadSecrets(dataFolder, {})
  const owner = new pg.Client({
    connectionString: `postgres://balcao_owner:${encodeURIComponent(databaseOwnerPassword)}@127.0.0.1:${port}/balcao`,
  })
  await owner.connect()
  try {
    await owner.query(sql)
  } finally {
    await owner.end()
  }
}
