import type { MoveInFailure } from '@balcao/domain/move-ins'
import pg from 'pg'
import { systemOrDatabaseErrorCode } from '../../platform/fatal'
import { MoveInProblem } from './move-in-problem'

/** The source's database, read-only and in one snapshot. */
export interface SourceDatabase {
  readonly snapshotAt: Date
  /** Whether the source has this table or column, by which forks are distinguished. */
  has(table: string, column?: string): boolean
  rows<Row extends object>(sql: string, values?: readonly unknown[]): Promise<Row[]>
  /** Yields batches of rows through a cursor, so that the source sorts the rows only once. */
  pages<Row extends object>(sql: string, values: readonly unknown[], size: number): AsyncGenerator<Row[]>
  close(): Promise<void>
}

/** PostgreSQL's type id of `timestamp`, in which Rails stores UTC times. */
const timestampWithoutZone = 1114
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === timestampWithoutZone
      ? (text: string) => new Date(`${text.replace(' ', 'T')}Z`)
      : pg.types.getTypeParser(oid, format),
}

/** The time limit of a statement. It is long because sorting the messages of years may take minutes. */
const statementLimit = '15min'

/** Throws MoveInProblem for an address that is no PostgreSQL server or cannot be reached. */
export async function openSourceDatabase(url: string): Promise<SourceDatabase> {
  if (!/^postgres(ql)?:\/\//i.test(url))
    throw new MoveInProblem(
      'no-postgres',
      'The source must be PostgreSQL: postgres://user:password@host:5432/name. Convert MySQL with pgloader first.',
    )
  const client = new pg.Client({
    connectionString: url,
    application_name: 'balcao move-in',
    types,
    keepAlive: true,
    connectionTimeoutMillis: 20_000,
  })
  client.on('error', () => undefined) // the running statement rejects with the same error
  let snapshotAt: Date
  try {
    await client.connect()
    await client.query(
      `set default_transaction_read_only = on; set statement_timeout = '${statementLimit}';
       set idle_in_transaction_session_timeout = 0; set timezone = 'UTC'; set datestyle = 'ISO'`,
    )
    await client.query('begin isolation level repeatable read read only')
    const { rows } = await client.query<{ at: Date }>('select now() as at')
    snapshotAt = rows[0]?.at ?? new Date(0)
  } catch (cause) {
    await client.end().catch(() => undefined) // the transaction may not have begun
    throw new MoveInProblem(
      failureOf(cause),
      `The source database cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    )
  }
  const columns = await client.query<{ table_name: string; column_name: string }>(
    `select table_name, column_name from information_schema.columns where table_schema = current_schema()`,
  )
  const known = new Set(
    columns.rows.flatMap(({ table_name, column_name }) => [table_name, `${table_name}.${column_name}`]),
  )
  let cursors = 0
  return {
    snapshotAt,
    has: (table, column) => known.has(column === undefined ? table : `${table}.${column}`),
    rows: async (sql, values = []) => (await client.query(sql, [...values])).rows,
    async *pages<Row extends object>(sql: string, values: readonly unknown[], size: number) {
      cursors += 1
      const name = `move_in_${cursors}`
      await client.query(`declare ${name} no scroll cursor for ${sql}`, [...values])
      for (;;) {
        const { rows } = await client.query<Row>(`fetch ${size} from ${name}`)
        if (rows.length > 0) yield rows
        if (rows.length < size) break
      }
      await client.query(`close ${name}`)
    },
    close: () => client.end().catch(() => undefined),
  }
}

/** What PostgreSQL's error codes mean: wrong credentials, no permission to connect, no such database. */
const failures: Readonly<Record<string, MoveInFailure>> = {
  '28P01': 'access-refused',
  '28000': 'access-refused',
  '42501': 'access-refused',
  '3D000': 'no-database',
}

function failureOf(cause: unknown): MoveInFailure {
  return failures[systemOrDatabaseErrorCode(cause) ?? ''] ?? 'unreachable'
}
