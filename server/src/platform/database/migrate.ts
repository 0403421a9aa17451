import { createHash, createHmac } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Logger, runMigrations as runJobMigrations } from 'graphile-worker'
import pg from 'pg'
import type { DataKeys } from '../encryption'
import { StartUpProblem, systemOrDatabaseErrorCode } from '../fatal'
import { functionsFolder, migrationsFolder } from '../paths'
import type { Secrets } from '../secrets'
import { isOlderVersion, productVersion } from '../version'
import { withDatabaseClient } from './with-client'

const otherKeys =
  'The data keys of this start are not those with which this database was made. Give every process the same secrets: ' +
  'copy secrets.json, or set BALCAO_SECRET_DATA_KEYS. If the former keys are lost for good, "delete from data_keys" ' +
  'as the owner of the database lets this start in: the numbers must then be linked again and credentials typed again.'

/** Silences graphile-worker, which logs to the console. It throws its failures in any case. */
const silentLogger = new Logger(() => () => {})

export interface ProductRelease {
  readonly version: string
  readonly migrationsFolder: string
  readonly functionsFolder: string
}

export const currentRelease: ProductRelease = { version: productVersion, migrationsFolder, functionsFolder }

export async function readMigrationNames({
  migrationsFolder: folder,
}: ProductRelease): Promise<readonly string[]> {
  return (await sqlFilesOf(folder)).map(({ name }) => name)
}

/** Creates the tables that a backup of an older version needs. The next `migrateDatabase` adds the functions. */
export async function applyMigrationsToEmptyDatabase(
  ownerUrl: string,
  migrations: readonly string[],
  release = currentRelease,
): Promise<void> {
  await withDatabaseClient(ownerUrl, 'balcao migrate', async (client) => {
    await prepare(client, release)
    await installJobTables(ownerUrl)
    await runMigrations(client, release, ({ name }) => migrations.includes(name))
  })
}

/**
 * Creates the tables of graphile-worker over a pool of ours. The pool that graphile-worker would open has no error
 * listener while it closes, so an error would end the process.
 */
export async function installJobTables(ownerUrl: string): Promise<void> {
  const pgPool = new pg.Pool({ connectionString: ownerUrl, max: 1 })
  pgPool.on('error', () => undefined) // ignored: the pool replaces an idle connection that is lost
  // ignored: the error also rejects the statement that runs on the connection
  pgPool.on('connect', (client) => client.on('error', () => undefined))
  try {
    await runJobMigrations({ pgPool, logger: silentLogger })
  } finally {
    await pgPool.end()
  }
}

export type DatabaseSecrets = Pick<Secrets, 'databaseAppPassword' | 'databasePlatformPassword' | 'dataKeys'>

/**
 * Brings the database of `ownerUrl` up to date, also beside running processes. With `secrets`, it then sets the
 * passwords of the application's roles. It throws before that if the data keys differ from the recorded ones: a start
 * with wrong secrets must not change the passwords of running processes. `areNew`: the earlier secrets are lost, so
 * different data keys are accepted.
 *
 * A migration with the line `-- works with: 0.2.0` (decision 0112) makes a schema that versions before 0.2.0 can't
 * use. It throws StartUpProblem while a process of such a version runs, and these versions refuse to start afterwards.
 *
 * The files of `database/functions` run after the migrations if they have changed. After a new migration all of them
 * run, because it may have dropped a table with its triggers. A migration itself drops a function whose signature
 * changes, and creates the functions that its tables, policies, generated columns and indexes use.
 */
export async function migrateDatabase(
  ownerUrl: string,
  secrets?: DatabaseSecrets,
  areNew = false,
  release = currentRelease,
): Promise<void> {
  await withDatabaseClient(ownerUrl, 'balcao migrate', async (client) => {
    await prepare(client, release)
    await refuseUnfinishedRestore(client)
    await installJobTables(ownerUrl)
    await runMigrations(client, release)
    await replaceFunctions(client, release)
    if (secrets === undefined) return
    await noteDataKeys(client, secrets.dataKeys, areNew)
    await grantLogins(client, secrets)
  })
}

/** What `migrateDatabase` has recorded, as one text. While it is unchanged, another call would do nothing. */
export async function readMigrationState(owner: Pick<pg.Client, 'query'>): Promise<string> {
  const { rows } = await owner.query<{ state: string }>(migratedStateSql)
  return rows[0]?.state ?? ''
}

/**
 * Migrates if the database changed since the last successful start, or if the last start failed, because the database
 * may then be a copy without the passwords of its roles. Otherwise it does nothing: after a failover all processes
 * start at once, and their migrations would wait for each other's lock.
 */
export async function migrateIfNeeded(
  last: { migrated: string | null },
  owner: Pick<pg.Client, 'query'>,
  migrateAll: () => Promise<void>,
): Promise<string> {
  const { migrated } = last
  last.migrated = null
  if (migrated !== null && migrated === (await readMigrationState(owner).catch(() => null))) return migrated
  await migrateAll()
  return readMigrationState(owner)
}

