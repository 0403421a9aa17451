import pg from 'pg'
import { StartUpProblem } from '../../platform/fatal'

/** The database of a cell, as its owner. */
export interface CellDatabase {
  /** `A` or `B`, for sentences. */
  readonly name: string
  readonly url: string
  rows<Row extends object>(sql: string, values?: readonly unknown[]): Promise<Row[]>
  /** Like `rows` for a text of constants, which the server plans once under this name. */
  prepared<Row extends object>(name: string, sql: string): Promise<Row[]>
  /** Runs SQL without an answer. */
  run(sql: string, values?: readonly unknown[]): Promise<void>
  /** Runs statements in one transaction. */
  together(act: () => Promise<void>): Promise<void>
  /** Closes the connection, with its locks. Idempotent. */
  close(): Promise<void>
}

/** Connects as the user of the address. Throws StartUpProblem when it can't be reached. */
export async function openCellDatabase(name: string, url: string): Promise<CellDatabase> {
  const client = new pg.Client({ connectionString: url, application_name: 'balcao move', keepAlive: true })
  client.on('error', () => undefined) // the running statement rejects
  try {
    await client.connect()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartUpProblem(`The database of cell ${name} cannot be reached: ${reason}`, { cause })
  }
  const run: CellDatabase['run'] = async (sql, values = []) => void (await client.query(sql, [...values]))
  return {
    name,
    url,
    rows: async (sql, values = []) => (await client.query(sql, [...values])).rows,
    prepared: async (name, text) => (await client.query({ name, text })).rows,
    run,
    async together(act) {
      await run('begin')
      try {
        await act()
        await run('commit')
      } catch (error) {
        await run('rollback').catch(() => undefined) // the error says more than a lost connection
        throw error
      }
    },
    close: () => client.end().catch(() => undefined),
  }
}

/** The first row of a question that has exactly one. */
export async function oneRow<Row extends object>(
  cell: CellDatabase,
  sql: string,
  values?: readonly unknown[],
): Promise<Row> {
  const [row] = await cell.rows<Row>(sql, values)
  if (row === undefined) throw new Error(`cell ${cell.name}: one row expected`)
  return row
}
