import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, chmod, copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { migrateDatabase } from '../../server/src/platform/database/migrate'
import { startEmbeddedPostgres } from '../../server/src/platform/embedded-postgres/start-embedded-postgres'
import { loadSecrets } from '../../server/src/platform/secrets'

const NAME = 'MIGRATED_DATA_FOLDER'
/** The copy of the migrated database that no product uses, beside the one that a product claims. */
export const MIGRATED = 'balcao_migrated'
const STOP_TIMEOUT_MS = 20_000

/**
 * Vitest's global setup: one data folder with a migrated, empty database. Creating a database takes longer than many a
 * test. Workers inherit its address. All other data folders of the run lie beside it, and go with it.
 */
export default async function makeMigratedFolder(): Promise<() => Promise<void>> {
  const run = await newFolder(tmpdir())
  const remove = () => rm(run, { recursive: true, force: true })
  try {
    process.env[NAME] = await makeMigrated(await newFolder(run))
  } catch (error) {
    await remove()
    throw error
  }
  return async () => {
    await productsHaveStopped(run)
    await remove()
  }
}

async function makeMigrated(folder: string): Promise<string> {
  const secrets = loadSecrets(folder, {})
  const log = { info: () => undefined, warn: () => undefined }
  const postgres = await startEmbeddedPostgres({ folder, ownerPassword: secrets.databaseOwnerPassword, log })
  try {
    await migrateDatabase(postgres.ownerUrl, secrets)
    await postgres.release() // what is copied may have no connections
    const anotherDatabase = Object.assign(new URL(postgres.ownerUrl), { pathname: '/postgres' })
    const owner = new pg.Client({ connectionString: anotherDatabase.href })
    await owner.connect()
    await owner.query(`create database ${MIGRATED} template balcao`)
    await owner.end()
  } finally {
    await postgres.stop()
  }
  // No test needs durability over a power failure; a kill of a process loses nothing that was written.
  await appendFile(join(folder, 'postgres', 'postgresql.conf'), 'fsync = off\n')
  return folder
}

/** An empty data folder with the secrets of another one, whose database the product is to use. */
export async function emptyFolderWithSecretsOf(other: string): Promise<string> {
  const folder = await emptyFolder()
  await copyFile(join(other, 'secrets.json'), join(folder, 'secrets.json'))
  return folder
}

/** The products of a run end with its workers, and take a moment to stop their databases. */
async function productsHaveStopped(run: string): Promise<void> {
  const locks = (await readdir(run)).map((name) => join(run, name, 'postgres', 'postmaster.pid'))
  const giveUpAt = performance.now() + STOP_TIMEOUT_MS
  while (locks.some((lock) => existsSync(lock)) && performance.now() < giveUpAt) await pause(50)
}

/** A data folder of its own for one product: a copy of the migrated one where the run has created it, else empty. */
export async function folderToBeginWith(): Promise<string> {
  const folder = await emptyFolder()
  const migrated = process.env[NAME]
  // By the system's own copy: for root, the database's files belong to another user, and must in the copy.
  if (migrated !== undefined) await promisify(execFile)('cp', ['-a', `${migrated}/.`, folder])
  return folder
}

/** As before the very first start. */
export async function emptyFolder(): Promise<string> {
  const migrated = process.env[NAME]
  return newFolder(migrated === undefined ? tmpdir() : dirname(migrated))
}

async function newFolder(parent: string): Promise<string> {
  const folder = await mkdtemp(join(parent, 'balcao-e2e-'))
  await chmod(folder, 0o711) // for root: the database runs as another user
  return folder
}
