import { chmod } from 'node:fs/promises'
import pg from 'pg'
import { isEmbeddedPostgresInstalled } from '../../platform/embedded-postgres/program'
import { startEmbeddedPostgres } from '../../platform/embedded-postgres/start-embedded-postgres'
import { StartUpProblem, systemOrDatabaseErrorCode } from '../../platform/fatal'
import { generateSecret } from '../../platform/secrets'

/** The user of `DATABASE_URL` lacks a permission to check a backup on its server. The backup may be intact. */
export class BackupCheckNotAllowed extends StartUpProblem {}

export interface BackupCheckDatabase {
  readonly ownerUrl: string
  remove(): Promise<void>
}

/** The settings of the temporary server, which need not survive a crash. */
const fast = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/**
 * Creates the database into which a check loads a backup: on an embedded server in `folder`, or on the server
 * of `databaseUrl` if there is no embedded PostgreSQL, as in the container image.
 */
export async function createBackupCheckDatabase(
  folder: string,
  databaseUrl: string | undefined,
): Promise<BackupCheckDatabase> {
  if (databaseUrl !== undefined && !isEmbeddedPostgresInstalled())
    return createDatabaseOnSameServer(databaseUrl)
  await chmod(folder, 0o711) // PostgreSQL's system account must be able to enter the folder
  const database = await startEmbeddedPostgres({
    folder,
    ownerPassword: generateSecret(),
    log: { info: () => undefined, warn: () => undefined },
    settings: fast,
  })
  return { ownerUrl: database.ownerUrl, remove: () => database.stop() }
}

/**
 * Creates the check's database. Only one check runs at a time, so an existing database of this name was left by
 * a killed check and is dropped first.
 */
export async function createDatabaseOnSameServer(databaseUrl: string): Promise<BackupCheckDatabase> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'balcao check' })
  client.on('error', () => undefined) // needs no handling here: the next statement rejects
  try {
    await client.connect()
    const { rows } = await client.query<{ is_free: boolean; name: string; locale: string }>(
      `select pg_try_advisory_lock(hashtext('balcao check of a backup')) as is_free,
         'balcao_check_' || oid as name,
         format('lc_collate %L lc_ctype %L', datcollate, datctype) as locale
       from pg_database where datname = current_database()`,
    )
    const { is_free, name, locale } = rows[0] ?? { is_free: false, name: '', locale: '' }
    if (!is_free) throw new StartUpProblem('Another check of a backup uses this database server.')
    // throws here already if the user may not load a backup
    await client.query('begin; set local session_replication_role = replica; rollback')
    const drop = `drop database if exists ${name} with (force)`
    await client.query(drop)
    await client.query(`create database ${name} template template0 encoding 'UTF8' ${locale}`)
    return {
      ownerUrl: Object.assign(new URL(databaseUrl), { pathname: `/${name}` }).href,
      async remove() {
        await client.query(drop)
        await client.end()
      },
    }
  } catch (cause) {
    await client.end().catch(() => undefined) // the connection may be lost already
    if (systemOrDatabaseErrorCode(cause) !== '42501') throw cause
    throw new BackupCheckNotAllowed(
      'Backups cannot be checked here: the user of DATABASE_URL is no superuser, and no database program is installed.',
      { cause },
    )
  }
}
