import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { rolePasswords } from './database-server'

/** A migrated, empty database for one test file. */
export interface TestDatabase {
  readonly name: string
  readonly ownerUrl: string
  /** The addresses for the application's two roles. */
  readonly appUrl: string
  readonly platformUrl: string
  /** Drops the database and cuts its connections. */
  drop(): Promise<void>
}

/** Creates a database for one test file, or one test. A copy takes a few hundredths of a second. */
export function createTestDatabase(): Promise<TestDatabase> {
  return copyOf(inject('databaseServer').template)
}

/** A database without tables, for tests of the migrations. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return copyOf('template0')
}

async function copyOf(template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  // Copied as files, because a copy through the write-ahead log takes nearly twice as long.
  await onServer(`create database ${name} template ${template} strategy file_copy`)
  const ownerUrl = new URL(inject('databaseServer').ownerUrl)
  ownerUrl.pathname = name
  const appUrl = addressOf(ownerUrl, 'balcao_app', rolePasswords.app)
  const platformUrl = addressOf(ownerUrl, 'balcao_platform', rolePasswords.platform)
  return {
    name,
    ownerUrl: ownerUrl.href,
    appUrl,
    platformUrl,
    drop: () => onServer(`drop database ${name} with (force)`),
  }
}

function addressOf(database: URL, role: string, password: string): string {
  const address = new URL(database)
  address.username = role
  address.password = password
  return address.href
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
