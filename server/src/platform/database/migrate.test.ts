import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { runMigrations as installJobTables } from 'graphile-worker'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readCatalogue } from '../testing/read-catalogue'
import { createEmptyDatabase, createTestDatabase } from '../testing/test-database'
import { migrate } from './migrate'

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
  await installJobTables({ connectionString: url })
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

    await migrate(old.url)
    await migrate(fresh.url)

    expect(earlier).toHaveLength(74)
    expect(await readCatalogue(old.owner)).toEqual(await readCatalogue(fresh.owner))
  })

  it('refuses a database in the middle of the earlier migrations and changes nothing', async () => {
    const { url, owner } = await newDatabase()
    await runEarlier(url, owner, earlier.slice(0, 2))

    await expect(migrate(url)).rejects.toThrow(
      'The last migration of this database is 0002-companies-and-people.sql. Start the product once in the version whose last migration is 0100-field-names.sql, then in this one.',
    )

    const { rows } = await owner.query('select name from schema_migrations')
    expect(rows).toHaveLength(2)
  })

  it('runs in several processes at once', async () => {
    const { url, owner } = await newDatabase()
    const template = await newDatabase(createTestDatabase)

    await Promise.all([migrate(url), migrate(url), migrate(url)])

    expect(await readCatalogue(owner)).toEqual(await readCatalogue(template.owner))
  })

  it('replaces a function when its text has changed, and only then', async () => {
    const { url, owner } = await newDatabase(createTestDatabase)
    const { rows: before } = await owner.query(wireTime)

    await migrate(url)
    expect((await owner.query(wireTime)).rows).toEqual(before)

    await owner.query(
      `create or replace function wire_time(at timestamptz) returns text language sql as $$ select 'old' $$`,
    )
    await owner.query(`update schema_functions set hash = 'of the old text' where name = 'wire-time.sql'`)
    await migrate(url)
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

    await migrate(url)

    expect(await readCatalogue(owner)).toEqual(before)
  })

  it('stores nothing of functions that fail together', async () => {
    const { url, owner } = await newDatabase(createTestDatabase)
    await owner.query(`update schema_functions set hash = 'of an old text'`)
    await owner.query('alter table tickets rename to elsewhere')

    await expect(migrate(url)).rejects.toThrow('Replacing functions failed')

    const { rows } = await owner.query('select distinct hash from schema_functions')
    expect(rows).toEqual([{ hash: 'of an old text' }])
  })
})
