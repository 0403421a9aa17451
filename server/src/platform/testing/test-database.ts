import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type {} from './database-server'

/** A migrated, empty database of a test's own. */
export interface TestDatabase {
  readonly name: string
  readonly ownerUrl: string
  /** Throws it away, cutting off whoever is still connected. */
  drop(): Promise<void>
}

/** Makes a database for one test file, or one test: a copy takes a few hundredths of a second. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(`create database ${name} template ${inject('databaseServer').template}`)
  const ownerUrl = new URL(inject('databaseServer').ownerUrl)
  ownerUrl.pathname = name
  return { name, ownerUrl: ownerUrl.href, drop: () => onServer(`drop database ${name} with (force)`) }
}

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseServer').ownerUrl })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