const migratedStateSql = `
  select jsonb_build_array(
    (select jsonb_agg(m order by name) from schema_migrations m),
    (select jsonb_agg(f order by name) from schema_functions f),
    (select jsonb_agg(k order by name) from data_keys k),
    (select jsonb_agg(j order by id) from graphile_worker.migrations j),
    to_regclass('public.restoring')
  )::text as state`

/** Marks a database whose restore has begun. The transaction that inserts the restored rows drops this table again. */
export const markUnfinishedRestoreSql = `
  create table if not exists restoring ();
  comment on table restoring is 'A restore into this database has begun, and its rows have not come yet.'`

/** Refuses the empty database of an interrupted restore, which would look like a new installation. */
async function refuseUnfinishedRestore(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select to_regclass('public.restoring') is not null as is_restoring`)
  if (rows[0]?.is_restoring === true)
    throw new StartUpProblem(
      'The restore into this database is not finished: it has no rows yet. Repeat npm run restore, or use another database.',
    )
}

/** Takes the lock that excludes other migrations, and creates the tables that record which migrations have run. */
async function prepare(client: pg.Client, release: ProductRelease): Promise<void> {
  await client.query(`select pg_advisory_lock(hashtext('balcao migrate'))`)
  await client.query(`
    create table if not exists schema_migrations (name text primary key, run_at timestamptz not null default now());
    create table if not exists schema_functions (name text primary key, hash text not null);
    alter table schema_migrations add column if not exists works_with text;
    alter table schema_functions add column if not exists version text`)
  await refuseNewerSchema(client, release)
}

/** Throws StartUpProblem if a newer version has changed the database so that this version no longer works with it. */
export async function refuseDatabaseOfNewerVersion(
  ownerUrl: string,
  release = currentRelease,
): Promise<void> {
  await withDatabaseClient(ownerUrl, 'balcao', async (client) => {
    const { rows } = await client.query<{ is_noted: boolean }>(
      `select exists (
         select from pg_attribute where attrelid = to_regclass('public.schema_migrations') and attname = 'works_with'
       ) as is_noted`,
    )
    if (rows[0]?.is_noted === true) await refuseNewerSchema(client, release)
  })
}

async function refuseNewerSchema(client: pg.Client, { version }: ProductRelease): Promise<void> {
  const { rows } = await client.query<{ name: string; works_with: string }>(
    'select name, works_with from schema_migrations where works_with is not null order by name',
  )
  const newer = rows.filter((row) => isOlderVersion(version, row.works_with))
  const [needed] = newer.sort((one, other) => (isOlderVersion(one.works_with, other.works_with) ? 1 : -1))
  if (needed === undefined) return
  throw new StartUpProblem(
    `The database needs Balcão ${needed.works_with} or later, because of ${needed.name}. This program is Balcão ${version}. ` +
      `Install ${needed.works_with} or later; to go back, restore a backup from before into an empty place.`,
  )
}

async function runMigrations(
  client: pg.Client,
  release: ProductRelease,
  isWanted: (file: SqlFile) => boolean = () => true,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
  const done = new Set(rows.map(({ name }) => name))
  const due = (await sqlFilesOf(release.migrationsFolder)).filter(
    (file) => !done.has(file.name) && isWanted(file),
  )
  for (const { name, text } of due) {
    const worksWith = /^-- works with: (.+)$/m.exec(text)?.[1] ?? null
    if (worksWith !== null) await refuseBesideOlder(client, name, worksWith)
    const isKnown = name === baseline && done.size > 0
    if (isKnown && !done.has(lastBeforeBaseline)) throw tooOld(done)
    await inTransaction(client, `Migration ${name}`, async () => {
      await client.query(isKnown ? commentsOf(text) : text)
      await client.query('insert into schema_migrations (name, works_with) values ($1, $2)', [
        name,
        worksWith,
      ])
      // The migration may have dropped a table with its triggers, so all function files are applied again.
      await client.query('delete from schema_functions')
    })
  }
}

/** Throws StartUpProblem while processes of an older version run, because they would fail with the new schema. */
async function refuseBesideOlder(client: pg.Client, name: string, worksWith: string): Promise<void> {
  const { rows } = await client.query<{ version: string }>(
    `select distinct coalesce(version, '0.1.0') as version from nodes where id in (select id from living_nodes)`,
  )
  const older = rows.map(({ version }) => version).filter((version) => isOlderVersion(version, worksWith))
  if (older.length === 0) return
  throw new StartUpProblem(
    `The migration ${name} needs ${worksWith}, and processes of ${older.join(', ')} run on this database. ` +
      `Update all of them to ${worksWith} first, or stop them.`,
  )
}

/** The first migration. It replaced the earlier ones (decision 0100) and creates the same tables as they did. */
const baseline = '0001-baseline.sql'
const lastBeforeBaseline = '0100-field-names.sql'

function tooOld(done: ReadonlySet<string>): Error {
  return new Error(
    `The last migration of this database is ${[...done].sort().at(-1)}. Start the product once in the version whose last migration is ${lastBeforeBaseline}, then in this one.`,
  )
}

/** The part of the baseline that a database of the earlier migrations still needs: only its `comment on` statements. */
function commentsOf(text: string): string {
  return (text.match(/^comment on .*?';$/gms) ?? []).join('\n')
}

async function replaceFunctions(
  client: pg.Client,
  { version, functionsFolder }: ProductRelease,
): Promise<void> {
  const { rows } = await client.query<{ name: string; hash: string; version: string | null }>(
    'select name, hash, version from schema_functions',
  )
  if (rows.some((row) => row.version !== null && isOlderVersion(version, row.version))) return
  const applied = new Map(rows.map(({ name, hash }) => [name, hash]))
  const files = (await sqlFilesOf(functionsFolder)).map((file) => ({ ...file, hash: hashOf(file.text) }))
  const due = files.filter(({ name, hash }) => applied.get(name) !== hash)
  if (due.length === 0) return
  await inTransaction(client, 'Replacing functions', async () => {
    // A function may call functions of later files, which may not exist yet.
    await client.query('set local check_function_bodies = off')
    await client.query(joinSearcher)
    for (const { name, text, hash } of due) {
      await client.query(text)
      await client.query(
        `insert into schema_functions (name, hash, version) values ($1, $2, $3)
         on conflict (name) do update set hash = excluded.hash, version = excluded.version`,
        [name, hash, version],
      )
    }
    await client.query(searcherGrants)
  })
}

/** Only members of the role that owns the search functions may replace them, so the migrating user joins it. */
const joinSearcher = `
  grant create on schema public to balcao_searcher;
  do $$
  begin
    if not (select rolsuper from pg_roles where rolname = current_user) then
      execute format('grant balcao_searcher to %I', current_user);
    end if;
  end $$`
const searcherGrants = `
  revoke create on schema public from balcao_searcher;
  do $$
  begin
    if not (select rolsuper from pg_roles where rolname = current_user) then
      execute format('revoke balcao_searcher from %I', current_user);
    end if;
  end $$`

interface SqlFile {
  readonly name: string
  readonly text: string
}

async function sqlFilesOf(folder: string): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })))
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

const maxAttempts = 20
const deadlock = '40P01'

/** Runs `act` in a transaction, and runs it again after a deadlock with running processes. */
async function inTransaction(client: pg.Client, what: string, act: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('begin')
      await act()
      await client.query('commit')
      return
    } catch (cause) {
      // a failed rollback is ignored, because the original error explains more
      await client.query('rollback').catch(() => undefined)
      if (systemOrDatabaseErrorCode(cause) !== deadlock || attempt === maxAttempts)
        throw new Error(`${what} failed`, { cause })
    }
  }
}

async function grantLogins(client: pg.Client, secrets: DatabaseSecrets): Promise<void> {
  for (const [role, password] of [
    ['balcao_app', secrets.databaseAppPassword],
    ['balcao_platform', secrets.databasePlatformPassword],
  ] as const) {
    await client.query(`alter role ${role} login password ${client.escapeLiteral(password)}`)
  }
}

/**
 * Records which data keys encrypt this database. Throws StartUpProblem for keys of another installation, such as those
 * of a second machine that generated its own. `areLost`: the recorded keys are lost for good, and these replace them.
 */
async function noteDataKeys(owner: pg.Client, { keys }: DataKeys, areLost: boolean): Promise<void> {
  if (areLost) await owner.query('delete from data_keys')
  const { rows } = await owner.query<{ name: string; fingerprint: string }>(
    'select name, fingerprint from data_keys',
  )
  const noted = new Map(rows.map(({ name, fingerprint }) => [name, fingerprint]))
  const given = [...keys].map(([name, key]) => ({ name, fingerprint: fingerprintOf(key) }))
  const known = given.filter(({ name }) => noted.has(name))
  const isOther =
    known.some(({ name, fingerprint }) => noted.get(name) !== fingerprint) ||
    (noted.size > 0 && known.length === 0)
  if (isOther) throw new StartUpProblem(otherKeys)
  await owner.query(
    'insert into data_keys (name, fingerprint) select * from unnest($1::text[], $2::text[]) on conflict do nothing',
    [given.map(({ name }) => name), given.map(({ fingerprint }) => fingerprint)],
  )
}

/** A hash of a data key, which identifies the key without revealing it. */
function fingerprintOf(key: Buffer): string {
  return createHmac('sha256', key).update('fingerprint of a data key').digest('hex').slice(0, 32)
}
