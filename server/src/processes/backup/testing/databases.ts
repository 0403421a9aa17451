import type pg from 'pg'
import { withDatabaseClient } from '../../../platform/database/with-client'
import { readBackupTables } from '../tables'

type Client = Pick<pg.Client, 'query'>

/** What a restore sets to its own time. */
const restarted = ['outbox.begun_at', 'tickets.last_at', 'tickets.unqueued_since']

/** Each table with the number of its rows and a hash of all of them, and the sequences. */
export async function rowPrintsOf(client: pg.Client): Promise<Record<string, string>> {
  const prints: Record<string, string> = {}
  for (const { schema, name, columns } of await readBackupTables(client)) {
    const compared = columns.filter((column) => !restarted.includes(`${name}.${column}`))
    const row = `row(${compared.map((column) => `"${column}"`).join(', ')})::text`
    const { rows } = await client.query(
      `select count(*) || ' ' || md5(coalesce(string_agg(${row}, '' order by ${row}), '')) as print from ${schema}.${name}`,
    )
    prints[`${schema}.${name}`] = rows[0].print
  }
  const { rows } = await client.query(
    `select sequencename || ' ' || coalesce(last_value, 0) || ' ' || max_value as print from pg_sequences
     where sequencename not in ('nodes_id_seq') order by 1`,
  )
  return { ...prints, sequences: rows.map(({ print }) => print).join('\n') }
}

/** Adds a table that the migrations do not know. Returns how to drop it. */
export async function addForeignTable(ownerUrl: string, name: string): Promise<() => Promise<void>> {
  const run = (sql: string) =>
    withDatabaseClient(ownerUrl, 'test', async (owner) => void (await owner.query(sql)))
  await run(`create table ${name} (id integer primary key)`)
  return () => run(`drop table ${name}`)
}

/** The application's role sees the rows of this company from now on. */
export async function enterCompany(app: Client, companyId: number): Promise<void> {
  await app.query(`select set_config('app.company_id', $1, false)`, [String(companyId)])
}

/** Holds the lock of the process that makes a backup, until the connection ends. */
export async function lockBackups(owner: Client): Promise<void> {
  await owner.query('select pg_advisory_lock(7208, 1)')
}
