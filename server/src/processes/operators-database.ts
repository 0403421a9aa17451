import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../platform/config'
import { refuseDatabaseOfNewerVersion } from '../platform/database/migrate'
import { DATABASE_OWNER_ROLE, locatePostgresCluster } from '../platform/embedded-postgres/cluster'
import { runningDatabaseAddress } from '../platform/embedded-postgres/postmaster'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../platform/embedded-postgres/start-embedded-postgres'
import { StartUpProblem } from '../platform/fatal'
import type { Log } from '../platform/log'
import { loadSecrets, type Secrets } from '../platform/secrets'

export interface OperatorsDatabase {
  readonly ownerUrl: string
  readonly secrets: Secrets
  /** The embedded database that this command started. Null: it was running or is external. */
  readonly started: EmbeddedPostgres | null
  /** Stops only a database that this command started. */
  stop(): Promise<void>
}

/** Opens the database for a command. Refuses a data folder without an installation, and a newer database. */
export async function openOperatorsDatabase(config: Config, log: Log): Promise<OperatorsDatabase> {
  const database = await openAnyVersion(config, log)
  try {
    await refuseDatabaseOfNewerVersion(database.ownerUrl)
    return database
  } catch (error) {
    await database.stop()
    throw error
  }
}

async function openAnyVersion({ databaseUrl, dataFolder }: Config, log: Log): Promise<OperatorsDatabase> {
  if (databaseUrl === undefined && !existsSync(join(dataFolder, 'postgres', 'PG_VERSION')))
    throw new StartUpProblem(
      `There is no Balcão in ${dataFolder}. Set DATA_DIR or DATABASE_URL as for npm start.`,
    )
  const secrets = loadSecrets(dataFolder, process.env)
  const running = { secrets, started: null, stop: async () => undefined }
  if (databaseUrl !== undefined) return { ...running, ownerUrl: databaseUrl }
  const address = runningDatabaseAddress(locatePostgresCluster(dataFolder))
  if (address !== undefined) {
    const password = encodeURIComponent(secrets.databaseOwnerPassword)
    return {
      ...running,
      ownerUrl: `postgres://${DATABASE_OWNER_ROLE}:${password}@127.0.0.1:${address.port}/balcao`,
    }
  }
  const started = await startEmbeddedPostgres({
    folder: dataFolder,
    ownerPassword: secrets.databaseOwnerPassword,
    log: { info: (message) => log.info({}, message), warn: (message) => log.warn({}, message) },
  })
  return { ownerUrl: started.ownerUrl, secrets, started, stop: () => started.stop() }
}
