import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../platform/embedded-postgres/start-embedded-postgres'
import { parseDataKeys } from '../../platform/encryption'
import { newSecret } from '../../platform/secrets'
import { loadBackup } from './load-backup'
import { type BackupSums, unknownContent } from './records'
import { type BackupFacts, openSealedFile } from './sealed-file'

/** The database of a check may be lost at any time. */
const fast = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/**
 * Reads a backup to its end and loads it into a temporary database of its own, with all migrations, which is removed
 * afterwards. Files are read and not kept. Refuses a faulty backup with StartUpProblem.
 */
export async function checkBackup(
  path: string,
  passphrase: string,
  { now, report }: { now: Date; report?: (readBytes: number, allBytes: number) => void },
): Promise<{ facts: BackupFacts; sums: BackupSums }> {
  const backup = await openSealedFile(path, passphrase)
  const folder = await mkdtemp(join(tmpdir(), 'balcao-check-'))
  try {
    await chmod(folder, 0o711) // the account of the database must enter it
    const database = await startEmbeddedPostgres({
      folder,
      ownerPassword: newSecret(),
      log: { info: () => undefined, warn: () => undefined },
      settings: fast,
    })
    try {
      const sums = await loadBackup({
        backup,
        ownerUrl: database.ownerUrl,
        files: null,
        temporaryFolder: folder,
        takeSecrets: ({ dataKeys = '' }) => {
          const keys = parseDataKeys(dataKeys)
          if (keys === undefined) throw unknownContent()
          return { dataKeys: keys, databaseAppPassword: newSecret(), databasePlatformPassword: newSecret() }
        },
        replaces: true,
        now,
        ...(report && { report }),
      })
      return { facts: backup.facts, sums }
    } finally {
      await database.stop()
    }
  } finally {
    await backup.close()
    await rm(folder, { recursive: true, force: true })
  }
}
