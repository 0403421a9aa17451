import { readFileSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { until } from '../../testing/until'
import { functionsFolder, migrationsFolder } from '../paths'
import { readCatalogue } from '../testing/read-catalogue'
import { createEmptyDatabase, createTestDatabase } from '../testing/test-database'
import {
  installJobTables,
  migrateDatabase,
  migrateIfNeeded,
  type ProductRelease,
  readMigrationState,
  refuseDatabaseOfNewerVersion,
} from './migrate'

async function newDatabase(create = createEmptyDatabase): Promise<{ url: string; owner: pg.Client }> {
  const { ownerUrl: url, drop } = await create()
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  onTestFinished(async () => {
    await owner.end()
    await drop()
  })
  return { url, owner }
}

/** The migrations before the baseline, in order. */
const earlier = gunzipSync(
  readFileSync(new URL('../testing/migrations-before-baseline.sql.gz', import.meta.url)),
)
  .toString()
  .split(/^-- file: /m)
  .slice(1)
  .map((part) => ({ name: part.slice(0, part.indexOf('\n')), text: part.slice(part.indexOf('\n')) }))

/** As the former `migrate` did. */
async function runEarlier(url: string, owner: pg.Client, migrations: typeof earlier): Promise<void> {
  await installJobTables(url)
  await owner.query(
    'create table schema_migrations (name text primary key, run_at timestamptz not null default now())',
  )
  for (const { name, text } of migrations) {
    await owner.query(`begin; ${text}; insert into schema_migrations (name) values ('${name}'); commit`)
  }
}

/** The function whose text the tests change, and its transaction in the catalogue. */
const wireTime = `select prosrc as text, xmin::text as version from pg_proc where proname = 'wire_time'`

describe('migrate', () => {
  it('makes of a database of the earlier migrations what it makes of an empty one', async () => {
    const old = await newDatabase()
    await runEarlier(old.url, old.owner, earlier)
    const fresh = await newDatabase()

    await migrateDatabase(old.url)
    await migrateDatabase(fresh.url)

    expect(earlier).toHaveLength(74)
    expect(await readCatalogue(old.owner)).toEqual(await readCatalogue(fresh.owner))
  })

  it('refuses a database in the middle of the earlier migrations and changes nothing', async () => {
    const { url, owner } = await newDatabase()
    await runEarlier(url, owner, earlier.slice(0, 2))

    await expect(migrateDatabase(url)).rejects.toThrow(
      'The last migration of this database is 0002-companies-and-people.sql. Start the product once in the version whose last migration is 0100-field-names.sql, then in this one.',
    )

    const { rows } = await owner.query('select name from schema_migrations')
    expect(rows).toHaveLength(2)
  })

  it('runs in several processes at once', async () => {
    const { url, owner } = await newDatabase()
    const template = await newDatabase(createTestDatabase)

    await Promise.all([migrateDatabase(url), migrateDatabase(url), migrateDatabase(url)])

    expect(await readCatalogue(owner)).toEqual(await readCatalogue(template.owner))
  })

  it('replaces a function when its text has changed, and only then', async () => {
    const { url, owner } = await newDatabase(createTestDatabase)
    const { rows: before } = await owner.query(wireTime)

    await migrateDatabase(url)
    expect((await owner.query(wireTime)).rows).toEqual(before)

    await owner.query(
      `create or replace function wire_time(at timestamptz) returns text language sql as $$ select 'old' $$`,
    )
    await owner.query(`update schema_functions set hash = 'of the old text' where name = 'wire-time.sql'`)
    await migrateDatabase(url)
    const { rows: after } = await owner.query<{ text: string; version: string }>(wireTime)
    expect(after[0]?.text).toBe(before[0].text)
    const { rows: others } = await owner.query(
      'select count(distinct xmin::text)::int as count from schema_functions',
    )
    expect(others).toEqual([{ count: 2 }])
  })

  it('replaces functions and triggers after a migration, whose tables may be new', async () => {
    const { url, owner } = await newDatabase(createTestDatabase)
    const before = await readCatalogue(owner)
    await owner.query(`drop trigger add_ticket_delta on tickets`)
    await owner.query(
      `update schema_migrations set name = '0100-field-names.sql' where name = '0001-baseline.sql'`,
    )

    await migrateDatabase(url)

    expect(await readCatalogue(owner)).toEqual(before)
  })

  it('stores nothing of functions that fail together', async () => {
    const { url, owner } = await newDatabase(createTestDatabase)
    await owner.query(`update schema_functions set hash = 'of an old text'`)
    await owner.query('alter table tickets rename to elsewhere')

    await expect(migrateDatabase(url)).rejects.toThrow('Replacing functions failed')

    const { rows } = await owner.query('select distinct hash from schema_functions')
    expect(rows).toEqual([{ hash: 'of an old text' }])
  })
})

describe('readMigrationState', () => {
  it('stays the same where migrate has nothing to do', async () => {
    const { url, owner } = await newDatabase(createTestDatabase)
    const before = await readMigrationState(owner)

    await migrateDatabase(url)

    expect(await readMigrationState(owner)).toBe(before)
  })

  it.each([
    `insert into schema_migrations (name) values ('9999-later.sql')`,
    `update schema_functions set hash = 'of another version' where name = 'wire-time.sql'`,
    `insert into data_keys (name, fingerprint) values ('another', 'of another installation')`,
    'delete from graphile_worker.migrations where id = 1',
    'create table restoring ()',
  ])('differs after: %s', async (change) => {
    const { owner } = await newDatabase(createTestDatabase)
    const before = await readMigrationState(owner)

    await owner.query(change)

    expect(await readMigrationState(owner)).not.toBe(before)
  })
})

describe('migrateIfNeeded', () => {
  async function startOn(last: { migrated: string | null }) {
    const { url, owner } = await newDatabase(createTestDatabase)
    let migrations = 0
    const start = () =>
      migrateIfNeeded(last, owner, () => {
        migrations++
        return migrateDatabase(url)
      })
    return { owner, start, migrations: () => migrations }
  }

  it('migrates at the first start, and no more while the database stays the same', async () => {
    const last = { migrated: null as string | null }
    const { start, migrations } = await startOn(last)
    last.migrated = await start()
    expect(migrations()).toBe(1)

    last.migrated = await start()

    expect(migrations()).toBe(1)
  })

  it('migrates a database that has changed', async () => {
    const last = { migrated: null as string | null }
    const { owner, start, migrations } = await startOn(last)
    last.migrated = await start()
    await owner.query(`update schema_functions set hash = 'of another version' where name = 'wire-time.sql'`)

    await start()

    expect(migrations()).toBe(2)
  })

  it('migrates after a start that failed', async () => {
    const last = { migrated: null as string | null }
    const { start, migrations } = await startOn(last)
    last.migrated = await start()
    await start() // the rest of this start fails

    await start()

    expect(migrations()).toBe(2)
  })
})

describe('two versions of the product on one database', () => {
  const dropsColumn = '-- works with: 9.1.0\nalter table quick_messages drop column is_shared;\n'

  /** Version 9.2.0, whose migration drops a column that 9.0.0 reads, and which changes a function. */
  async function contracting(migration = dropsColumn): Promise<ProductRelease> {
    const folder = await mkdtemp(join(tmpdir(), 'balcao-release-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const release = {
      version: '9.2.0',
      migrationsFolder: join(folder, 'migrations'),
      functionsFolder: join(folder, 'functions'),
    }
    await cp(migrationsFolder, release.migrationsFolder, { recursive: true })
    await cp(functionsFolder, release.functionsFolder, { recursive: true })
    await writeFile(join(release.migrationsFolder, '9000-contract.sql'), migration)
    const wireTimeFile = join(release.functionsFolder, 'wire-time.sql')
    const text = readFileSync(wireTimeFile, 'utf8')
    await writeFile(wireTimeFile, `${text}\n-- of 9.2.0\n`)
    return release
  }
  const release = (version: string): ProductRelease => ({ version, migrationsFolder, functionsFolder })
  const applied = `select hash, version from schema_functions where name = 'wire-time.sql'`

  /** A process of the version runs until the returned function ends it. */
  async function run(url: string, version: string): Promise<() => Promise<void>> {
    const process = new pg.Client({ connectionString: url })
    await process.connect()
    const { rows } = await process.query(
      `insert into nodes (roles, version, joined_at) values ('{api}', $1, now()) returning id`,
      [version],
    )
    await process.query('select pg_advisory_lock(7205, $1)', [rows[0].id])
    return () => process.end()
  }

  it('refuses to start an older one that no longer works with the schema', async () => {
    const { url, owner } = await newDatabase(createTestDatabase)
    await migrateDatabase(url, undefined, false, await contracting())
    const before = await readCatalogue(owner)

    await expect(migrateDatabase(url, undefined, false, release('9.0.9'))).rejects.toThrow(
      'The database needs Balcão 9.1.0 or later, because of 9000-contract.sql. This program is Balcão 9.0.9. ' +
        'Install 9.1.0 or later; to go back, restore a backup from before into an empty place.',
    )

    expect(await readCatalogue(owner)).toEqual(before)
  })

  it('refuses a command of an older one, and none on an empty database', async () => {
    const { url } = await newDatabase(createTestDatabase)
    const empty = await newDatabase()
    await migrateDatabase(url, undefined, false, await contracting())

    await expect(refuseDatabaseOfNewerVersion(url, release('9.0.9'))).rejects.toThrow(
      'This program is Balcão 9.0.9.',
    )
    await refuseDatabaseOfNewerVersion(url, release('9.1.0'))
    await refuseDatabaseOfNewerVersion(empty.url, release('9.0.9'))
  })

  it('lets an older one start that still works, which leaves the functions of the newer one', async () => {
    const { url, owner } = await newDatabase(createTestDatabase)
    await migrateDatabase(url, undefined, false, await contracting())
    const before = (await owner.query(applied)).rows

    await migrateDatabase(url, undefined, false, release('9.1.0'))

    expect((await owner.query(applied)).rows).toEqual(before)
    expect(before).toMatchObject([{ version: '9.2.0' }])
  })

  it('runs a migration again that a deadlock with a running process has ended', async () => {
    const { url, owner } = await newDatabase(createTestDatabase)
    const newer = await contracting('lock table quick_messages;\nlock table tags;\n')
    const other = new pg.Client({ connectionString: url })
    await other.connect()
    onTestFinished(() => other.end())
    await other.query(`begin; set local deadlock_timeout = '10s'; lock table tags`)

    const migrating = migrateDatabase(url, undefined, false, newer)
    await until('the migration waits', async () => {
      const { rows } = await owner.query(
        `select from pg_locks where relation = 'tags'::regclass and not granted`,
      )
      return rows.length > 0
    })
    await other.query('lock table quick_messages')
    await other.query('commit')
    await migrating

    const { rows } = await owner.query(`select from schema_migrations where name = '9000-contract.sql'`)
    expect(rows).toHaveLength(1)
  })

  it('refuses a contracting migration while an older process runs, and runs it afterwards', async () => {
    const { url, owner } = await newDatabase(createTestDatabase)
    const newer = await contracting()
    const end = await run(url, '9.0.9')
    onTestFinished(await run(url, '9.1.0'))

    await expect(migrateDatabase(url, undefined, false, newer)).rejects.toThrow(
      'The migration 9000-contract.sql needs 9.1.0, and processes of 9.0.9 run on this database. Update all of them to 9.1.0 first, or stop them.',
    )
    await end()
    await until('the lock has ended', async () => {
      const { rows } = await owner.query('select count(*)::int as count from living_nodes')
      return rows[0].count === 1
    })
    await migrateDatabase(url, undefined, false, newer)

    const { rows } = await owner.query(
      'select name, works_with from schema_migrations where works_with is not null',
    )
    expect(rows).toEqual([{ name: '9000-contract.sql', works_with: '9.1.0' }])
  })
})
