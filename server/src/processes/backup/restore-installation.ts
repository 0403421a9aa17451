import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Config } from '../../platform/config'
import { makeDataFolder, restoringFolderName } from '../../platform/data-folder'
import { claimOutsideDatabase } from '../../platform/database/outside-database'
import { startEmbeddedPostgres } from '../../platform/embedded-postgres/start-embedded-postgres'
import { StartUpProblem } from '../../platform/fatal'
import {
  adoptTransferredSecrets,
  areSameTransferableSecrets,
  loadSecrets,
  transferableSecrets,
} from '../../platform/secrets'
import { type OpenedFileStore, openFileStore } from '../open-file-store'
import { fsyncPath } from '../sync-path'
import { type BackupRestoreParameters, type LoadedBackup, loadBackup } from './load-backup'
import type { EncryptedBackupReader } from './sealed-file'
import { isProcessAlive, makeTemporaryFolder, removeFolderAndItsDatabase } from './temporary-folder'

type Environment = Readonly<Record<string, string | undefined>>

interface Restoring extends Pick<BackupRestoreParameters, 'replaces' | 'now' | 'report' | 'signal'> {
  readonly backup: EncryptedBackupReader
  readonly config: Pick<Config, 'dataFolder' | 'databaseUrl' | 's3' | 'nodeAddress'>
  readonly environment: Environment
}

/** The name of a file that marks a restore as complete: then its parts only have to be moved to the data folder. */
const completeMark = 'complete'
/** The order in which the parts are moved. The database is last, because it makes the data folder an installation. */
const movedInOrder = ['secrets.json', 'files', 'postgres']

/** Restores a backup into an empty installation. If it throws StartUpProblem, the installation is empty as before. */
export function restoreInstallation(restoring: Restoring): Promise<LoadedBackup> {
  return restoring.config.databaseUrl === undefined
    ? restoreIntoFolder(restoring)
    : restoreIntoDatabase(restoring, restoring.config.databaseUrl)
}

/**
 * Builds the installation in a subfolder of the data folder, and moves its parts when it is complete. While the
 * subfolder exists, the product refuses to start; a repeated restore clears it.
 */
async function restoreIntoFolder({ config, environment, ...restoring }: Restoring): Promise<LoadedBackup> {
  const { dataFolder } = config
  const staging = join(dataFolder, restoringFolderName)
  await clearInterrupted(staging)
  const taken = movedInOrder.find((name) => existsSync(join(dataFolder, name)))
  if (taken !== undefined)
    throw new StartUpProblem(`${dataFolder} is not empty: it has ${taken}. Restore into another folder.`)
  makeDataFolder(dataFolder)
  makeDataFolder(staging)
  await writeFile(join(staging, 'pid'), String(process.pid))
  try {
    const store = await openEmptyStore({ ...config, dataFolder: staging }, restoring)
    let restored: LoadedBackup
    try {
      restored = await buildIn(staging, store, restoring, environment)
    } finally {
      await store.close()
    }
    await writeFile(join(staging, completeMark), JSON.stringify(restored))
    await fsyncPath(join(staging, completeMark))
    await moveIntoPlace(dataFolder)
    return restored
  } catch (error) {
    if (!existsSync(join(staging, completeMark))) await rm(staging, { recursive: true, force: true })
    throw error
  }
}

async function buildIn(
  staging: string,
  store: OpenedFileStore,
  restoring: Omit<Restoring, 'config' | 'environment'>,
  environment: Environment,
): Promise<LoadedBackup> {
  const { databaseOwnerPassword } = loadSecrets(staging, environment)
  const database = await startEmbeddedPostgres({
    folder: staging,
    ownerPassword: databaseOwnerPassword,
    log: { info: () => undefined, warn: () => undefined },
  })
  try {
    return await loadBackup({
      ...restoring,
      ownerUrl: database.ownerUrl,
      files: store,
      temporaryFolder: staging,
      takeSecrets: (texts) => {
        adoptTransferredSecrets(staging, texts, environment)
        return loadSecrets(staging, environment)
      },
    })
  } finally {
    await database.stop()
  }
}

