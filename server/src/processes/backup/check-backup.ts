import { chmod, rm } from 'node:fs/promises'
import { startEmbeddedPostgres } from '../../platform/embedded-postgres/start-embedded-postgres'
import { parseDataKeys } from '../../platform/encryption'
import { generateSecret } from '../../platform/secrets'
import { type BackupLoadOrder, loadBackup } from './load-backup'
import { type BackupSums, unknownContentProblem } from './records'
import { type BackupHeader, openSealedFile } from './sealed-file'
import { makeTemporaryFolder } from './temporary-folder'

/** The settings of the temporary database, which need not survive a crash. */
const fast = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/**
 * Checks a backup: reads it to its end and loads it into a temporary database, with all migrations. The
 * database is removed afterwards. Files are read and not stored. Refuses a faulty backup with StartUpProblem.
 */
export async function checkBackup(
  path: string,
  passphrase: string,
  {
    temporaryFolder,
    ...loading
  }: Pick<BackupLoadOrder, 'now' | 'report' | 'signal'> & {
    /** Absent: the system's temporary folder. */
    readonly temporaryFolder?: string
  },
): Promise<{ facts: BackupHeader; sums: BackupSums }> {
  const backup = await openSealedFile(path, passphrase)
  const folder = await makeTemporaryFolder(temporaryFolder)
  try {
    await chmod(folder, 0o711) // the database's account must be able to enter the folder
    const database = await startEmbeddedPostgres({
      folder,
      ownerPassword: generateSecret(),
      log: { info: () => undefined, warn: () => undefined },
      settings: fast,
    })
    try {
      const { sums } = await loadBackup({
        ...loading,
        backup,
        ownerUrl: database.ownerUrl,
        files: null,
        temporaryFolder: folder,
        takeSecrets: ({ dataKeys = '' }) => {
          const keys = parseDataKeys(dataKeys)
          if (keys === undefined) throw unknownContentProblem()
          return {
            dataKeys: keys,
            databaseAppPassword: generateSecret(),
            databasePlatformPassword: generateSecret(),
          }
        },
        replaces: true,
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
