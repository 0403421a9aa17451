import { rm } from 'node:fs/promises'
import { parseDataKeys } from '../../platform/encryption'
import { type BackupCheckDatabase, createBackupCheckDatabase } from './check-database'
import { type BackupRestoreParameters, loadBackup } from './load-backup'
import { type BackupTotals, unknownBackupContentProblem } from './records'
import { type BackupHeader, openEncryptedBackupFile } from './sealed-file'
import { makeTemporaryFolder } from './temporary-folder'

/** Loads a backup into a temporary database with all migrations. Throws StartUpProblem if it is faulty. */
export async function checkBackup(
  path: string,
  passphrase: string,
  {
    temporaryFolder,
    databaseUrl,
    openDatabase = createBackupCheckDatabase,
    ...loading
  }: Pick<BackupRestoreParameters, 'now' | 'report' | 'signal'> & {
    /** The folder for temporary files. Absent: the system's temporary folder. */
    readonly temporaryFolder?: string
    /** The server on which the temporary database is created if the embedded PostgreSQL is not installed. */
    readonly databaseUrl?: string | undefined
    readonly openDatabase?: (folder: string, databaseUrl: string | undefined) => Promise<BackupCheckDatabase>
  },
): Promise<{ facts: BackupHeader; sums: BackupTotals }> {
  const backup = await openEncryptedBackupFile(path, passphrase)
  const folder = await makeTemporaryFolder(temporaryFolder)
  try {
    const database = await openDatabase(folder, databaseUrl)
    try {
      const { sums } = await loadBackup({
        ...loading,
        backup,
        ownerUrl: database.ownerUrl,
        files: null,
        temporaryFolder: folder,
        takeSecrets: ({ dataKeys = '' }) => {
          if (parseDataKeys(dataKeys) === undefined) throw unknownBackupContentProblem()
          // Roles belong to the whole database server, so a check in a temporary database sets no passwords.
          return undefined
        },
        replaces: true,
      })
      return { facts: backup.facts, sums }
    } finally {
      await database.remove()
    }
  } finally {
    await backup.close()
    await rm(folder, { recursive: true, force: true })
  }
}
