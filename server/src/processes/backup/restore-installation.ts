import { existsSync } from 'node:fs'
import { mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Config } from '../../platform/config'
import { makeDataFolder, restoringFolder } from '../../platform/data-folder'
import { claimOutsideDatabase } from '../../platform/database/outside-database'
import { locateCluster } from '../../platform/embedded-postgres/cluster'
import { killPostmaster } from '../../platform/embedded-postgres/postmaster'
import { startEmbeddedPostgres } from '../../platform/embedded-postgres/start-embedded-postgres'
import { StartUpProblem } from '../../platform/fatal'
import { areSameSecrets, loadSecrets, movableSecrets, takeSecrets } from '../../platform/secrets'
import { openFileStore } from '../open-file-store'
import { type Loading, loadBackup } from './load-backup'
import type { BackupSums } from './records'
import type { SealedReader } from './sealed-file'

type Environment = Readonly<Record<string, string | undefined>>

interface Restoring extends Pick<Loading, 'replaces' | 'now' | 'report'> {
  readonly backup: SealedReader
  readonly config: Pick<Config, 'dataFolder' | 'databaseUrl' | 's3' | 'nodeAddress'>
  readonly environment: Environment
}

/** Written when all is restored and only has to be moved to its place. */
const completeMark = 'complete'
/** The database is last: with it the folder is an installation. */
const movedInOrder = ['secrets.json', 'files', 'postgres']

/** Restores a backup into an empty installation. Refuses with StartUpProblem, and then leaves it empty. */
export function restoreInstallation(restoring: Restoring): Promise<BackupSums> {
  return restoring.config.databaseUrl === undefined
    ? restoreIntoFolder(restoring)
    : restoreIntoDatabase(restoring, restoring.config.databaseUrl)
}

/**
 * Builds the installation in a subfolder, and moves it to its place when it is complete: a crash leaves a folder that no
 * start accepts, and that a repeated restore clears.
 */
async function restoreIntoFolder({ config, environment, ...restoring }: Restoring): Promise<BackupSums> {
  const { dataFolder } = config
  const staging = join(dataFolder, restoringFolder)
  await clearInterrupted(staging)
  const taken = movedInOrder.find((name) => existsSync(join(dataFolder, name)))
  if (taken !== undefined)
    throw new StartUpProblem(`${dataFolder} is not empty: it has ${taken}. Restore into another folder.`)
  makeDataFolder(dataFolder)
  makeDataFolder(staging)
  await writeFile(join(staging, 'pid'), String(process.pid))
  try {
    const { databaseOwnerPassword } = loadSecrets(staging, environment)
    const database = await startEmbeddedPostgres({
      folder: staging,
      ownerPassword: databaseOwnerPassword,
      log: { info: () => undefined, warn: () => undefined },
    })
    const store = await openFileStore({ ...config, dataFolder: staging }, {})
    let sums: BackupSums
    try {
      sums = await loadBackup({
        ...restoring,
        ownerUrl: database.ownerUrl,
        files: store,
        temporaryFolder: staging,
        takeSecrets: (texts) => {
          takeSecrets(staging, texts, environment)
          return loadSecrets(staging, environment)
        },
      })
    } finally {
      await store.close()
      await database.stop()
    }
    await writeFile(join(staging, completeMark), JSON.stringify(sums))
    await sync(join(staging, completeMark))
    await moveIntoPlace(dataFolder)
    return sums
  } catch (error) {
    if (!existsSync(join(staging, completeMark))) await rm(staging, { recursive: true, force: true })
    throw error
  }
}

/** Ends a restore that was interrupted while it moved its parts. Null: there is none. */
export async function finishInterrupted(dataFolder: string): Promise<BackupSums | null> {
  const mark = join(dataFolder, restoringFolder, completeMark)
  if (!existsSync(mark)) return null
  const sums: BackupSums = JSON.parse(await readFile(mark, 'utf8'))
  await moveIntoPlace(dataFolder)
  return sums
}

async function moveIntoPlace(dataFolder: string): Promise<void> {
  const staging = join(dataFolder, restoringFolder)
  for (const name of movedInOrder)
    if (existsSync(join(staging, name))) await rename(join(staging, name), join(dataFolder, name))
  await sync(dataFolder)
  await rm(staging, { recursive: true })
}

/** Removes what an interrupted restore has built, and stops its database. */
async function clearInterrupted(staging: string): Promise<void> {
  if (!existsSync(staging)) return
  const pid = Number(await readFile(join(staging, 'pid'), 'utf8').catch(() => '0'))
  if (pid > 0 && pid !== process.pid && lives(pid))
    throw new StartUpProblem(`Another restore into this folder is running (process ${pid}).`)
  if (existsSync(join(staging, 'postgres'))) await killPostmaster(locateCluster(staging))
  await rm(staging, { recursive: true, force: true })
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** The rows come in one transaction, so an interrupted restore leaves a database without companies, and is repeated. */
async function restoreIntoDatabase(
  { config, environment, ...restoring }: Restoring,
  ownerUrl: string,
): Promise<BackupSums> {
  const { dataFolder } = config
  const claim = await claimOutsideDatabase(ownerUrl, 'alone')
  const temporaryFolder = await mkdtemp(join(tmpdir(), 'balcao-restore-'))
  try {
    await refuseTaken(ownerUrl)
    makeDataFolder(dataFolder)
    const hasSecrets = (await readdir(dataFolder)).includes('secrets.json')
    const store = await openFileStore(config, {})
    try {
      return await loadBackup({
        ...restoring,
        ownerUrl,
        files: store,
        temporaryFolder,
        takeSecrets: (texts) => {
          if (hasSecrets && !areSameSecrets(movableSecrets(loadSecrets(dataFolder, environment)), texts))
            throw new StartUpProblem(
              `${join(dataFolder, 'secrets.json')} belongs to another installation. Move it away.`,
            )
          takeSecrets(dataFolder, texts, environment)
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
    const { rows } = await client.query(`select to_regclass('public.companies') is not null as has_tables`)
    if (rows[0]?.has_tables !== true) return
    await client.query('set row_security = off')
    const companies = await client.query('select from companies limit 1')
    if (companies.rowCount !== 0)
      throw new StartUpProblem(
        'The database of DATABASE_URL is not empty: it has companies. Restore into another database.',
      )
  } finally {
    await client.end()
  }
}

async function sync(path: string): Promise<void> {
  if (process.platform === 'win32') return // folders cannot be opened there
  const handle = await open(path, 'r')
  await handle.sync()
  await handle.close()
}