/** Opens the file store and refuses one that has files: the original and its copy would delete each other's files. */
async function openEmptyStore(
  config: Restoring['config'],
  { replaces }: Pick<Restoring, 'replaces'>,
): Promise<OpenedFileStore> {
  const store = await openFileStore(config, {})
  const [company] = replaces ? [] : await store.companies()
  if (company === undefined) return store
  await store.close()
  const place = config.s3 === null ? join(config.dataFolder, 'files') : `The bucket ${config.s3.bucket}`
  throw new StartUpProblem(
    `${place} is not empty: it has files of company ${company}. Empty it if an interrupted restore left them; ` +
      'else give the copy files of its own, or say with --replaces that the original is gone for good.',
  )
}

/** Finishes a restore that was interrupted while it moved its parts. Null: there is none. */
export async function finishInterruptedRestore(dataFolder: string): Promise<LoadedBackup | null> {
  const mark = join(dataFolder, restoringFolderName, completeMark)
  if (!existsSync(mark)) return null
  const restored: LoadedBackup = JSON.parse(await readFile(mark, 'utf8'))
  await moveIntoPlace(dataFolder)
  return restored
}

async function moveIntoPlace(dataFolder: string): Promise<void> {
  const staging = join(dataFolder, restoringFolderName)
  for (const name of movedInOrder)
    if (existsSync(join(staging, name))) await rename(join(staging, name), join(dataFolder, name))
  await fsyncPath(dataFolder)
  await rm(staging, { recursive: true })
}

/** Removes the subfolder of an interrupted restore, with the database that may run in it. */
async function clearInterrupted(staging: string): Promise<void> {
  if (!existsSync(staging)) return
  const pid = Number(await readFile(join(staging, 'pid'), 'utf8').catch(() => '0'))
  if (pid > 0 && pid !== process.pid && isProcessAlive(pid))
    throw new StartUpProblem(
      `Another restore into this folder is running (process ${pid}). If that is another program, remove ${staging}.`,
    )
  await removeFolderAndItsDatabase(staging)
}

/** Restores into an external database in one transaction, so an interrupted restore leaves no company. */
async function restoreIntoDatabase(
  { config, environment, ...restoring }: Restoring,
  ownerUrl: string,
): Promise<LoadedBackup> {
  const { dataFolder } = config
  const claim = await claimOutsideDatabase(ownerUrl, 'alone')
  const temporaryFolder = await makeTemporaryFolder()
  try {
    await refuseTaken(ownerUrl)
    makeDataFolder(dataFolder)
    const hasSecrets = (await readdir(dataFolder)).includes('secrets.json')
    const store = await openEmptyStore(config, restoring)
    try {
      return await loadBackup({
        ...restoring,
        ownerUrl,
        files: store,
        temporaryFolder,
        takeSecrets: (texts) => {
          if (
            hasSecrets &&
            !areSameTransferableSecrets(transferableSecrets(loadSecrets(dataFolder, environment)), texts)
          )
            throw new StartUpProblem(
              `${join(dataFolder, 'secrets.json')} belongs to another installation. Move it away.`,
            )
          adoptTransferredSecrets(dataFolder, texts, environment)
          return loadSecrets(dataFolder, environment)
        },
      })
    } finally {
      await store.close()
    }
  } finally {
    await rm(temporaryFolder, { recursive: true, force: true })
    await claim.release()
  }
}

async function refuseTaken(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'balcao restore' })
  await client.connect()
  try {
    const { rows } = await client.query<{ has_companies: boolean; stranger: string | null }>(
      `select to_regclass('public.companies') is not null as has_companies,
         (select min(c.relname) from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
            and to_regclass('public.restoring') is null and to_regclass('public.schema_migrations') is null
            and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')) as stranger`,
    )
    const { has_companies, stranger } = rows[0] ?? { has_companies: false, stranger: null }
    if (stranger !== null)
      throw new StartUpProblem(
        `The database of DATABASE_URL is not empty: it has the table ${stranger}. Restore into another database.`,
      )
    if (!has_companies) return
    await client.query('set row_security = off')
    const companies = await client.query('select from companies limit 1')
    if (companies.rowCount !== 0)
      throw new StartUpProblem(
        'The database of DATABASE_URL is not empty: it has companies. Restore into another database. ' +
          'If a restore into it was just interrupted, all its rows have come: npm start does the rest.',
      )
  } finally {
    await client.end()
  }
}
