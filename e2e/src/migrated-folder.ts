import { execFile } from 'node:child_process'
import { appendFile, chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { migrate } from '../../server/src/platform/database/migrate'
import { startEmbeddedPostgres } from '../../server/src/platform/embedded-postgres/start-embedded-postgres'
import { loadSecrets } from '../../server/src/platform/secrets'

const NAME = 'MIGRATED_DATA_FOLDER'

/**
 * Vitest's global setup: one data folder with a migrated, empty database. Creating a database takes longer than many a
 * test. Workers inherit its address.
 */
export default async function makeMigratedFolder(): Promise<() => Promise<void>> {
  const folder = await newFolder('balcao-e2e-migrated-')
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const secrets = loadSecrets(folder, {})
    const log = { info: () => undefined, warn: () => undefined }
    const postgres = await startEmbeddedPostgres({
      folder,
      ownerPassword: secrets.databaseOwnerPassword,
      log,
    })
    try {
      await migrate(postgres.ownerUrl, {
        app: secrets.databaseAppPassword,
        platform: secrets.databasePlatformPassword,
      })
    } finally {
      await postgres.stop()
    }
    // No test needs durability over a power failure; a kill of a process loses nothing that was written.
    await appendFile(join(folder, 'postgres', 'postgresql.conf'), 'fsync = off\n')
  } catch (error) {
    await remove()
    throw error
  }
  process.env[NAME] = folder
  return remove
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
export const emptyFolder = (): Promise<string> => newFolder('balcao-e2e-')

async function newFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix))
  await chmod(folder, 0o711) // for root: the database runs as another user
  return folder
}
