import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '../database/migrate'
import { startEmbeddedPostgres } from '../embedded-postgres/start-embedded-postgres'

declare module 'vitest' {
  interface ProvidedContext {
    /** The database server of this run: the owner's address, the migrated database to copy from, and the run's folder. */
    databaseServer: { ownerUrl: string; template: string; folder: string }
  }
}

const TEMPLATE = 'balcao_template'

/** Roles belong to the whole server, so that they get their passwords once, before all tests. */
export const rolePasswords = { app: 'of-the-tests-app', platform: 'of-the-tests-platform' }
/** None: what the template notes, a database of `migrateDatabase` alone would not. */
const noDataKeys = { current: 'k1', keys: new Map<string, Buffer>() }

export const testSettings = {
  // No test needs durability over a power failure.
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Tests explain plans, which depend on statistics; autovacuum would update them at any time.
  autovacuum: 'off',
  max_connections: '300',
}

/** Vitest's global setup: one database server for all tests of a run, with a migrated database to copy from. */
export default async function startDatabaseServer(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-test-'))
  chmodSync(folder, 0o711) // the database's user must be able to enter when root runs the tests
  const log = { info: () => undefined, warn: () => undefined }
  const server = await startEmbeddedPostgres({
    folder,
    ownerPassword: 'of-the-tests',
    log,
    settings: testSettings,
  })
  const stop = async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await makeTemplate(server.ownerUrl)
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('databaseServer', { ownerUrl: server.ownerUrl, template: TEMPLATE, folder })
  return stop
}

async function makeTemplate(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  const templateUrl = new URL(ownerUrl)
  templateUrl.pathname = TEMPLATE
  await migrateDatabase(templateUrl.href, {
    databaseAppPassword: rolePasswords.app,
    databasePlatformPassword: rolePasswords.platform,
    dataKeys: noDataKeys,
  })
}
