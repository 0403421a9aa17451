import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runMigrations as installJobTables, Logger } from 'graphile-worker'
import pg from 'pg'
import { migrationsFolder } from '../paths'

/** graphile-worker logs to the console; failures are thrown anyway. */
const silence = new Logger(() => () => {})

/** The passwords of the application's two roles. */
export interface RolePasswords {
  readonly app: string
  readonly platform: string
}

/**
 * Migrates the database of `ownerUrl`: applies each SQL file of the migrations folder once, in order of name, each in
 * its own transaction. Several processes may call it concurrently. With passwords, the application's roles may log in
 * with them.
 */
export async function migrate(ownerUrl: string, passwords?: RolePasswords): Promise<void> {
  await installJobTables({ connectionString: ownerUrl, logger: silence })
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'balcao migrate' })
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('balcao migrate'))`)
    await client.query(
      'create table if not exists schema_migrations (name text primary key, run_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
    const done = new Set(rows.map(({ name }) => name))
    for (const name of await migrationNames()) {
      if (!done.has(name)) await runOne(client, name)
    }
    if (passwords !== undefined) await letRolesIn(client, passwords)
  } finally {
    await client.end()
  }
}

async function migrationNames(): Promise<string[]> {
  const names = await readdir(migrationsFolder)
  return names.filter((name) => name.endsWith('.sql')).sort()
}

async function runOne(client: pg.Client, name: string): Promise<void> {
  const text = await readFile(join(migrationsFolder, name), 'utf8')
  try {
    await client.query('begin')
    await client.query(text)
    await client.query('insert into schema_migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed`, { cause })
  }
}

async function letRolesIn(client: pg.Client, passwords: RolePasswords): Promise<void> {
  for (const [role, password] of [
    ['balcao_app', passwords.app],
    ['balcao_platform', passwords.platform],
  ] as const) {
    await client.query(`alter role ${role} login password ${client.escapeLiteral(password)}`)
  }
}
